/// @file
/// Marker functions of robust access: accesses of buffers that do nothing out of range.
///
/// The translation of shaders (codegen/tgsi) guards accesses by them. They hide from LLVM how a
/// check is computed, so that the pipeline still finds each check and the address that it is for
/// after simplification (pipeline/lower/add_unchecked_versions.h, hoist_constants.h). No C program
/// can write their names.
///
///     i1 mux.is_inside(i32 address, i32 limit)
///         whether the address is below the limit, both unsigned
///     i32 mux.read_constant(ptr memory, i32 size, i32 index, i32 component)
///         component 0 to 3 of the 16 bytes `index` of memory of `size` bytes that nothing writes
///         while the kernel runs; 0 if the 16 bytes are not within the size. The first 16 bytes of
///         the memory are readable whatever the size.
///
/// Not thread-safe for one LLVM context.

#pragma once

#include <llvm/IR/IRBuilder.h>

namespace llvm {
class CallInst;
class Value;
}  // namespace llvm

namespace mux::compiler {

/// Function attribute of kernels in which global ids are recognized that the program computes from
/// group ids (pipeline/lower/recognize_global_ids.h): shaders have no query for them.
inline constexpr llvm::StringLiteral computes_global_ids_attribute = "mux.computes-global-ids";

/// Whether a function of this name is one of the two.
bool is_robust_access_function(llvm::StringRef name);

bool is_bounds_check(const llvm::Value &value);
bool is_constant_read(const llvm::Value &value);

/// Builds a call of `mux.is_inside`.
llvm::CallInst *call_bounds_check(llvm::IRBuilder<> &builder, llvm::Value *address,
                                  llvm::Value *limit);
/// Builds a call of `mux.read_constant`.
llvm::CallInst *call_constant_read(llvm::IRBuilder<> &builder, llvm::Value *memory,
                                   llvm::Value *size, llvm::Value *index, unsigned component);

/// Builds what `mux.read_constant` does.
llvm::Value *build_constant_read(llvm::IRBuilder<> &builder, llvm::Value *memory, llvm::Value *size,
                                 llvm::Value *index, llvm::Value *component);

/// Replaces the marker by what it does, and erases it.
void lower_bounds_check(llvm::CallInst &check);
void lower_constant_read(llvm::CallInst &read);

}  // namespace mux::compiler

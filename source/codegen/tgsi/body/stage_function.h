/// @file
/// The function that a shader of a stage of the pipeline becomes (mux/gallium/stage_abi.h): its
/// declaration, and where its registers, system values and resources are.

#pragma once

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Module.h>

#include <vector>

#include "codegen/tgsi/body/parameters.h"
#include "codegen/tgsi/text/program.h"

namespace mux::compiler::tgsi {

llvm::Function &declare_stage_function(const Program &program, llvm::Module &module);

/// Loads the resources that the shader declares, at the builder's place. Throws TextError if the
/// number of one is too large.
std::vector<Resource> load_stage_resources(const Program &program, llvm::Function &function,
                                           llvm::IRBuilder<> &builder);

/// The address of a component of IN[index] or OUT[index].
/// @param vertex of 32 bits, for IN[vertex][index] and OUT[vertex][index]; NULL if there is none.
/// It is clamped to those of the primitive or patch.
/// @param index of 32 bits; computed ones are clamped to the registers that are declared.
llvm::Value *stage_register(const Program &program, llvm::Function &function,
                            llvm::IRBuilder<> &builder, File file, llvm::Value *vertex,
                            llvm::Value *index, unsigned component);

/// A number of a register of IN or OUT; computed ones are clamped to the registers that are
/// declared.
/// @param index of 32 bits.
llvm::Value *clamp_register(const Program &program, llvm::IRBuilder<> &builder, File file,
                            llvm::Value *index);

/// The address of a component of a system value, 32 bits; NULL if the stage or the value has none.
llvm::Value *stage_value(Stage stage, llvm::Function &function, llvm::IRBuilder<> &builder,
                         Semantic semantic, unsigned component);

/// Sets whether a fragment is discarded.
void discard_fragment(llvm::Function &function, llvm::IRBuilder<> &builder, llvm::Value *condition);

/// The address of a member of the function's structure of values.
llvm::Value *member_of_values(llvm::Function &function, llvm::IRBuilder<> &builder,
                              uint64_t offset);

/// Whether what a fragment shader writes to memory has an effect.
llvm::Value *fragment_writes(llvm::Function &function, llvm::IRBuilder<> &builder);

}  // namespace mux::compiler::tgsi

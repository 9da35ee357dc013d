/// @file
/// Constants of a program whose values can be given when an executable is made
/// (compiler/abi/program_constant.h), in a module for spir64.
///
/// Such a constant is a weak definition of a constant variable: no frontend and no pass may assume
/// that the initializer of a weak definition is the variable's value.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "compiler/abi/program_constant.h"

namespace llvm {
class Constant;
class DataLayout;
class GlobalVariable;
class Module;
class Type;
}  // namespace llvm

namespace mux::compiler {

/// Whether the variable is such a constant: a weak definition in constant memory of numbers,
/// vectors, arrays and structures of these.
bool is_program_constant(const llvm::GlobalVariable &variable);

/// @return the constants of the module, in order.
std::vector<ProgramConstant> program_constants(const llvm::Module &module);

/// Creates the variable of a specialization constant of SPIR-V.
/// @return NULL if the module has a constant with this number.
llvm::GlobalVariable *add_specialization_constant(llvm::Module &module, uint32_t id,
                                                  llvm::Constant &default_value);

/// Records that the translation depends on the value of a specialization constant.
void fix_specialization_constant(llvm::GlobalVariable &variable);

/// @return whether fix_specialization_constant() was called for it.
bool is_fixed(const llvm::GlobalVariable &variable);

/// @return the bytes of a value in memory; nothing if it contains pointers or expressions.
/// Undefined bytes are 0.
std::optional<std::string> bytes_of(const llvm::Constant &value, const llvm::DataLayout &layout);

/// The value of a type whose bytes in memory these are.
///
/// @param type of a variable for which is_program_constant() holds.
/// @param bytes as many as the type has in memory.
llvm::Constant *constant_of(llvm::Type *type, std::string_view bytes,
                            const llvm::DataLayout &layout);

}  // namespace mux::compiler

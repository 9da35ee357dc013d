/// @file
/// The functions that processor operations (processor_operations.h) become in a module: the scalar
/// form and the vector forms.

#pragma once

#include <llvm/ADT/StringRef.h>

#include <string>

#include "codegen/target/operation_table.h"

namespace llvm {
class Function;
class FunctionType;
class Module;
class Type;
}  // namespace llvm

namespace mux::compiler {

/// The prefix of the names of forms. Vector forms have the number of elements as a suffix.
inline constexpr llvm::StringLiteral operation_prefix = "mux.operation.";

/// Returns the name of the form for a number of elements.
std::string form_name(const OperationRow &row, unsigned elements);

/// Returns the operation of any form; NULL for other functions. When forms exist, functions of the
/// program have been inlined, but kernels may have any name.
const OperationRow *operation_of(const llvm::Function &function);

/// Returns the type of the form for a type of its operands.
llvm::FunctionType *operation_type(const OperationRow &row, llvm::Type *type);

void set_operation_attributes(llvm::Function &function);

/// Defines a declared form.
void add_operation_body(llvm::Function &function, const OperationRow &row);

/// Returns the form for a type, which is created if it does not exist.
llvm::Function *operation_form(llvm::Module &module, const OperationRow &row, llvm::Type *type);

}  // namespace mux::compiler

/// @file
/// The table of processor operations (processor_operations.h), and the instructions of each.

#pragma once

#include <llvm/ADT/ArrayRef.h>
#include <llvm/ADT/StringRef.h>
#include <llvm/IR/IRBuilder.h>

#include "codegen/target/processor_operation.h"

namespace llvm {
class Type;
class Value;
}  // namespace llvm

namespace mux::compiler {

/// An operation.
struct OperationRow {
  ProcessorOperation operation;
  llvm::StringLiteral name;
  unsigned parameters;
  /// For a scalar, or a vector of 128, 256 or 512 bits.
  llvm::Value *(*build)(llvm::IRBuilder<> &builder, llvm::ArrayRef<llvm::Value *> arguments);
};

llvm::ArrayRef<OperationRow> operation_rows();

const OperationRow &operation_row(ProcessorOperation operation);

/// Returns NULL if there is no operation of that name.
/// @param name without a prefix.
const OperationRow *find_operation(llvm::StringRef name);

/// Returns the number of elements; 1 for a scalar.
unsigned operation_element_count(const llvm::Type &type);

/// Builds the instructions for any number of elements.
llvm::Value *build_operation(llvm::IRBuilder<> &builder, const OperationRow &row,
                             llvm::ArrayRef<llvm::Value *> arguments);

}  // namespace mux::compiler

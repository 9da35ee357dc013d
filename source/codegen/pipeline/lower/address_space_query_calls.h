/// @file
/// Calls of to_global(), to_local(), to_private() and get_fence(), for the passes that answer them.

#pragma once

#include <llvm/ADT/SmallVector.h>

#include "codegen/ir/work_item_functions.h"

namespace llvm {
class CallInst;
class Function;
class Value;
}  // namespace llvm

namespace mux::compiler {

/// A call of one of these functions.
struct AddressSpaceQueryCall {
  llvm::CallInst *call = nullptr;
  AddressSpaceQuery kind = AddressSpaceQuery::to_global;
};

/// Returns the calls in a function. Functions of these names with other types are not the
/// built-ins.
llvm::SmallVector<AddressSpaceQueryCall> address_space_queries_in(llvm::Function &function);

/// Returns the address space that a query tests for.
unsigned wanted_address_space(AddressSpaceQuery kind);

/// Replaces a call by its result and erases it.
/// @param is_wanted whether the pointer is in wanted_address_space().
void replace_query(const AddressSpaceQueryCall &query, llvm::Value *is_wanted);

}  // namespace mux::compiler

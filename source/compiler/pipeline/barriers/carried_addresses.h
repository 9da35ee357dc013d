/// @file
/// Addresses of memory that a kernel's parameter points to alone (`restrict`), across barriers.
///
/// LLVM knows what is based on such a parameter as long as it sees how it is calculated. An address
/// that one region leaves in the storage of work-items and another one takes from there would be
/// based on nothing, and so could not be, as far as LLVM knows, of the parameter's memory.

#pragma once

#include <llvm/ADT/STLFunctionalExtras.h>

namespace llvm {
class Function;
class Instruction;
}  // namespace llvm

namespace mux::compiler {

/// Calculates the addresses of elements that a parameter points to where they are used, if that
/// takes no more than one index, so that at most this is carried across barriers; those for which
/// `is_carried` is false stay where they are.
void calculate_addresses_where_used(
    llvm::Function &work_item_function,
    llvm::function_ref<bool(llvm::Instruction &address)> is_carried);

/// Takes `restrict` from the parameters whose addresses are carried all the same, or are kept in
/// memory or as numbers.
void drop_restrict_of_carried(llvm::Function &work_item_function,
                              llvm::function_ref<bool(llvm::Instruction &value)> is_carried);

}  // namespace mux::compiler

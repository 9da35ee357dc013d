/// @file
/// Keeps addresses based on `restrict` parameters visible to LLVM across barriers.
///
/// LLVM derives what is based on such a parameter from the computation of the address. An address
/// that one region stores in the context array and another one loads would be based on nothing, so
/// LLVM could conclude that it does not alias the parameter's memory.

#pragma once

#include <llvm/ADT/STLFunctionalExtras.h>

namespace llvm {
class Function;
class Instruction;
}  // namespace llvm

namespace mux::compiler {

/// Sinks addresses of elements that a parameter points to into the blocks that use them, if at most
/// one index has to be carried for that. Addresses for which `is_carried` is false are not changed.
void sink_addresses_to_uses(llvm::Function &work_item_function,
                            llvm::function_ref<bool(llvm::Instruction &address)> is_carried);

/// Removes `noalias` from parameters whose derived addresses are carried nevertheless, captured, or
/// converted to integers.
void drop_noalias_of_carried(llvm::Function &work_item_function,
                             llvm::function_ref<bool(llvm::Instruction &value)> is_carried);

}  // namespace mux::compiler

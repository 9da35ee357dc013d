/// @file
/// Predicates all blocks of a linearized function on the position of the work-item.

#pragma once

#include <llvm/ADT/ArrayRef.h>

namespace llvm {
class Function;
class Value;
}  // namespace llvm

namespace mux::compiler {

/// Predicates the function on `position < end`, the product of the factors.
void predicate_below(llvm::Function &linearized, llvm::Value *position,
                     llvm::ArrayRef<llvm::Value *> factors_of_end);

}  // namespace mux::compiler

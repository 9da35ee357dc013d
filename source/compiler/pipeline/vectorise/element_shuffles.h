/// @file
/// Vectors put together from elements of other vectors.

#pragma once

#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/IRBuilder.h>

namespace mux::compiler {

/// A vector, and which element of it is to go to each lane of another one of the same type; -1 for
/// none.
struct ShuffleSource {
  llvm::Value *vector = nullptr;
  llvm::SmallVector<int, 16> elements;
};

/// Whether any element goes anywhere.
bool is_used(const ShuffleSource &source);

/// Puts a vector together from elements of several ones; no two may give the same lane, and at
/// least one must give some.
llvm::Value *gather_elements(llvm::IRBuilder<> &builder,
                             llvm::SmallVector<ShuffleSource, 8> sources);

}  // namespace mux::compiler

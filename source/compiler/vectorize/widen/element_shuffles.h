/// @file
/// Vectors put together from elements of other vectors.

#pragma once

#include <llvm/ADT/ArrayRef.h>
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

/// Of some vectors that are one behind the other, element `first` and every n-th from there on, for
/// as many vectors: a power of two. In steps by two: what elements before and behind it need as
/// well is the same, so that all of them take n * log2(n) shuffles.
llvm::Value *every_nth(llvm::IRBuilder<> &builder, llvm::ArrayRef<llvm::Value *> vectors,
                       unsigned first);
/// The inverse: of the vectors' elements by turns, the slice that is vector `index` of them.
llvm::Value *slice_of_interleaved(llvm::IRBuilder<> &builder, llvm::ArrayRef<llvm::Value *> vectors,
                                  unsigned index);

/// Cuts vectors into blocks of as many elements as there are vectors, a power of two. Element i of
/// a block of result j is element j of the same block of vector i.
llvm::SmallVector<llvm::Value *> transpose_blocks(llvm::IRBuilder<> &builder,
                                                  llvm::ArrayRef<llvm::Value *> vectors);

/// Rows into columns: as many vectors as each has elements, a power of two, at least two. With
/// shuffles that processors do in one step where an element has a power of two of bytes, at most 8.
llvm::SmallVector<llvm::Value *> transpose(llvm::IRBuilder<> &builder,
                                           llvm::ArrayRef<llvm::Value *> rows);

}  // namespace mux::compiler

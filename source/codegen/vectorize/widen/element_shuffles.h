/// @file
/// Helpers that build vectors from elements of other vectors by shuffles.

#pragma once

#include <llvm/ADT/ArrayRef.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/IRBuilder.h>

namespace mux::compiler {

/// A vector, and for each lane of a result of the same type the index of the element it takes; -1
/// for none.
struct ShuffleSource {
  llvm::Value *vector = nullptr;
  llvm::SmallVector<int, 16> elements;
};

/// Whether any lane takes an element.
bool is_used(const ShuffleSource &source);

/// Builds a vector from elements of several sources. Each lane is given by at most one source, and
/// at least one lane by some source.
llvm::Value *gather_elements(llvm::IRBuilder<> &builder,
                             llvm::SmallVector<ShuffleSource, 8> sources);

/// De-interleaves concatenated vectors, whose number n is a power of two: returns every n-th
/// element from element `first` on. Works in steps of two, whose intermediate results are common to
/// all values of `first`, so the n calls together take n * log2(n) shuffles after CSE.
llvm::Value *deinterleave(llvm::IRBuilder<> &builder, llvm::ArrayRef<llvm::Value *> vectors,
                          unsigned first);
/// The inverse: interleaves the elements of the vectors, and returns vector `index` of the result.
llvm::Value *interleaved_slice(llvm::IRBuilder<> &builder, llvm::ArrayRef<llvm::Value *> vectors,
                               unsigned index);

/// Transposes blocks of as many elements as there are vectors, a power of two: element i of a block
/// of result j is element j of the same block of vector i.
llvm::SmallVector<llvm::Value *> transpose_blocks(llvm::IRBuilder<> &builder,
                                                  llvm::ArrayRef<llvm::Value *> vectors);

/// Transposes a matrix whose rows have as many elements as there are rows, a power of two, at least
/// two. Uses shuffles that are single instructions for elements of a power of two of bytes, at most
/// 8.
llvm::SmallVector<llvm::Value *> transpose(llvm::IRBuilder<> &builder,
                                           llvm::ArrayRef<llvm::Value *> rows);

}  // namespace mux::compiler

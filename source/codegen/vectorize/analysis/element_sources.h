/// @file
/// Traces the elements of a vector through shuffles and insertions to the values that they come
/// from.

#pragma once

#include <llvm/ADT/SmallVector.h>

namespace llvm {
class Type;
class Value;
}  // namespace llvm

namespace mux::compiler {

struct ElementSource {
  /// A vector that is not a shuffle or insertion, or a scalar. NULL: the element is poison.
  llvm::Value *value = nullptr;
  /// Index in the vector; -1 for a scalar.
  int element = -1;

  bool is_undefined() const { return value == nullptr; }
  bool is_scalar() const { return value != nullptr && element < 0; }
  bool operator==(const ElementSource &) const = default;
};

/// The sources of a vector's elements, in order.
using ElementSources = llvm::SmallVector<ElementSource, 16>;

ElementSource source_of(llvm::Value &vector, unsigned element);
ElementSources sources_of(llvm::Value &vector);

}  // namespace mux::compiler

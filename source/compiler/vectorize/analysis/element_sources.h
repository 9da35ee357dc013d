/// @file
/// Where the elements of a vector come from, seen through the shuffles that put it together.

#pragma once

#include <llvm/ADT/SmallVector.h>

namespace llvm {
class Type;
class Value;
}  // namespace llvm

namespace mux::compiler {

struct ElementSource {
  /// A vector that is no shuffle of others, or a scalar. NULL: the element may be anything.
  llvm::Value *value = nullptr;
  /// Which element of a vector; -1 for a scalar.
  int element = -1;

  bool is_anything() const { return value == nullptr; }
  bool is_scalar() const { return value != nullptr && element < 0; }
  bool operator==(const ElementSource &) const = default;
};

/// One for each element of a vector.
using ElementSources = llvm::SmallVector<ElementSource, 16>;

ElementSource source_of(llvm::Value &vector, unsigned element);
ElementSources sources_of(llvm::Value &vector);

}  // namespace mux::compiler

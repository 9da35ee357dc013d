/// @file
/// Loads whose lanes probably read nearby elements, such as `a[x / 2]`, or the source pixels of an
/// image that is scaled up: the index is computed by dividing, shifting or rounding a value that is
/// strided across lanes.

#pragma once

#include <llvm/ADT/ArrayRef.h>

#include <cstddef>

namespace llvm {
class DataLayout;
class LoadInst;
class Value;
}  // namespace llvm

namespace mux::compiler {

class Shapes;

/// Loads of one type from adjacent addresses.
struct NearLoads {
  /// Sorted by address.
  llvm::ArrayRef<llvm::LoadInst *> loads;
  /// Index of the load that comes first in the code.
  size_t earliest = 0;
};

/// Whether lanes are likely to read nearby elements, and there is a permute instruction for them.
bool may_be_near(const NearLoads &near, const Shapes &shapes, const llvm::DataLayout &layout,
                 unsigned lanes);

/// Whether the index appears to decrease along the lanes.
bool index_descends(const Shapes &shapes, const llvm::Value &index);

}  // namespace mux::compiler

/// @file
/// Loads whose lanes probably read nearby elements, such as `a[x / 2]`, or the source pixels of an
/// image that is scaled up: the index is computed by dividing, shifting or rounding a value that is
/// strided across lanes.

#pragma once

namespace llvm {
class DataLayout;
class Value;
}  // namespace llvm

namespace mux::compiler {

class Shapes;
struct Structure;

/// Whether lanes are likely to read nearby elements, and there is a permute instruction for them.
/// @param loads adjacent loads, or a single one.
bool may_be_near(const Structure &loads, const Shapes &shapes, const llvm::DataLayout &layout,
                 unsigned lanes);

/// Whether the index appears to decrease along the lanes.
bool index_descends(const Shapes &shapes, const llvm::Value &index);

}  // namespace mux::compiler

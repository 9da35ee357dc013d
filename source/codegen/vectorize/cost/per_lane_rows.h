/// @file
/// Detects accesses in loops in which each lane iterates over a row of its own: `row[i * width +
/// k]` for a work-item i and an induction variable k, upwards or downwards.
///
/// Scalar code accesses one cache line after the other there, while the lines of all lanes compete
/// for the cache, and map to few cache sets if rows are at power-of-two strides.

#pragma once

namespace llvm {
class DataLayout;
class Instruction;
class LoopInfo;
}  // namespace llvm

namespace mux::compiler {

class Shapes;

/// Whether a load or store is such an access.
bool accesses_own_row(const llvm::Instruction &access, const llvm::LoopInfo &loops,
                      const Shapes &shapes, const llvm::DataLayout &layout);

}  // namespace mux::compiler

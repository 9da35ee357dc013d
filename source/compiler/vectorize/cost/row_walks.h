/// @file
/// Accesses in loops in which each lane walks along a row of its own: `row[i * width + k]` for a
/// work-item i and a counter k, upwards or downwards.
///
/// A single work-item reads or writes one line of the cache after the other there, while the lines
/// of all lanes compete for the cache, and share few places in it if rows lie a power of two apart.

#pragma once

namespace llvm {
class DataLayout;
class Instruction;
class LoopInfo;
}  // namespace llvm

namespace mux::compiler {

class Shapes;

/// @param access a load or store.
bool walks_along_row(const llvm::Instruction &access, const llvm::LoopInfo &loops,
                     const Shapes &shapes, const llvm::DataLayout &layout);

}  // namespace mux::compiler

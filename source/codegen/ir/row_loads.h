/// @file
/// Marks loads in loops in which each work-item reads along a row of its own.

#pragma once

namespace llvm {
class Function;
class LoadInst;
}  // namespace llvm

namespace mux::compiler {

/// Marks the load. Clones of it keep the mark.
void mark_row_load(llvm::LoadInst &load);

/// Whether the function has a marked load.
bool has_row_load(const llvm::Function &function);

}  // namespace mux::compiler

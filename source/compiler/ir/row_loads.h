/// @file
/// Loads in loops in which each work-item walks along a row of its own.

#pragma once

namespace llvm {
class Function;
class LoadInst;
}  // namespace llvm

namespace mux::compiler {

/// Notes that the load is one. Copies of it are as well.
void mark_row_load(llvm::LoadInst &load);

/// Whether there is one in the function.
bool has_row_load(const llvm::Function &function);

}  // namespace mux::compiler

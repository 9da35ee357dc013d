/// @file
/// Branches with one unlikely successor, from __builtin_expect in the program or from the library
/// of built-ins.

#pragma once

namespace llvm {
class BranchInst;
}

namespace mux::compiler {

/// Whether the branch weights say that the other successor is taken more than a hundred times as
/// often. After simplify().
bool is_unlikely(const llvm::BranchInst &branch, unsigned successor);

/// Marks the first successor as unlikely.
void make_unlikely(llvm::BranchInst &branch);

}  // namespace mux::compiler

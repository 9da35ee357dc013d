/// @file
/// Branches that hardly ever go one way, as the program says (__builtin_expect), or the library of
/// built-ins does.

#pragma once

namespace llvm {
class BranchInst;
}

namespace mux::compiler {

/// Whether the branch is known to go to this successor hardly ever: a hundred times as often
/// elsewhere. After simplify().
bool is_rare(const llvm::BranchInst &branch, unsigned successor);

/// Says so of the first successor.
void make_rare(llvm::BranchInst &branch);

}  // namespace mux::compiler

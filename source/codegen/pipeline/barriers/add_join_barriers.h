/// @file
/// Adds barriers where the code behind several of the program's barriers joins.
///
/// A region is all code that is reachable from its barrier before the next one
/// (split_at_barriers.h). So code between two barriers in a loop is in two regions, the one that
/// enters the loop and the one from the back edge, and in nested loops in more: a sort of three
/// nested loops with seven barriers was compiled ten times over. A barrier where the paths join
/// begins a region that all of them share. Its cost is that values that are live across it are
/// stored and loaded.

#pragma once

namespace llvm {
class Function;
}

namespace mux::compiler {

/// Adds barriers where they save more instructions than they cost, and only where all work-items of
/// a group are certain to arrive, as often as they reach a barrier of the program.
/// @param work_item with its queries lowered.
void add_join_barriers(llvm::Function &work_item);

}  // namespace mux::compiler

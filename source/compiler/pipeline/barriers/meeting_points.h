/// @file
/// Barriers that a program does not need, where the code behind several of its own is the same.
///
/// A region is all that can be reached from its barrier before the next one (barrier_regions.h). So
/// what stands between two barriers in a loop is in two regions, the one that comes into the loop
/// and the one that comes around, and in nests of loops in more: a sort of three nested loops with
/// seven barriers was compiled ten times over. A barrier where their paths join begins a region of
/// its own, which all of them share. What it costs is that values live across it are written down
/// and read again.

#pragma once

namespace llvm {
class Function;
}

namespace mux::compiler {

/// Adds them where they save more instructions than they cost. They stand only where all work-items
/// of a group are sure to come, as often as they come to a barrier of the program.
/// @param work_item with its queries lowered.
void add_meeting_points(llvm::Function &work_item);

}  // namespace mux::compiler

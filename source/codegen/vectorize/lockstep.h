/// @file
/// Vectorizes a whole work-group as one packet (lockstep execution).
///
/// If the size of a group is known, all its work-items can execute in one function: the packet has
/// as many parts in x, y and z as the group needs. Barriers become no-ops, because each instruction
/// is executed for the whole group before the next one; values that live across a barrier stay in
/// registers, and a loop around a barrier is a loop of that function, with the work-items inside.
/// Work-items that have returned before the others reach a barrier are masked off for the rest of
/// the function.
///
/// If the branch that decides whether a barrier is reached is divergent, OpenCL requires it to be
/// uniform nevertheless: the mask of the barrier is then all true or all false. A program that
/// violates this still terminates: the work-items of one path run to their end before the others
/// start. Measured on a matrix product whose tiles are all behind such a branch (CLBlast's for
/// small matrices, groups of 8 x 8): 5.5 ms in lockstep, 125 ms split at barriers, 34 ms one
/// work-item at a time.

#pragma once

#include <llvm/Support/Error.h>

#include "codegen/ir/kernel.h"
#include "codegen/ir/packet.h"
#include "codegen/passes/compilation.h"

namespace llvm {
class Function;
}

namespace mux::compiler {

/// Clones a work-item function, including its barriers, for widen_group(). Returns NULL if groups
/// of the kernel cannot run as one packet.
llvm::Function *copy_for_group(const WorkItemTraits &kernel, llvm::Function &work_item);

struct GroupPacket {
  /// The packet that covers the group.
  Packet packet;
  /// Has internal linkage and the parameters of the work-item function; called with local ids of 0.
  llvm::Function *function = nullptr;
};

/// Vectorizes SplitKernel::unsplit as one packet, and may modify it.
/// @param remarks receives the forms that were considered, if decisions are explained (remarks.h).
/// @return the packet function, or an error with the reason why there is none.
llvm::Expected<GroupPacket> widen_group(const SplitKernel &kernel, Compilation &compilation,
                                        std::vector<std::string> &remarks);

}  // namespace mux::compiler

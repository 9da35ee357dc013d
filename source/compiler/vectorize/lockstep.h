/// @file
/// A whole work-group as one packet.
///
/// Where the size of a group is known, all its work-items can run side by side in one function: in
/// x, y and z the packet has as many parts as it takes. Barriers between them become nothing, for
/// an instruction is done for the whole group before the next one begins; values that live across a
/// barrier stay in registers, and a loop around a barrier is a loop of that function, with the
/// work-items inside it. Work-items that have ended before the others come to a barrier are passed
/// through the rest under a mask.
///
/// Where a branch that may differ between work-items decides whether they meet a barrier, OpenCL
/// demands that it does not differ: the barrier then stands under a mask of all work-items or of
/// none. A program that breaks this rule finishes, too: those that take one path come to its end
/// before the others begin. A matrix product whose tiles are all behind such a branch (that of
/// CLBlast for small matrices, groups of 8 x 8) takes 5.5 ms, between barriers 125 ms, one
/// work-item at a time 34 ms.

#pragma once

#include <llvm/Support/Error.h>

#include "compiler/ir/kernel.h"
#include "compiler/ir/packet.h"
#include "compiler/passes/compilation.h"

namespace llvm {
class Function;
}

namespace mux::compiler {

/// A copy of a work-item function, which still has its barriers, for widen_group(). NULL if groups
/// of the kernel cannot run as one packet.
llvm::Function *copy_for_group(const WorkItemTraits &kernel, llvm::Function &work_item);

struct GroupPacket {
  /// The whole group.
  Packet packet;
  /// Internal, with the parameters of the work-item function, to be called with the local id 0.
  llvm::Function *function = nullptr;
};

/// @param kernel with a function in SplitKernel::unsplit, which may be changed.
/// @param remarks gets what was considered, if that is to be explained (remarks.h).
/// @return or what stands in the way.
llvm::Expected<GroupPacket> widen_group(const SplitKernel &kernel, Compilation &compilation,
                                        std::vector<std::string> &remarks);

}  // namespace mux::compiler

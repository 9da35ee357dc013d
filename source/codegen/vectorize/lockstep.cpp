#include "codegen/vectorize/lockstep.h"

#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/Transforms/Utils/Cloning.h>
#include <llvm/Transforms/Utils/ValueMapper.h>

#include <algorithm>

#include "codegen/ir/collectives.h"
#include "codegen/ir/failure.h"
#include "codegen/ir/local_accesses.h"
#include "codegen/ir/restore_truncations.h"
#include "codegen/ir/stack_variables.h"
#include "codegen/ir/temporary_function.h"
#include "codegen/ir/truncations.h"
#include "codegen/ir/work_item_context.h"
#include "codegen/vectorize/accesses/access_plan.h"
#include "codegen/vectorize/analysis/loops.h"
#include "codegen/vectorize/analysis/private_layout.h"
#include "codegen/vectorize/cost/choose_packet.h"
#include "codegen/vectorize/pipeline.h"
#include "codegen/vectorize/prepare/unroll_array_loops.h"
#include "codegen/vectorize/remarks.h"
#include "codegen/vectorize/widen/instructions/widen.h"

namespace mux::compiler {

namespace {

llvm::SmallPtrSet<const llvm::Value *, 8> varying_in_group(llvm::Function &function,
                                                           const FixedRange &range) {
  const WorkItemContext context = WorkItemContext::of(function);
  llvm::SmallPtrSet<const llvm::Value *, 8> sources;
  sources.insert(context.local_index);
  for (unsigned i = 0; i < 3; ++i) {
    if (range.local_size[i] > 1) {
      sources.insert(context.local_id[i]);
    }
  }
  return sources;
}

/// The work-items that run as one packet: a group of known size, or as many tiny groups as are
/// joined.
FixedRange whole_group(const WorkItemTraits &kernel) {
  if (kernel.most_joined == 0) {
    // copy_for_group() requires one of the two.
    return *kernel.fixed_range;
  }
  FixedRange range;
  // NOLINTNEXTLINE(bugprone-unchecked-optional-access)
  std::copy(kernel.joined_size->begin(), kernel.joined_size->end(), std::begin(range.local_size));
  range.local_size[0] *= kernel.most_joined;
  return range;
}

/// Replaces the local id by 0 in dimensions of one work-item.
void fix_ids(llvm::Function &function, const FixedRange &range) {
  const WorkItemContext context = WorkItemContext::of(function);
  for (unsigned i = 0; i < 3; ++i) {
    if (range.local_size[i] == 1) {
      context.local_id[i]->replaceAllUsesWith(
          llvm::ConstantInt::get(context.local_id[i]->getType(), 0));
    }
  }
  fold_truncations(function);
}

/// @param unsplit the kernel with its barriers and constant ids.
/// @param work_item the same function in scalar form, for the cost comparison.
/// @param had_loop whether the kernel has a loop.
llvm::Expected<GroupPacket> widen_whole(const SplitKernel &kernel, llvm::Function &unsplit,
                                        llvm::Function &work_item, bool had_loop,
                                        Compilation &compilation,
                                        std::vector<std::string> &remarks) {
  const PacketJob job{kernel, PacketMode::group, compilation.width};
  if (llvm::Error remark = prepare(unsplit, job, compilation)) {
    return remark;
  }
  const FixedRange range = whole_group(kernel);
  const llvm::SmallPtrSet<const llvm::Value *, 8> sources = varying_in_group(unsplit, range);
  if (llvm::Error remark = make_linear(unsplit, sources, compilation)) {
    return remark;
  }
  const std::optional<Packet> packet =
      choose_group_packet(unsplit, range, job.width, compilation.tier == CodeTier::quick);
  if (!packet.has_value()) {
    return failure("the group size is not suitable for vectorization");
  }
  if (job.width.is_estimated()) {
    if (llvm::Error remark =
            check_pay_with_remarks(AccessPlan(unsplit, *packet), work_item, compilation, remarks)) {
      return remark;
    }
  }
  if (packet_stack_use(unsplit, *packet) > largest_packet_stack_use) {
    return failure("the private variables of a group do not fit the stack");
  }
  add_versions({unsplit, *packet, false, sources}, job, compilation);
  const AccessPlan plan(unsplit, *packet);
  if (llvm::Error remark = check_widenable(plan)) {
    return remark;
  }
  remark_accesses(plan, remarks);
  llvm::Function *function = make_packet(plan, PacketUse::body, job, compilation);
  // Without loops, lockstep execution shares no work between work-items, and reloading what all
  // work-items have just stored can be slow. Measured on a transposition: with gathers, 1.24 ms in
  // regions and 1.55 ms in lockstep. If store-to-load forwarding replaces its memory by a
  // transposition of vectors, lockstep takes 1.13 ms.
  if (!had_loop && !stack_variables(*function).empty()) {
    function->eraseFromParent();
    return failure("it has no loop, and not all of its memory is promoted to registers");
  }
  return GroupPacket{*packet, function};
}

}  // namespace

llvm::Function *copy_for_group(const WorkItemTraits &kernel, llvm::Function &work_item) {
  const bool has_size = kernel.fixed_range.has_value() || kernel.most_joined != 0;
  if (!has_size || kernel.description.prints || has_collective(work_item)) {
    return nullptr;
  }
  for (const llvm::Instruction &instruction : llvm::instructions(work_item)) {
    // Executed one work-item after the other. Measured on a histogram with local atomics: 5.8 ms in
    // regions, 35 ms in lockstep.
    if (instruction.isAtomic() && is_local_access(instruction)) {
      return nullptr;
    }
  }
  llvm::ValueToValueMapTy map;
  return llvm::CloneFunction(&work_item, map);
}

llvm::Expected<GroupPacket> widen_group(const SplitKernel &kernel, Compilation &compilation,
                                        std::vector<std::string> &remarks) {
  llvm::Function &unsplit = *kernel.unsplit;
  const bool had_loop = has_loop(unsplit);
  fix_ids(unsplit, whole_group(kernel));
  const TemporaryFunction work_item(unsplit);
  restore_truncations(*work_item);
  // Private arrays are faster in registers. If the registers do not hold the arrays of a whole
  // group, they may hold those of a smaller packet. Measured on matrix products with 16 and 32 sums
  // per work-item: 3.1 and 14.4 ms for whole groups with the arrays in memory, 1.8 and 3.0 ms in
  // regions.
  compilation.passes.run("unroll_array_loops", unsplit,
                         [&] { unroll_array_loops(unsplit, compilation.machine); });
  return widen_whole(kernel, unsplit, *work_item, had_loop, compilation, remarks);
}

}  // namespace mux::compiler

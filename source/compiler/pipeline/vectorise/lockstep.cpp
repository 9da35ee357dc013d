#include "compiler/pipeline/vectorise/lockstep.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/Transforms/Utils/Cloning.h>
#include <llvm/Transforms/Utils/ValueMapper.h>

#include "compiler/pipeline/collectives.h"
#include "compiler/pipeline/kernel.h"
#include "compiler/pipeline/local_atomics.h"
#include "compiler/pipeline/optimise.h"
#include "compiler/pipeline/stack_variables.h"
#include "compiler/pipeline/vectorise/choose_packet.h"
#include "compiler/pipeline/vectorise/forward_stores.h"
#include "compiler/pipeline/vectorise/function_passes.h"
#include "compiler/pipeline/vectorise/join_components.h"
#include "compiler/pipeline/vectorise/linearise.h"
#include "compiler/pipeline/vectorise/loops.h"
#include "compiler/pipeline/vectorise/narrow_counters.h"
#include "compiler/pipeline/vectorise/packet_cost.h"
#include "compiler/pipeline/vectorise/private_layout.h"
#include "compiler/pipeline/vectorise/restore_bounds.h"
#include "compiler/pipeline/vectorise/restore_indices.h"
#include "compiler/pipeline/vectorise/separate_ends.h"
#include "compiler/pipeline/vectorise/separate_loads.h"
#include "compiler/pipeline/vectorise/temporary_function.h"
#include "compiler/pipeline/vectorise/unmasked_paths.h"
#include "compiler/pipeline/vectorise/unroll_arrays.h"
#include "compiler/pipeline/vectorise/unroll_steps.h"
#include "compiler/pipeline/vectorise/vector_width.h"
#include "compiler/pipeline/vectorise/waiting_loops.h"
#include "compiler/pipeline/vectorise/widen.h"
#include "compiler/pipeline/work_item_context.h"
#include "compiler/pipeline/work_item_functions.h"

namespace mux::compiler {

namespace {

/// Local memory of a kernel that a packet keeps on the stack instead.
constexpr uint64_t largest_local_memory = 64 * 1024;

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

/// In a dimension of one work-item its id is 0.
void fix_ids(llvm::Function &function, const FixedRange &range) {
  const WorkItemContext context = WorkItemContext::of(function);
  for (unsigned i = 0; i < 3; ++i) {
    if (range.local_size[i] == 1) {
      context.local_id[i]->replaceAllUsesWith(
          llvm::ConstantInt::get(context.local_id[i]->getType(), 0));
    }
  }
}

/// What the kernel declares as local memory is the packet's own: nobody else sees it, and nobody
/// reads it afterwards.
void keep_local_memory(llvm::Function &packet, uint64_t size) {
  llvm::Value *scratch = WorkItemContext::of(packet).scratch;
  if (size == 0 || size > largest_local_memory || scratch->use_empty()) {
    return;
  }
  llvm::IRBuilder<> builder(&packet.getEntryBlock(), packet.getEntryBlock().begin());
  llvm::AllocaInst *memory =
      builder.CreateAlloca(llvm::ArrayType::get(builder.getInt8Ty(), size), nullptr, "local");
  memory->setAlignment(llvm::Align(local_memory_alignment));
  scratch->replaceAllUsesWith(memory);
}

/// @param uncut the kernel with its barriers and known ids.
/// @param work_item the same, as it is run alone.
/// @param had_loop whether the kernel has one.
llvm::Function *widen_whole(const Kernel &kernel, llvm::Function &uncut, llvm::Function &work_item,
                            bool had_loop, llvm::TargetMachine &machine, const VectorWidth &width,
                            Packet &packet, std::string &reason) {
  const FixedRange &range = *kernel.fixed_range;
  split_vectors(uncut, machine);
  separate_loads(uncut);
  unroll_steps(uncut, machine);
  restore_bounds(uncut);
  restore_indices(uncut);
  narrow_counters(uncut);
  separate_ends(uncut);
  if (may_wait_for_work_items(uncut)) {
    reason = "work-items may wait for each other";
    return nullptr;
  }
  forget_volatile_local_accesses(uncut);
  if (!linearise(uncut, varying_in_group(uncut, range), reason)) {
    return nullptr;
  }
  const std::optional<Packet> group = choose_group_packet(uncut, range, width);
  if (!group.has_value()) {
    reason = "the group's size does not suit vectors";
    return nullptr;
  }
  packet = *group;
  if (width.is_estimated() && !packets_pay(uncut, work_item, machine, packet, reason)) {
    return nullptr;
  }
  if (packet_stack_use(uncut, packet) > largest_packet_stack_use) {
    reason = "the private variables of a group do not fit the stack";
    return nullptr;
  }
  add_unmasked_paths(uncut);
  interleave_variables(uncut, packet.lanes);
  if (!can_widen(uncut, packet, reason)) {
    return nullptr;
  }
  llvm::Function *function = widen(uncut, packet);
  keep_local_memory(*function, kernel.description.local_memory_size);
  FunctionPasses(*function, machine).run(folding_passes());
  for (llvm::AllocaInst *variable : stack_variables(*function)) {
    forward_stores(*variable);
  }
  // Without loops there is nothing to share, and reading what all work-items have just written is
  // quicker after a while: with gathers, the transposition takes 1.24 ms in regions, 1.55 ms in
  // lockstep. Where its memory becomes a transposition of vectors, it takes 1.13 ms.
  if (!had_loop && !stack_variables(*function).empty()) {
    reason = "its work-items share nothing but memory";
    function->eraseFromParent();
    return nullptr;
  }
  join_components(*function, machine);
  return function;
}

}  // namespace

llvm::Function *copy_for_group(const Kernel &kernel) {
  if (!kernel.fixed_range.has_value() || kernel.description.prints ||
      has_collective(*kernel.function)) {
    return nullptr;
  }
  for (const llvm::Instruction &instruction : llvm::instructions(*kernel.function)) {
    // Done one work-item after the other: a histogram with local atomics takes 5.8 ms in regions,
    // 35 ms in lockstep.
    if (instruction.isAtomic() && is_local_access(instruction)) {
      return nullptr;
    }
  }
  llvm::ValueToValueMapTy map;
  return llvm::CloneFunction(kernel.function, map);
}

llvm::Function *widen_group(const Kernel &kernel, llvm::Function &uncut,
                            llvm::TargetMachine &machine, const VectorWidth &width, Packet &packet,
                            std::string &reason) {
  const bool had_loop = has_loop(uncut);
  fix_ids(uncut, *kernel.fixed_range);
  const TemporaryFunction work_item(uncut);
  // Private arrays are better in registers, but a group of many work-items may have too few of
  // them.
  const TemporaryFunction unrolled(uncut);
  if (unroll_array_loops(*unrolled, machine)) {
    llvm::Function *function =
        widen_whole(kernel, *unrolled, *work_item, had_loop, machine, width, packet, reason);
    if (function != nullptr) {
      return function;
    }
    reason.clear();
  }
  return widen_whole(kernel, uncut, *work_item, had_loop, machine, width, packet, reason);
}

}  // namespace mux::compiler

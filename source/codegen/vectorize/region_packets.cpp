#include "codegen/vectorize/region_packets.h"

#include <llvm/IR/Function.h>

#include <algorithm>
#include <optional>

#include "codegen/ir/failure.h"
#include "codegen/ir/packet_remainder.h"
#include "codegen/ir/restore_truncations.h"
#include "codegen/ir/temporary_function.h"
#include "codegen/ir/work_item_context.h"
#include "codegen/vectorize/accesses/access_plan.h"
#include "codegen/vectorize/analysis/loops.h"
#include "codegen/vectorize/analysis/private_layout.h"
#include "codegen/vectorize/cost/choose_packet.h"
#include "codegen/vectorize/remarks.h"
#include "codegen/vectorize/tuning.h"
#include "codegen/vectorize/versions/add_row_versions.h"
#include "codegen/vectorize/widen/instructions/widen.h"

namespace mux::compiler {

namespace {

/// Returns the parameters that are varying within a row.
llvm::SmallPtrSet<const llvm::Value *, 8> varying_in_row(llvm::Function &function) {
  const WorkItemContext context = WorkItemContext::of(function);
  llvm::SmallPtrSet<const llvm::Value *, 8> sources;
  sources.insert(context.local_id[0]);
  sources.insert(context.local_index);
  return sources;
}

/// Returns the parameters that are varying within the packet.
llvm::SmallPtrSet<const llvm::Value *, 8> varying_in(llvm::Function &function,
                                                     const Packet &packet) {
  llvm::SmallPtrSet<const llvm::Value *, 8> sources = varying_in_row(function);
  for (unsigned i = 1; i < packet.parts.size(); ++i) {
    if (packet.parts[i] > 1) {
      sources.insert(WorkItemContext::of(function).local_id[i]);
    }
  }
  return sources;
}

/// Halves the number of parts until the private variables of all work-items fit the stack.
llvm::Error fit_stack(llvm::Function &full, Packet &packet) {
  for (unsigned &parts : packet.parts) {
    while (parts > 1 && packet_stack_use(full, packet) > largest_packet_stack_use) {
      parts /= 2;
    }
  }
  if (packet_stack_use(full, packet) > largest_packet_stack_use) {
    return failure("the private variables of a packet do not fit the stack");
  }
  return llvm::Error::success();
}

/// @param linearized was linearized with the local id in y as a varying source.
PartDirection direction_of_parts(llvm::Function &linearized, const SplitKernel &kernel) {
  if (rows_share_loads(linearized)) {
    return PartDirection::y;
  }
  return rows_diverge_less(linearized, kernel) ? PartDirection::rows : PartDirection::x;
}

/// The packets of a region: the full one, and those for the remainder.
struct PacketShapes {
  PacketShapes(const Packet &packet, PartDirection direction, const WorkItemTraits &kernel)
      : full(packet),
        epilogue{packet.lanes},
        block_epilogue{packet.lanes, {1, packet.parts[1], packet.parts[2]}},
        row{packet.lanes, {packet.part_count(), 1, 1}},
        uses_scalar_remainder(has_scalar_remainder(kernel)),
        has_epilogue(!uses_scalar_remainder && (may_have_remainder(kernel, packet, 0) ||
                                                may_have_remainder(kernel, packet, 1) ||
                                                may_have_remainder(kernel, packet, 2))),
        has_block_epilogue(!uses_scalar_remainder && may_have_remainder(kernel, packet, 0) &&
                           block_epilogue.part_count() > 1),
        has_row(!uses_scalar_remainder && may_have_remainder(kernel, packet, 1) &&
                direction == PartDirection::rows) {}

  Packet full;
  Packet epilogue;
  Packet block_epilogue;
  Packet row;
  bool uses_scalar_remainder;
  bool has_epilogue;
  bool has_block_epilogue;
  /// Only for PartDirection::rows: with PartDirection::y, the number of rows is expected to be a
  /// multiple of the packet's.
  bool has_row;
};

/// The plans of a region's packet functions; those that are not needed are nullopt.
struct RegionPlans {
  /// @param function the linearized function of whole packets.
  /// @param remainder the linearized function of remainder packets.
  RegionPlans(llvm::Function &function, llvm::Function &remainder, const PacketShapes &shapes)
      : full(function, shapes.full) {
    if (shapes.has_epilogue) {
      epilogue.emplace(remainder, shapes.epilogue);
    }
    if (shapes.has_block_epilogue) {
      block_epilogue.emplace(remainder, shapes.block_epilogue);
    }
    if (shapes.has_row) {
      row.emplace(function, shapes.row);
    }
  }

  llvm::Error check_widenable() const {
    if (llvm::Error remark = compiler::check_widenable(full)) {
      return remark;
    }
    for (const std::optional<AccessPlan> *plan : {&epilogue, &block_epilogue, &row}) {
      if (plan->has_value()) {
        if (llvm::Error remark = compiler::check_widenable(**plan)) {
          return remark;
        }
      }
    }
    return llvm::Error::success();
  }

  AccessPlan full;
  std::optional<AccessPlan> epilogue;
  std::optional<AccessPlan> block_epilogue;
  std::optional<AccessPlan> row;
};

/// Whether the code uses sizes or counts of groups that change if the ND-range is split.
bool uses_group_sizes(llvm::Function &work_item) {
  const WorkItemContext context = WorkItemContext::of(work_item);
  const auto is_used = [](const llvm::Value *value) { return !value->use_empty(); };
  return std::any_of(context.group_count.begin(), context.group_count.end(), is_used) ||
         std::any_of(context.enqueued_local_size.begin(), context.enqueued_local_size.end(),
                     is_used);
}

/// Whether compilation of the kernel's packets is deferred until it has proven to be worth it. Only
/// possible if its ND-range can be split between any two work-items, so that execution can change
/// to packets in the middle.
bool may_begin_in_loops(const Region &region, const PacketJob &job,
                        const Compilation &compilation) {
  return compilation.tier == CodeTier::quick && compilation.makes_code() &&
         compilation.width.mode == VectorWidth::Mode::automatic && job.mode == PacketMode::region &&
         job.kernel.is_group_independent && !job.kernel.joined_size.has_value() &&
         job.kernel.regions.size() == 1 && !uses_group_sizes(*region.work_item);
}

bool is_large(const llvm::Function &work_item) {
  return work_item.getInstructionCount() > tuning::max_immediate_packet_instructions;
}

llvm::Error begin_in_loops(Region &region) {
  region.is_loop_baseline = true;
  return failure("packets of large kernels are compiled only after enough run time");
}

/// @param full a linearized function.
/// @param plain the same without versions, from which epilogues are generated.
llvm::Error widen_region(Region &region, llvm::Function &full, llvm::Function &plain, Packet packet,
                         PartDirection direction, const PacketJob &job, bool must_pay,
                         Compilation &compilation, std::vector<std::string> &remarks) {
  if (must_pay) {
    if (llvm::Error remark = check_pay_with_remarks(AccessPlan(full, packet), *region.work_item,
                                                    compilation, remarks)) {
      region.prefers_scalar = true;
      return remark;
    }
  }
  if (llvm::Error remark = fit_stack(full, packet)) {
    return remark;
  }
  const PacketShapes shapes(packet, direction, job.kernel);
  const TemporaryFunction epilogue(plain);
  if (shapes.has_epilogue) {
    make_epilogue(*epilogue, packet, job, compilation);
  }
  add_versions({full, packet, shapes.has_row, varying_in(full, packet)}, job, compilation);
  // Not the plan of the cost model: versions have changed addresses and added accesses.
  const RegionPlans plans(full, *epilogue, shapes);
  if (llvm::Error remark = plans.check_widenable()) {
    return remark;
  }
  region.packets = RegionPackets{packet};
  remark_packet(packet, remarks);
  remark_accesses(plans.full, remarks);
  if (!compilation.makes_code()) {
    return llvm::Error::success();
  }
  const auto make = [&](const std::optional<AccessPlan> &plan, PacketUse use) {
    return plan.has_value() ? make_packet(*plan, use, job, compilation) : nullptr;
  };
  region.packets->full = make_packet(plans.full, PacketUse::body, job, compilation);
  region.packets->epilogue = make(plans.epilogue, PacketUse::epilogue);
  region.packets->block_epilogue = make(plans.block_epilogue, PacketUse::epilogue);
  region.packets->row = make(plans.row, PacketUse::body);
  region.packets->alone = shapes.uses_scalar_remainder ? region.work_item : nullptr;
  return llvm::Error::success();
}

}  // namespace

llvm::Error make_region_packets(Region &region, const PacketJob &job, bool must_pay,
                                Compilation &compilation, std::vector<std::string> &remarks) {
  const bool is_quick = compilation.tier == CodeTier::quick;
  const bool waits_if_large = may_begin_in_loops(region, job, compilation);
  if (waits_if_large && is_large(*region.work_item)) {
    restore_truncations(*region.work_item);
    return begin_in_loops(region);
  }
  const TemporaryFunction scalar(*region.work_item);
  restore_truncations(*region.work_item);
  if (llvm::Error remark = prepare(*scalar, job, compilation)) {
    return remark;
  }
  if (waits_if_large && is_large(*scalar)) {
    return begin_in_loops(region);
  }
  if (!WorkItemContext::of(*scalar).local_id[1]->use_empty() && has_loop(*scalar)) {
    const TemporaryFunction full(*scalar);
    llvm::SmallPtrSet<const llvm::Value *, 8> sources = varying_in_row(*full);
    sources.insert(WorkItemContext::of(*full).local_id[1]);
    if (llvm::Error remark = make_linear(*full, sources, compilation)) {
      remark_refusal("packets of several rows", std::move(remark), remarks);
    } else {
      const PartDirection direction = direction_of_parts(*full, job.kernel);
      const Packet packet = choose_packet(*full, job.kernel, direction, job.width, is_quick);
      if (direction != PartDirection::x && packet.parts[1] > 1) {
        return widen_region(region, *full, *full, packet, direction, job, must_pay, compilation,
                            remarks);
      }
    }
  }
  const TemporaryFunction full(*scalar);
  if (llvm::Error remark = make_linear(*full, varying_in_row(*full), compilation)) {
    return remark;
  }
  const auto widen = [&](llvm::Function &function) {
    const Packet packet =
        choose_packet(function, job.kernel, PartDirection::x, job.width, is_quick);
    return widen_region(region, function, *full, packet, PartDirection::x, job, must_pay,
                        compilation, remarks);
  };
  if (!has_flattened_rows(*full)) {
    return widen(*full);
  }
  const TemporaryFunction versions(*full);
  compilation.passes.run("add_row_versions", *versions, [&] { add_row_versions(*versions); });
  return widen(*versions);
}

void remove_packets(Region &region) {
  if (!region.packets.has_value()) {
    return;
  }
  const RegionPackets &packets = *region.packets;
  for (llvm::Function *function :
       {packets.full, packets.epilogue, packets.block_epilogue, packets.row, packets.along_index}) {
    if (function != nullptr) {
      function->eraseFromParent();
    }
  }
  region.packets.reset();
}

}  // namespace mux::compiler

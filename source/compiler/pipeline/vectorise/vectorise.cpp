#include "compiler/pipeline/vectorise/vectorise.h"

#include <llvm/IR/Module.h>

#include <algorithm>

#include "compiler/pipeline/local_atomics.h"
#include "compiler/pipeline/optimise.h"
#include "compiler/pipeline/rolled_loops.h"
#include "compiler/pipeline/streaming_stores.h"
#include "compiler/pipeline/sub_groups.h"
#include "compiler/pipeline/vectorise/choose_packet.h"
#include "compiler/pipeline/vectorise/few_lanes.h"
#include "compiler/pipeline/vectorise/join_components.h"
#include "compiler/pipeline/vectorise/last_barrier.h"
#include "compiler/pipeline/vectorise/linearise.h"
#include "compiler/pipeline/vectorise/loads_first.h"
#include "compiler/pipeline/vectorise/lockstep.h"
#include "compiler/pipeline/vectorise/loops.h"
#include "compiler/pipeline/vectorise/narrow_counters.h"
#include "compiler/pipeline/vectorise/narrow_numbers.h"
#include "compiler/pipeline/vectorise/packet_cost.h"
#include "compiler/pipeline/vectorise/partner_versions.h"
#include "compiler/pipeline/vectorise/prefetch_rounds.h"
#include "compiler/pipeline/vectorise/private_layout.h"
#include "compiler/pipeline/vectorise/restore_bounds.h"
#include "compiler/pipeline/vectorise/restore_indices.h"
#include "compiler/pipeline/vectorise/row_end.h"
#include "compiler/pipeline/vectorise/separate_ends.h"
#include "compiler/pipeline/vectorise/separate_loads.h"
#include "compiler/pipeline/vectorise/spread_counts.h"
#include "compiler/pipeline/vectorise/sub_group_packets.h"
#include "compiler/pipeline/vectorise/temporary_function.h"
#include "compiler/pipeline/vectorise/uniform_exits.h"
#include "compiler/pipeline/vectorise/unmasked_paths.h"
#include "compiler/pipeline/vectorise/unroll_arrays.h"
#include "compiler/pipeline/vectorise/waiting_loops.h"
#include "compiler/pipeline/vectorise/widen.h"
#include "compiler/pipeline/work_item_context.h"

namespace mux::compiler {

namespace {

/// The parameters that differ between the work-items of one row.
llvm::SmallPtrSet<const llvm::Value *, 8> varying_in_row(llvm::Function &function) {
  const WorkItemContext context = WorkItemContext::of(function);
  llvm::SmallPtrSet<const llvm::Value *, 8> sources;
  sources.insert(context.local_id[0]);
  sources.insert(context.local_index);
  return sources;
}

/// Those that differ between the work-items of a packet.
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

/// Takes fewer parts where the private variables of so many work-items would not fit the stack.
bool fit_stack(llvm::Function &full, Packet &packet, std::string &reason) {
  for (unsigned &parts : packet.parts) {
    while (parts > 1 && packet_stack_use(full, packet) > largest_packet_stack_use) {
      parts /= 2;
    }
  }
  if (packet_stack_use(full, packet) > largest_packet_stack_use) {
    reason = "the private variables of so many work-items do not fit the stack";
    return false;
  }
  return true;
}

/// @param linearised with the local id in y among its sources.
PartDirection direction_of_parts(llvm::Function &linearised, const Kernel &kernel) {
  if (rows_share_loads(linearised)) {
    return PartDirection::y;
  }
  return rows_wait_less(linearised, kernel) ? PartDirection::rows : PartDirection::x;
}

/// Widens a linearised function.
bool widen_region(Region &region, llvm::Function &full, Packet packet, PartDirection direction,
                  bool must_pay, llvm::TargetMachine &machine, std::string &reason) {
  if (must_pay && !packets_pay(full, *region.work_item, machine, packet, reason)) {
    region.is_faster_alone = true;
    return false;
  }
  if (!fit_stack(full, packet, reason)) {
    return false;
  }
  // Rows that share loads come in multiples of a packet's; others may be few.
  const bool has_row = direction == PartDirection::rows;
  const TemporaryFunction tail(full);
  stop_at_row_end(*tail);
  // Partners, and what pays for few work-items, hold for packets of one shape.
  if (!has_row) {
    add_partner_versions(full, packet);
  }
  add_unmasked_paths(full);
  if (!has_row) {
    add_few_lanes_paths(full, packet);
  }
  separate_uniform_exits(full, varying_in(full, packet));
  interleave_variables(full, packet.lanes);
  interleave_variables(*tail, packet.lanes);
  const Packet one_part{packet.lanes};
  const Packet side{packet.lanes, {1, packet.parts[1], packet.parts[2]}};
  const bool has_side = side.part_count() > 1;
  const Packet row{packet.lanes, {packet.part_count(), 1, 1}};
  if (!can_widen(full, packet, reason) || !can_widen(*tail, one_part, reason) ||
      (has_side && !can_widen(*tail, side, reason)) || (has_row && !can_widen(full, row, reason))) {
    return false;
  }
  const auto widen = [&machine](llvm::Function &linearised, const Packet &packet) {
    llvm::Function *function = compiler::widen(linearised, packet);
    join_components(*function, machine);
    return function;
  };
  region.packets = RegionPackets{packet, widen(full, packet), widen(*tail, one_part)};
  if (has_side) {
    region.packets->side = widen(*tail, side);
    keep_loops_rolled(*region.packets->side);
  }
  if (has_row) {
    region.packets->row = widen(full, row);
    prefetch_next_rounds(*region.packets->row);
  }
  keep_loops_rolled(*region.packets->tail);
  prefetch_next_rounds(*region.packets->full);
  return true;
}

/// Brings what runs one work-item into the form that linearise() starts from.
/// @param regions how many the kernel has.
void prepare(llvm::Function &scalar, const Kernel &kernel, size_t regions,
             llvm::TargetMachine &machine) {
  split_vectors(scalar, machine);
  separate_loads(scalar);
  restore_bounds(scalar);
  restore_indices(scalar);
  narrow_counters(scalar);
  if (kernel.barriers_diverge) {
    return_last_barrier(scalar, regions - 1);
  } else {
    separate_ends(scalar);
  }
}

/// Turns one region into packet functions.
/// @param regions how many the kernel has.
/// @param has_sub_groups each part of a packet is a sub-group.
bool make_packets(const Kernel &kernel, Region &region, size_t regions,
                  llvm::TargetMachine &machine, const VectorWidth &width, bool has_sub_groups,
                  std::string &reason) {
  const bool must_pay = width.is_estimated();
  const TemporaryFunction scalar(*region.work_item);
  unroll_array_loops(*scalar, machine);
  narrow_numbers(*scalar, machine);
  if (has_sub_groups) {
    set_sub_group_size(*scalar, width.lanes);
  }
  prepare(*scalar, kernel, regions, machine);
  if (may_wait_for_work_items(*scalar)) {
    reason = "work-items may wait for each other";
    return false;
  }
  forget_volatile_local_accesses(*scalar);
  move_loads_first(*scalar);
  if (!WorkItemContext::of(*scalar).local_id[1]->use_empty() && has_loop(*scalar)) {
    const TemporaryFunction full(*scalar);
    llvm::SmallPtrSet<const llvm::Value *, 8> sources = varying_in_row(*full);
    sources.insert(WorkItemContext::of(*full).local_id[1]);
    if (linearise(*full, sources, reason)) {
      const PartDirection direction = direction_of_parts(*full, kernel);
      const Packet packet = choose_packet(*full, kernel, direction, width);
      if (direction != PartDirection::x && packet.parts[1] > 1) {
        return widen_region(region, *full, packet, direction, must_pay, machine, reason);
      }
    }
    reason.clear();
  }
  const TemporaryFunction full(*scalar);
  if (!linearise(*full, varying_in_row(*full), reason)) {
    return false;
  }
  const Packet packet = choose_packet(*full, kernel, PartDirection::x, width);
  return widen_region(region, *full, packet, PartDirection::x, must_pay, machine, reason);
}

/// What sub-groups need besides packets along x.
bool add_packet_along_index(const Kernel &kernel, Region &region, size_t regions,
                            llvm::TargetMachine &machine, std::string &reason) {
  const unsigned lanes = region.packets->packet.lanes;
  const TemporaryFunction scalar(*region.work_item);
  set_sub_group_size(*scalar, lanes);
  prepare(*scalar, kernel, regions, machine);
  region.packets->along_index = make_packet_along_index(*scalar, lanes, reason);
  return region.packets->along_index != nullptr;
}

void remove_packets(Region &region) {
  if (!region.packets.has_value()) {
    return;
  }
  for (llvm::Function *function : {region.packets->full, region.packets->tail, region.packets->side,
                                   region.packets->row, region.packets->along_index}) {
    if (function != nullptr) {
      function->eraseFromParent();
    }
  }
  region.packets.reset();
}

/// Makes the lanes of packets sub-groups, in all regions or, if that is not possible, in none.
bool make_sub_group_packets(const Kernel &kernel, std::vector<Region> &regions,
                            llvm::TargetMachine &machine, uint32_t size, std::string &reason) {
  const VectorWidth width{VectorWidth::Mode::lanes, size};
  for (Region &region : regions) {
    if (!make_packets(kernel, region, regions.size(), machine, width, true, reason) ||
        !add_packet_along_index(kernel, region, regions.size(), machine, reason)) {
      for (Region &made : regions) {
        remove_packets(made);
      }
      return false;
    }
  }
  return true;
}

/// The same for a kernel that does not ask: the lanes of its packets are what sub-groups would be,
/// if they lie along x.
uint32_t unused_sub_group_size(const Kernel &kernel, const std::vector<Region> &regions) {
  if (kernel.order[0] != 0) {
    return 1;
  }
  const auto lanes_of = [](const Region &region) {
    return region.packets.has_value() ? region.packets->packet.lanes : 1U;
  };
  const uint32_t size = lanes_of(regions.front());
  return std::all_of(regions.begin(), regions.end(),
                     [&](const Region &region) { return lanes_of(region) == size; })
             ? size
             : 1;
}

/// Why a kernel is not vectorised, whatever its regions look like; empty if nothing is known.
std::string obstacle(const Kernel &kernel) {
  if (kernel.description.prints) {
    return "it prints, and the texts of work-items are easier to read one after the other";
  }
  if (kernel.is_large) {
    return "it is too large";
  }
  if (kernel.description.storage_per_group != 0) {
    return "its private variables are too large";
  }
  return {};
}

void note_packet(const Packet &packet, Kernel &kernel) {
  for (unsigned i = 0; i < 3; ++i) {
    uint32_t &size = kernel.description.packet_size[kernel.order[i]];
    size = std::max(size, static_cast<uint32_t>(packet.size(i)));
  }
}

std::string describe_packets(const Kernel &kernel) {
  const uint32_t(&size)[3] = kernel.description.packet_size;
  const std::string text = "packets of " + std::to_string(size[0]) + " x " +
                           std::to_string(size[1]) +
                           (size[2] == 1 ? "" : " x " + std::to_string(size[2])) + " work-items";
  constexpr const char *directions[] = {"", ", side by side in y", ", side by side in z"};
  return text + directions[kernel.order[0]];
}

/// Whether the kernel has a function for whole groups now.
bool make_group_function(Kernel &kernel, llvm::TargetMachine &machine, const VectorWidth &width) {
  Packet packet;
  std::string reason;
  kernel.group = widen_group(kernel, *kernel.uncut, machine, width, packet, reason);
  if (kernel.group == nullptr) {
    return false;
  }
  note_packet(packet, kernel);
  kernel.description.sub_group_size = kernel.order[0] == 0 ? packet.lanes : 1;
  kernel.description.vectorisation = describe_packets(kernel) + ", whole groups";
  return true;
}

/// @param reason why the regions without packets have none.
std::string describe(const Kernel &kernel, size_t vectorised, size_t regions,
                     const std::string &reason) {
  const std::string alone = "one work-item at a time: " + reason;
  if (vectorised == 0) {
    return alone;
  }
  const std::string packets = describe_packets(kernel);
  if (vectorised == regions) {
    return packets;
  }
  return packets + "; in " + std::to_string(regions - vectorised) + " of " +
         std::to_string(regions) + " stretches between barriers " + alone;
}

/// Settles what sub-groups are: the lanes of packets, or one work-item each.
/// @return whether all regions have their packets now.
bool settle_sub_groups(Kernel &kernel, std::vector<Region> &regions, llvm::TargetMachine &machine,
                       const VectorWidth &width, std::string &reason) {
  const uint32_t size = choose_sub_group_size(kernel, width);
  if (size > 1 && reason.empty() &&
      make_sub_group_packets(kernel, regions, machine, size, reason)) {
    kernel.description.sub_group_size = size;
    for (const Region &region : regions) {
      note_packet(region.packets->packet, kernel);
      make_sub_groups_of_one(*region.work_item);
    }
    kernel.description.runs_work_items_alone = false;
    kernel.description.vectorisation = describe(kernel, regions.size(), regions.size(), reason) +
                                       "; sub-groups of " + std::to_string(size);
    return true;
  }
  for (const Region &region : regions) {
    make_sub_groups_of_one(*region.work_item);
  }
  return false;
}

/// What else could have been made of a kernel that does not care, where an estimate decided.
/// @param vectorised some of it runs in packets.
std::vector<Way> other_ways(const std::vector<Region> &regions, bool vectorised) {
  if (vectorised) {
    return {Way::loops, Way::scalar};
  }
  const bool could_be = std::any_of(regions.begin(), regions.end(),
                                    [](const Region &region) { return region.is_faster_alone; });
  return could_be ? std::vector{Way::packets, Way::loops, Way::scalar} : std::vector<Way>();
}

}  // namespace

bool vectorise(Kernel &kernel, std::vector<Region> &regions, llvm::TargetMachine &machine,
               const VectorWidth &width, std::string &error) {
  std::string reason;
  std::string reason_of_one;
  if (width.mode == VectorWidth::Mode::scalar || width.mode == VectorWidth::Mode::loops) {
    reason = "vectors of work-items are switched off";
  } else {
    reason = obstacle(kernel);
  }
  const bool in_lockstep = kernel.uncut != nullptr && !kernel.uses_sub_groups && reason.empty() &&
                           make_group_function(kernel, machine, width);
  if (kernel.uncut != nullptr) {
    kernel.uncut->eraseFromParent();
    kernel.uncut = nullptr;
  }
  const bool is_to_be_tried = width.mode == VectorWidth::Mode::automatic && !kernel.uses_sub_groups;
  if (in_lockstep) {
    if (is_to_be_tried) {
      kernel.description.other_ways = other_ways(regions, true);
    }
    return true;
  }
  kernel.description.sub_group_size = 1;
  if (kernel.uses_sub_groups) {
    std::string reason_of_sub_groups = reason;
    if (settle_sub_groups(kernel, regions, machine, width, reason_of_sub_groups)) {
      return true;
    }
    if (kernel.wanted_sub_group_size > 1) {
      error = "kernel '" + kernel.description.name + "' requires sub-groups of " +
              std::to_string(kernel.wanted_sub_group_size) +
              " work-items, but they cannot run side by side: " + reason_of_sub_groups;
      return false;
    }
  }
  size_t vectorised = 0;
  for (Region &region : regions) {
    std::string obstacle_here = reason;
    if (reason.empty() &&
        make_packets(kernel, region, regions.size(), machine, width, false, obstacle_here)) {
      note_packet(region.packets->packet, kernel);
      spread_counts(*region.packets->full, kernel.local_variables);
      add_streaming_stores(*region.packets->full, kernel.description, region.packets->packet.lanes);
      ++vectorised;
    } else {
      reason_of_one = obstacle_here;
    }
  }
  kernel.description.runs_work_items_alone = vectorised < regions.size();
  kernel.description.vectorisation = describe(kernel, vectorised, regions.size(), reason_of_one);
  if (!kernel.uses_sub_groups) {
    kernel.description.sub_group_size = unused_sub_group_size(kernel, regions);
  }
  if (is_to_be_tried) {
    kernel.description.other_ways = other_ways(regions, vectorised != 0);
  }
  return true;
}

}  // namespace mux::compiler

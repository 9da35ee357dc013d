#include "codegen/vectorize/vectorize.h"

#include <llvm/IR/Function.h>

#include <algorithm>

#include "codegen/ir/failure.h"
#include "codegen/ir/noinline_functions.h"
#include "codegen/ir/sub_group_functions.h"
#include "codegen/vectorize/analysis/index_range.h"
#include "codegen/vectorize/lockstep.h"
#include "codegen/vectorize/region_packets.h"
#include "codegen/vectorize/remarks.h"
#include "codegen/vectorize/sub_group_packets.h"
#include "codegen/vectorize/uniform_regions.h"

namespace mux::compiler {

namespace {

using Remarks = std::vector<std::string>;

void add_remarks(const std::string &subject, const Remarks &considered, Remarks &remarks) {
  for (const std::string &remark : considered) {
    remarks.push_back(subject + remark);
  }
}

bool runs_once(const Region &region) {
  return region.runs_once;
}

/// Returns the sub-group size that is reported for a kernel without sub-group functions: the lanes
/// of its packets, if they are along x.
uint32_t unused_sub_group_size(const SplitKernel &kernel) {
  const std::vector<Region> &regions = kernel.regions;
  if (kernel.order[0] != 0) {
    return 1;
  }
  const auto lanes_of = [](const Region &region) {
    return region.packets.has_value() ? region.packets->packet.lanes : 1U;
  };
  const auto first = std::find_if_not(regions.begin(), regions.end(), runs_once);
  const uint32_t size = first == regions.end() ? 1 : lanes_of(*first);
  return std::all_of(
             regions.begin(), regions.end(),
             [&](const Region &region) { return region.runs_once || lanes_of(region) == size; })
             ? size
             : 1;
}

/// Returns the reason not to vectorize any region of a kernel; empty if there is none.
std::string obstacle(const SplitKernel &kernel) {
  if (kernel.many_work_items_print && !kernel.uses_sub_groups) {
    return "it prints, and its output is in the order of work-items";
  }
  if (kernel.effort == Effort::least) {
    return "it is too large";
  }
  if (llvm::any_of(kernel.regions, [](const Region &region) {
        return calls_noinline_functions(*region.work_item);
      })) {
    return "the functions that it calls are too large to inline";
  }
  if (kernel.effort == Effort::no_vectors) {
    return "it has too many branches";
  }
  if (kernel.description.storage_per_group != 0) {
    return "its private variables are too large";
  }
  return {};
}

void note_packet(const Packet &packet, SplitKernel &kernel) {
  for (unsigned i = 0; i < 3; ++i) {
    uint32_t &size = kernel.description.packet_size[kernel.order[i]];
    size = std::max(size, static_cast<uint32_t>(packet.size(i)));
    uint32_t &lanes = kernel.description.lanes[kernel.order[i]];
    lanes = std::max(lanes, i == 0 ? packet.lanes : 1);
  }
}

std::string describe_packets(const SplitKernel &kernel) {
  const uint32_t(&size)[3] = kernel.description.packet_size;
  const std::string text = "packets of " + std::to_string(size[0]) + " x " +
                           std::to_string(size[1]) +
                           (size[2] == 1 ? "" : " x " + std::to_string(size[2])) + " work-items";
  constexpr const char *directions[] = {"", ", vectorized along y", ", vectorized along z"};
  return text + directions[kernel.order[0]];
}

/// Tries to generate a function for whole groups.
/// @return whether the kernel has one.
bool make_group_function(SplitKernel &kernel, Compilation &compilation, Remarks &remarks) {
  Remarks considered;
  llvm::Expected<GroupPacket> group = widen_group(kernel, compilation, considered);
  add_remarks("whole groups: ", considered, remarks);
  if (!group) {
    remark_refusal("whole groups", group.takeError(), remarks);
    return false;
  }
  remark_packet(group->packet, remarks);
  kernel.group = group->function;
  note_packet(group->packet, kernel);
  kernel.description.sub_group_size = kernel.order[0] == 0 ? group->packet.lanes : 1;
  kernel.description.vectorization = describe_packets(kernel) + ", whole groups";
  return true;
}

/// @param vectorized the number of regions with packets.
/// @param regions the number of regions that are executed by each work-item.
/// @param reason why the regions without packets have none.
std::string describe(const SplitKernel &kernel, size_t vectorized, size_t regions,
                     const std::string &reason) {
  const std::string alone = "one work-item at a time: " + reason;
  if (vectorized == 0) {
    return alone;
  }
  const std::string packets = describe_packets(kernel);
  if (vectorized == regions) {
    return packets;
  }
  return packets + "; in " + std::to_string(regions - vectorized) + " of " +
         std::to_string(regions) + " regions between barriers " + alone;
}

/// Makes sub-groups the lanes of packets.
/// @return an error with the reason why they cannot be.
llvm::Error use_lanes_as_sub_groups(SplitKernel &kernel, Compilation &compilation,
                                    Remarks &remarks) {
  const uint32_t size = choose_sub_group_size(kernel, compilation.width);
  if (size == 1) {
    return failure("vectorization is disabled");
  }
  if (llvm::Error remark = make_sub_group_packets(kernel, size, compilation, remarks)) {
    return remark;
  }
  kernel.description.sub_group_size = size;
  for (const Region &region : kernel.regions) {
    note_packet(region.packets->packet, kernel);
  }
  kernel.description.has_scalar_code = false;
  kernel.description.vectorization =
      describe(kernel, kernel.regions.size(), kernel.regions.size(), {}) + "; sub-groups of " +
      std::to_string(size);
  return llvm::Error::success();
}

/// Returns the strategies to compare with the one that the cost model chose.
/// @param vectorized whether any region has packets.
std::vector<VectorizationStrategy> alternative_strategies(const std::vector<Region> &regions,
                                                          bool vectorized) {
  if (vectorized) {
    return {VectorizationStrategy::loops, VectorizationStrategy::scalar};
  }
  const bool could_be = std::any_of(regions.begin(), regions.end(),
                                    [](const Region &region) { return region.prefers_scalar; });
  return could_be ? std::vector{VectorizationStrategy::packets, VectorizationStrategy::loops,
                                VectorizationStrategy::scalar}
                  : std::vector<VectorizationStrategy>();
}

/// Returns the prefix of remarks about the region.
std::string describe_place(const Region &region, const SplitKernel &kernel) {
  const size_t count = kernel.regions.size();
  const auto number = static_cast<size_t>(&region - kernel.regions.data()) + 1;
  return count == 1 ? ""
                    : "region " + std::to_string(number) + " of " + std::to_string(count) + ": ";
}

/// Generates packets for each region that can be vectorized.
/// @param obstacle the reason not to vectorize any; empty if there is none.
void vectorize_regions(SplitKernel &kernel, const std::string &obstacle, Compilation &compilation,
                       Remarks &remarks) {
  const PacketJob job{kernel, PacketMode::region, compilation.width};
  const size_t once = std::count_if(kernel.regions.begin(), kernel.regions.end(), runs_once);
  size_t vectorized = 0;
  std::string reason =
      once == kernel.regions.size() ? "no region depends on the work-item" : obstacle;
  for (Region &region : kernel.regions) {
    if (!obstacle.empty()) {
      break;
    }
    if (region.runs_once) {
      continue;
    }
    Remarks considered;
    if (llvm::Error remark = make_region_packets(region, job, compilation.width.is_estimated(),
                                                 compilation, considered)) {
      reason = llvm::toString(std::move(remark));
    } else {
      note_packet(region.packets->packet, kernel);
      ++vectorized;
    }
    add_remarks(describe_place(region, kernel), considered, remarks);
  }
  kernel.description.has_scalar_code = vectorized + once < kernel.regions.size();
  kernel.description.is_loop_baseline =
      std::any_of(kernel.regions.begin(), kernel.regions.end(),
                  [](const Region &region) { return region.is_loop_baseline; });
  kernel.description.vectorization_failed =
      obstacle.empty() && vectorized == 0 && once < kernel.regions.size() &&
      std::none_of(
          kernel.regions.begin(), kernel.regions.end(),
          [](const Region &region) { return region.prefers_scalar; });
  kernel.description.vectorization =
      describe(kernel, vectorized, kernel.regions.size() - once, reason);
}

void allow_large_ids_in_regions(const SplitKernel &kernel) {
  for (const Region &region : kernel.regions) {
    allow_large_ids(*region.work_item);
  }
  if (kernel.unsplit != nullptr) {
    allow_large_ids(*kernel.unsplit);
  }
}

llvm::Error choose_and_make(SplitKernel &kernel, Compilation &compilation, Remarks &remarks) {
  const VectorWidth::Mode mode = compilation.width.mode;
  const bool is_switched_off =
      mode == VectorWidth::Mode::scalar || mode == VectorWidth::Mode::loops;
  const std::string reason = is_switched_off ? "vectorization is disabled" : obstacle(kernel);
  const bool in_lockstep = kernel.unsplit != nullptr && !kernel.uses_sub_groups && reason.empty() &&
                           make_group_function(kernel, compilation, remarks);
  if (kernel.unsplit != nullptr) {
    kernel.unsplit->eraseFromParent();
    kernel.unsplit = nullptr;
  }
  if (kernel.regions.size() > 1 && !kernel.uses_sub_groups) {
    for (Region &region : kernel.regions) {
      region.runs_once = is_work_item_independent(*region.work_item);
    }
  }
  const bool is_to_be_tried = mode == VectorWidth::Mode::automatic && !kernel.uses_sub_groups;
  if (in_lockstep) {
    if (is_to_be_tried) {
      kernel.description.alternative_strategies = alternative_strategies(kernel.regions, true);
    }
    return llvm::Error::success();
  }
  kernel.description.sub_group_size = 1;
  if (kernel.uses_sub_groups) {
    llvm::Error remark =
        reason.empty() ? use_lanes_as_sub_groups(kernel, compilation, remarks) : failure(reason);
    for (const Region &region : kernel.regions) {
      make_sub_groups_of_one(*region.work_item);
    }
    if (!remark) {
      return llvm::Error::success();
    }
    if (kernel.wanted_sub_group_size > 1) {
      return failure(
          "kernel '" + kernel.description.name + "' requires sub-groups of " +
          llvm::Twine(kernel.wanted_sub_group_size) +
          " work-items, but it cannot be vectorized: " + llvm::toString(std::move(remark)));
    }
    llvm::consumeError(std::move(remark));
  }
  vectorize_regions(kernel, reason, compilation, remarks);
  const bool is_vectorized =
      std::any_of(kernel.regions.begin(), kernel.regions.end(),
                  [](const Region &region) { return region.packets.has_value(); });
  if (!kernel.uses_sub_groups) {
    kernel.description.sub_group_size = unused_sub_group_size(kernel);
  }
  if (is_to_be_tried) {
    kernel.description.alternative_strategies =
        alternative_strategies(kernel.regions, is_vectorized);
  }
  return llvm::Error::success();
}

}  // namespace

llvm::Error vectorize(SplitKernel &kernel, Compilation &compilation) {
  if (kernel.has_large_ids()) {
    allow_large_ids_in_regions(kernel);
  }
  Remarks remarks;
  llvm::Error error = choose_and_make(kernel, compilation, remarks);
  for (const std::string &remark : remarks) {
    kernel.description.vectorization += "\n  " + remark;
  }
  return error;
}

}  // namespace mux::compiler

#include "host/specialize/range_kind.h"

#include <algorithm>
#include <iterator>

#include "compiler/abi/tiny_groups.h"
#include "host/specialize/tuning.h"

namespace mux::host {
namespace {

bool requires_local_size(const compiler::KernelDescription &kernel) {
  return kernel.required_local_size[0] != 0;
}

compiler::FixedRange fixed_range_of(const CommandRange &range) {
  compiler::FixedRange fixed;
  std::copy(std::begin(range.local_size), std::end(range.local_size), fixed.local_size);
  fixed.no_offset = std::all_of(std::begin(range.global_offset), std::end(range.global_offset),
                                [](uint64_t offset) { return offset == 0; });
  fixed.local_blocks = range.local_blocks;
  return fixed;
}

/// Number of dimensions up to the last one that has more than one work-item or an offset; at least
/// 1.
uint32_t dimensions_of(const compiler::NdRange &range) {
  uint32_t dimensions = 3;
  while (dimensions > 1 && range.global_size[dimensions - 1] == 1 &&
         range.local_size[dimensions - 1] == 1 && range.global_offset[dimensions - 1] == 0) {
    --dimensions;
  }
  return dimensions;
}

bool has_small_ids(const compiler::NdRange &range) {
  for (int i = 0; i < 3; ++i) {
    if (range.global_offset[i] + range.global_size[i] >= compiler::small_id_limit) {
      return false;
    }
  }
  return true;
}

/// Sets shape.multiple_of if the packet size divides the local size, so that code needs no
/// remainder. Other divisors do not affect code. Precondition: all groups are full.
void note_multiples(const compiler::KernelDescription &kernel, const compiler::NdRange &range,
                    compiler::RangeShape &shape) {
  if (std::equal(std::begin(range.local_size), std::end(range.local_size),
                 std::begin(kernel.packet_size),
                 [](uint64_t size, uint32_t packet) { return size % packet == 0; })) {
    std::copy(std::begin(kernel.packet_size), std::end(kernel.packet_size),
              shape.multiple_of.begin());
  }
}

bool takes_local_memory(const compiler::KernelDescription &kernel) {
  return std::any_of(kernel.arguments.begin(), kernel.arguments.end(), [](const auto &argument) {
    return argument.kind == compiler::ArgumentKind::local_buffer;
  });
}

bool may_run_in_loops(const compiler::KernelDescription &kernel) {
  return std::find(kernel.alternative_strategies.begin(), kernel.alternative_strategies.end(),
                   compiler::VectorizationStrategy::loops) != kernel.alternative_strategies.end();
}

}  // namespace

bool has_full_groups_only(const compiler::NdRange &range) {
  for (int i = 0; i < 3; ++i) {
    if (range.local_size[i] == 0 || range.global_size[i] % range.local_size[i] != 0) {
      return false;
    }
  }
  return true;
}

RangeKind without_blocks(RangeKind kind) {
  if (kind.range.has_value()) {
    kind.range->local_blocks = {};
  }
  return kind;
}

compiler::LocalBlocks blocks_of(const RangeKind &kind) {
  return kind.range.has_value() ? kind.range->local_blocks : compiler::LocalBlocks();
}

bool has_large_remainder(const compiler::KernelDescription &kernel,
                         const compiler::NdRange &range) {
  double whole = 1;
  for (int i = 0; i < 3; ++i) {
    const uint64_t size = range.global_size[i];
    whole *= static_cast<double>(size - size % kernel.packet_size[i]) / static_cast<double>(size);
  }
  return 1 - whole > tuning::remainder_threshold;
}

bool may_join_groups(const compiler::KernelDescription &kernel, const RangeKind &kind) {
  return kernel.is_group_independent ||
         (kind.range.has_value() && compiler::are_tiny_groups(kind.range->local_size));
}

std::optional<compiler::VectorizationStrategy> strategy_of(
    const compiler::KernelDescription &kernel, const RangeKind &kind) {
  const bool may_be_joined = !kind.range.has_value() || may_join_groups(kernel, kind);
  return may_be_joined && !kind.shape.has_long_rows && may_run_in_loops(kernel)
             ? std::optional(compiler::VectorizationStrategy::loops)
             : std::nullopt;
}

compiler::Specialization packets_of(const RangeKind &kind) {
  return {kind.range,
          {},
          compiler::VectorizationStrategy::packets,
          kind.shape,
          compiler::CodeTier::quick};
}

RangeKind kind_of(const compiler::KernelDescription &kernel, const CommandRange &range) {
  RangeKind kind;
  if ((kernel.local_size_matters || requires_local_size(kernel)) && has_full_groups_only(range)) {
    kind.range = fixed_range_of(range);
  }
  const uint64_t(&sizes)[3] = may_join_groups(kernel, kind) ? range.global_size : range.local_size;
  kind.shape.dimensions = dimensions_of(range);
  kind.shape.has_small_ids = has_small_ids(range);
  kind.shape.lane_dimension = kernel.has_flexible_lane_dimension
                                  ? compiler::choose_lane_dimension(sizes, kernel.row_dimension)
                                  : kernel.row_dimension;
  const uint32_t lanes = *std::max_element(std::begin(kernel.lanes), std::end(kernel.lanes));
  kind.shape.has_long_rows =
      sizes[kind.shape.lane_dimension] >= lanes / compiler::min_occupancy_divisor;
  if (kernel.is_group_independent && has_full_groups_only(range)) {
    note_multiples(kernel, range, kind.shape);
  }
  kind.shape.has_distinct_buffers = kernel.distinct_buffers_matter && range.has_distinct_buffers;
  if (kernel.opaque_arguments_matter) {
    kind.shape.opaque_arguments = range.opaque_arguments;
  }
  return kind;
}

std::optional<RangeKind> likely_kind(const compiler::KernelDescription &kernel) {
  if (kernel.dimensions == 0 || kernel.opaque_arguments_matter ||
      (kernel.local_size_matters && !requires_local_size(kernel)) ||
      (requires_local_size(kernel) && takes_local_memory(kernel))) {
    return std::nullopt;
  }
  constexpr uint64_t many = 1024;
  CommandRange range{};
  range.has_distinct_buffers = true;
  for (uint32_t i = 0; i < 3; ++i) {
    const uint64_t required = kernel.required_local_size[i];
    const bool is_used = i < kernel.dimensions;
    range.local_size[i] = required != 0 ? required : is_used ? many : 1;
    range.global_size[i] = range.local_size[i] * (is_used ? many : 1);
  }
  RangeKind kind = kind_of(kernel, range);
  if (kernel.is_group_independent) {
    // The actual local size may be smaller than assumed.
    kind.shape.multiple_of = compiler::RangeShape().multiple_of;
    kind.shape.scalar_remainder = true;
  }
  return kind;
}

}  // namespace mux::host

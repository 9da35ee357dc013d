#include "gallium/compute/grid.h"

#include <algorithm>

namespace mux::gallium {

bool Range::is_empty() const {
  return std::ranges::any_of(size, [](size_t extent) { return extent == 0; });
}

namespace {

uint32_t dimensions_of(const mux_gallium_grid_info_t &info) {
  return info.work_dim != 0 ? info.work_dim : 3;
}

}  // namespace

Range range_of(const mux_gallium_screen_info_t &limits, const mux_gallium_grid_info_t &info,
               const std::array<uint32_t, 3> &groups) {
  Range range{dimensions_of(info), {1, 1, 1}, {0, 0, 0}, {1, 1, 1}};
  for (uint32_t dimension = 0; dimension < range.dimensions; ++dimension) {
    require_valid(groups.at(dimension) <= limits.max_compute_grid_size[dimension],
                  "the grid has too many work-groups");
    const size_t block = info.block[dimension];
    const size_t last = info.last_block[dimension] != 0 ? info.last_block[dimension] : block;
    range.block.at(dimension) = block;
    range.offset.at(dimension) = info.grid_base[dimension];
    range.size.at(dimension) =
        groups.at(dimension) != 0 ? (groups.at(dimension) - 1) * block + last : 0;
  }
  return range;
}

void check_blocks(const mux_gallium_screen_info_t &limits, const EntryPoint &entry_point,
                  const mux_gallium_grid_info_t &info) {
  require_valid(info.work_dim <= 3, "a grid has at most three dimensions");
  uint64_t work_items = 1;
  for (uint32_t dimension = 0; dimension < dimensions_of(info); ++dimension) {
    const uint32_t block = info.block[dimension];
    require_valid(block != 0 && block <= limits.max_compute_block_size[dimension],
                  "the block is empty or too large");
    require_valid(info.last_block[dimension] <= block, "the last block is larger than a block");
    const uint64_t required = entry_point.info.required_local_size[dimension];
    require_valid(required == 0 || required == block, "the program requires another block");
    work_items *= block;
  }
  require_valid(work_items <= std::min<uint64_t>(limits.max_compute_work_group_invocations,
                                                 entry_point.info.max_local_size),
                "the block has too many work-items");
}

mux_result_t record_range(mux_command_buffer_t commands, const EntryPoint &entry_point,
                          std::span<mux_descriptor_info_t> descriptors, const Range &range,
                          uint32_t wait_count, const mux_sync_point_t *waits,
                          mux_sync_point_t *sync_point) {
  mux_ndrange_options_t options{};
  options.descriptors = descriptors.empty() ? nullptr : descriptors.data();
  options.descriptors_length = descriptors.size();
  std::ranges::copy(range.block, options.local_size);
  options.global_offset = range.offset.data();
  options.global_size = range.size.data();
  options.dimensions = range.dimensions;
  return muxCommandNDRange(commands, entry_point.kernel, options, wait_count, waits, sync_point);
}

}  // namespace mux::gallium

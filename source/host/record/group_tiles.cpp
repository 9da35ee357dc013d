#include "host/record/group_tiles.h"

#include <algorithm>

#include "compiler/abi/kernel_abi.h"
#include "compiler/abi/kernel_description.h"
#include "compiler/abi/specialization.h"
#include "host/record/recorded_command.h"
#include "host/record/tuning.h"
#include "host/support/divide_up.h"

namespace mux::host {
namespace {

/// Returns the largest tile size that balances the load. With few groups, somewhat smaller tiles
/// may be better: 64 groups are 11 tiles of 6, of which one of two compute units runs 6, but 16
/// tiles of 4. With many groups, all sizes leave the same number of tiles to each compute unit.
/// @param groups groups, or other units of tiles.
uint64_t fair_share(uint64_t groups, uint64_t compute_units) {
  const uint64_t tiles = compute_units * tuning::tiles_per_compute_unit;
  const uint64_t most = divide_up(groups, tiles);
  if (most > tiles) {
    return most;
  }
  const auto longest_share = [&](uint64_t size) {
    return divide_up(divide_up(groups, size), compute_units) * size;
  };
  uint64_t best = most;
  for (uint64_t size = most; 2 * size > most; --size) {
    if (longest_share(size) < longest_share(best)) {
      best = size;
    }
  }
  return best;
}

/// Returns the granularity of tile sizes, in groups: whole packets, as long as each compute unit
/// gets one, because remainder work-items may run one at a time. Measured: column sums in groups of
/// 16, in packets of 64, took ten times as long in tiles of one group. With fewer groups, `least`,
/// so that no compute unit is idle.
/// @param groups number in this dimension, of all tiles together.
/// @param least granularity otherwise.
uint64_t tile_granularity(const NdRangeRecord &record, uint32_t dimension, uint64_t groups,
                          uint64_t compute_units, uint64_t least) {
  const uint64_t packet_groups =
      divide_up(record.kernel->packet_size[dimension], record.range.local_size[dimension]);
  return packet_groups * compute_units <= groups ? packet_groups : least;
}

uint64_t round_up(uint64_t value, uint64_t step) {
  return divide_up(value, step) * step;
}

}  // namespace

uint64_t groups_of_tile(const NdRangeRecord &record, uint64_t compute_units) {
  const uint64_t fair = std::max<uint64_t>(fair_share(record.group_count, compute_units), 1);
  const compiler::KernelDescription &kernel = *record.kernel;
  if (!kernel.is_group_independent || record.group_count == 0) {
    return fair;
  }
  const compiler::NdRange &range = record.range;
  const uint32_t along =
      kernel.has_flexible_lane_dimension
          ? compiler::choose_lane_dimension(range.global_size, kernel.row_dimension)
          : kernel.row_dimension;
  // Packet sizes in the description apply only if lanes are along the row dimension.
  const bool is_turned = along != kernel.row_dimension;
  const uint64_t row_groups = range.group_count[along];
  if (fair >= row_groups) {
    const uint64_t rows = divide_up(record.group_count, row_groups);
    const uint64_t fair_rows = std::max<uint64_t>(fair_share(rows, compute_units), 1);
    const uint32_t across = along == 0 ? 1 : 0;
    const uint64_t step =
        is_turned ? 1 : tile_granularity(record, across, rows, compute_units, /*least=*/1);
    return row_groups * round_up(fair_rows, step);
  }
  const uint64_t vector_groups = divide_up(kernel.lanes[along], range.local_size[along]);
  const uint64_t step =
      is_turned ? vector_groups
                : tile_granularity(record, along, record.group_count, compute_units, vector_groups);
  return std::min(round_up(fair, step), row_groups);
}

}  // namespace mux::host

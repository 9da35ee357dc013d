#include "host/record/group_tiles.h"

#include <algorithm>

#include "compiler/abi/kernel_abi.h"
#include "host/record/recorded_command.h"
#include "host/record/tuning.h"
#include "host/support/divide_up.h"

namespace mux::host {
namespace {

/// Where groups are few, tiles of a little less may share them out better: 64 groups are 11 tiles
/// of 6, of which one of two compute units runs 6, but 16 tiles of 4. Of many groups all sizes
/// leave the same number of tiles to each compute unit.
/// @param groups or whatever else tiles consist of.
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

}  // namespace

uint64_t groups_of_tile(const NdRangeRecord &record, uint64_t compute_units) {
  const uint64_t fair = std::max<uint64_t>(fair_share(record.group_count, compute_units), 1);
  const compiler::KernelDescription &kernel = *record.kernel;
  if (!kernel.ignores_groups || record.group_count == 0) {
    return fair;
  }
  const compiler::NdRange &range = record.range;
  const uint32_t along = kernel.lanes_may_turn
                             ? compiler::dimension_of_lanes(range.global_size, kernel.row_dimension)
                             : kernel.row_dimension;
  const uint64_t row_groups = range.group_count[along];
  if (fair >= row_groups) {
    const uint64_t rows = divide_up(record.group_count, row_groups);
    return row_groups * std::max<uint64_t>(fair_share(rows, compute_units), 1);
  }
  const uint64_t vector_groups = divide_up(kernel.lanes[along], range.local_size[along]);
  return std::min(divide_up(fair, vector_groups) * vector_groups, row_groups);
}

}  // namespace mux::host

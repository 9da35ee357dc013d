// Sizes of the tiles that ND-ranges are split into.

#include <catch2/catch.hpp>
#include <cstdint>

#include "host/record/group_tiles.h"
#include "host/record/recorded_command.h"

namespace mux::test::group_tiles {

using namespace mux::compiler;
using namespace mux::host;

namespace {

struct Sizes {
  uint64_t global[2];
  uint64_t local[2];
};

/// The tile size of a kernel in groups of these sizes.
uint64_t tile_of(const Sizes &sizes, const KernelDescription &kernel, uint64_t compute_units) {
  NdRangeRecord record{};
  record.kernel = &kernel;
  record.range.dimensions = 2;
  record.group_count = 1;
  for (int i = 0; i < 3; ++i) {
    record.range.global_size[i] = i < 2 ? sizes.global[i] : 1;
    record.range.local_size[i] = i < 2 ? sizes.local[i] : 1;
    record.range.group_count[i] =
        (record.range.global_size[i] + record.range.local_size[i] - 1) / record.range.local_size[i];
    record.group_count *= record.range.group_count[i];
  }
  return groups_of_tile(record, compute_units);
}

/// The tile size of a kernel whose lanes are along x or y.
uint64_t tile_of(const Sizes &sizes, uint32_t row_dimension, bool is_group_independent,
                 uint64_t compute_units) {
  KernelDescription kernel;
  kernel.is_group_independent = is_group_independent;
  kernel.row_dimension = row_dimension;
  kernel.has_flexible_lane_dimension = row_dimension != 0;
  kernel.lanes[row_dimension] = 16;
  kernel.packet_size[row_dimension] = 16;
  return tile_of(sizes, kernel, compute_units);
}

/// The tile size of a kernel with joined groups, in packets of 16 lanes along x and `packet_y`
/// work-items along y.
uint64_t tile_in_packets(const Sizes &sizes, uint32_t packet_x, uint32_t packet_y,
                         uint64_t compute_units) {
  KernelDescription kernel;
  kernel.is_group_independent = true;
  kernel.lanes[0] = 16;
  kernel.packet_size[0] = packet_x;
  kernel.packet_size[1] = packet_y;
  return tile_of(sizes, kernel, compute_units);
}

}  // namespace

TEST_CASE("Tiles: groups are distributed") {
  CHECK(tile_of({{64, 1}, {1, 1}}, 0, false, 2) == 4);
  CHECK(tile_of({{1024, 1}, {1, 1}}, 0, false, 2) == 86);
  CHECK(tile_of({{1, 1}, {1, 1}}, 0, false, 8) == 1);
  CHECK(tile_of({{0, 1}, {1, 1}}, 0, true, 8) == 1);
}

TEST_CASE("Tiles: short rows of joined groups are not split") {
  // 8 groups in y for each of 64 in x.
  CHECK(tile_of({{512, 8}, {8, 1}}, 1, true, 2) % 8 == 0);
  CHECK(tile_of({{512, 8}, {8, 1}}, 1, false, 2) % 8 != 0);
  // Along x, because there are few in y.
  CHECK(tile_of({{64, 7}, {8, 1}}, 1, true, 1) % 8 == 0);
  // All compute units get tiles.
  for (const uint64_t units : {1, 2, 4, 8}) {
    const uint64_t tile = tile_of({{1000, 1000}, {10, 10}}, 0, true, units);
    CHECK(tile % 100 == 0);
    CHECK(tile * units <= 10000 + 99 * units);
  }
}

TEST_CASE("Tiles: long rows are split at vector boundaries") {
  // 6 groups each, rounded to packets.
  CHECK(tile_of({{144, 1}, {2, 1}}, 0, true, 2) == 8);
  CHECK(tile_of({{144, 1}, {2, 1}}, 0, false, 2) == 6);
  CHECK(tile_of({{1152, 1}, {16, 1}}, 0, true, 2) == 6);
  // No longer than the row.
  CHECK(tile_of({{6, 100}, {1, 10}}, 0, true, 64) == 6);
}

TEST_CASE("Tiles: whole packets if each compute unit gets one") {
  CHECK(tile_in_packets({{144, 1}, {16, 1}}, 64, 1, 1) == 4);
  CHECK(tile_in_packets({{144, 1}, {16, 1}}, 64, 1, 2) == 4);
  CHECK(tile_in_packets({{1152, 1}, {16, 1}}, 64, 1, 2) == 8);
  // With few packets not every compute unit gets one, but all packets are whole.
  CHECK(tile_in_packets({{144, 1}, {16, 1}}, 64, 1, 4) == 1);
  CHECK(tile_in_packets({{144, 1}, {8, 1}}, 64, 1, 4) == 2);
}

TEST_CASE("Tiles: packets are unknown for another dimension of lanes") {
  KernelDescription kernel;
  kernel.is_group_independent = true;
  kernel.has_flexible_lane_dimension = true;
  kernel.row_dimension = 1;
  kernel.lanes[1] = 16;
  kernel.packet_size[1] = 64;
  // Along x, because there are few in y: each of the four rows is one group.
  CHECK(tile_of({{16, 4}, {16, 1}}, kernel, 4) == 1);
}

TEST_CASE("Tiles: as many whole rows of groups as the packet height") {
  for (const uint64_t units : {1, 2, 4, 8}) {
    CHECK(tile_in_packets({{64, 500}, {64, 1}}, 16, 4, units) % 4 == 0);
    CHECK(tile_in_packets({{64, 500}, {64, 2}}, 16, 4, units) % 2 == 0);
  }
  CHECK(tile_in_packets({{64, 7}, {64, 1}}, 16, 4, 2) == 1);
  CHECK(tile_in_packets({{64, 8}, {64, 1}}, 16, 4, 2) == 4);
}

}  // namespace mux::test::group_tiles

// Validation of regions: inside the buffer and without overlap, compared with a computation byte by
// byte.

#include <algorithm>
#include <catch2/catch.hpp>
#include <random>
#include <vector>

#include "fake_objects.h"
#include "fixtures.h"

namespace mux::test::regions {

namespace {

/// Marks the bytes of one side of a region; returns false if one is outside or was marked before.
bool mark(const mux_extent_3d_t &region, const mux_extent_3d_t &origin, const mux_extent_2d_t &desc,
          std::vector<int> &owners, int owner) {
  for (size_t z = 0; z < region.z; ++z) {
    for (size_t y = 0; y < region.y; ++y) {
      for (size_t x = 0; x < region.x; ++x) {
        const size_t byte = origin.x + x + (origin.y + y) * desc.x + (origin.z + z) * desc.y;
        if (byte >= owners.size() || (owners[byte] != 0 && owners[byte] != owner)) {
          return false;
        }
        owners[byte] = owner;
      }
    }
  }
  return true;
}

class RegionsFixture : public FakeTargetFixture {
 public:
  mux_result_t read(std::vector<mux_buffer_region_info_t> regions) {
    return muxCommandReadBufferRegions(&objects.command_buffer, &objects.buffer, host,
                                       regions.data(), regions.size(), 0, nullptr, nullptr);
  }
  mux_result_t write(std::vector<mux_buffer_region_info_t> regions) {
    for (mux_buffer_region_info_t &region : regions) {
      std::swap(region.src_origin, region.dst_origin);
      std::swap(region.src_desc, region.dst_desc);
    }
    return muxCommandWriteBufferRegions(&objects.command_buffer, &objects.buffer, host,
                                        regions.data(), regions.size(), 0, nullptr, nullptr);
  }
};

}  // namespace

TEST_CASE_METHOD(RegionsFixture,
                 "muxCommandReadBufferRegions.rc05, rc06, muxCommandWriteBufferRegions.rc05, rc06: "
                 "random regions",
                 "[regions]") {
  const uint32_t seed = random_seed();
  INFO("MUX_TEST_SEED=" << seed);
  std::mt19937 random(seed);
  const auto pick = [&](size_t low, size_t high) {
    return std::uniform_int_distribution<size_t>(low, high)(random);
  };
  const size_t size = objects.buffer.memory_requirements.size;
  int accepted = 0;
  int rejected = 0;
  for (int round = 0; round < 20000; ++round) {
    std::vector<mux_buffer_region_info_t> regions(pick(1, 4));
    const bool same_pitches = pick(0, 1) == 0;
    mux_extent_2d_t shared = {pick(8, 16), pick(16, 64)};
    std::vector<int> owners(size, 0);
    bool expected = true;
    for (size_t index = 0; index < regions.size(); ++index) {
      mux_buffer_region_info_t &info = regions[index];
      info.region = {pick(1, 8), pick(1, 4), pick(1, 3)};
      info.src_origin = {pick(0, 20), pick(0, 4), pick(0, 2)};
      info.src_desc =
          same_pitches ? shared : mux_extent_2d_t{pick(info.region.x, 16), pick(info.region.y, 64)};
      info.dst_desc = {info.region.x, std::max(info.region.x, info.region.y) * info.region.y};
      expected =
          mark(info.region, info.src_origin, info.src_desc, owners, static_cast<int>(index) + 1) &&
          expected;
    }
    const mux_result_t result = expected ? mux_success : mux_error_invalid_value;
    const mux_result_t read_result = read(regions);
    const mux_result_t write_result = write(regions);
    if (read_result != result || write_result != result) {
      CAPTURE(round, regions.size(), same_pitches, expected);
      CHECK(read_result == result);
      REQUIRE(write_result == result);
    }
    (expected ? accepted : rejected)++;
  }
  // Otherwise the test would prove little.
  CHECK(accepted > 1000);
  CHECK(rejected > 1000);
}

TEST_CASE_METHOD(RegionsFixture, "regions whose addresses do not fit in 64 bits are rejected",
                 "[regions]") {
  const size_t huge = SIZE_MAX;
  const mux_buffer_region_info_t valid = {{4, 2, 2}, {0, 0, 0}, {0, 0, 0}, {8, 32}, {8, 32}};
  REQUIRE(read({valid}) == mux_success);
  for (size_t origin = 0; origin < 3; ++origin) {
    mux_buffer_region_info_t region = valid;
    size_t *const members[] = {&region.src_origin.x, &region.src_origin.y, &region.src_origin.z};
    *members[origin] = huge;
    CAPTURE(origin);
    CHECK(read({region}) == mux_error_invalid_value);
    CHECK(write({region}) == mux_error_invalid_value);
    std::swap(region.src_origin, region.dst_origin);
    CHECK(read({region}) == mux_error_invalid_value);
    CHECK(write({region}) == mux_error_invalid_value);
  }
  mux_buffer_region_info_t wide = valid;
  wide.src_desc = {huge, huge};
  CHECK(read({wide}) == mux_error_invalid_value);
  // A pitch of a dimension with size 1 is ignored.
  wide.region = {4, 1, 1};
  CHECK(read({wide}) == mux_success);
}

TEST_CASE_METHOD(RegionsFixture, "many regions of one picture: tiles that touch do not overlap",
                 "[regions]") {
  objects.buffer.memory_requirements.size = 1 << 20;
  std::vector<mux_buffer_region_info_t> tiles;
  for (size_t y = 0; y < 16; ++y) {
    for (size_t x = 0; x < 16; ++x) {
      tiles.push_back({{64, 64, 1}, {x * 64, y * 64, 0}, {0, 0, 0}, {1024, 64}, {64, 64}});
    }
  }
  CHECK(read(tiles) == mux_success);
  std::reverse(tiles.begin(), tiles.end());
  CHECK(read(tiles) == mux_success);
  tiles[17].src_origin.x += 1;
  CHECK(read(tiles) == mux_error_invalid_value);
  CHECK(last_error_has("overlap"));
}

}  // namespace mux::test::regions

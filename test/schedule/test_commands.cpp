// Commands have the right effects, whole and in tiles, and in the order in which they were
// recorded.

#include <algorithm>
#include <numeric>

#include "support.h"

namespace mux::test::commands {

TEST_CASE("Schedule: commands take effect in the order they were recorded") {
  Fixture fixture;
  std::vector<int32_t> data(10'000, 0);
  std::vector<int32_t> source(data.size());
  std::vector<int32_t> result(data.size());
  std::iota(source.begin(), source.end(), 5);
  const size_t bytes = data.size() * sizeof(int32_t);
  mux_buffer_t buffer = fixture.buffer_over(data.data(), bytes);
  Commands commands(fixture);
  REQUIRE(muxCommandWriteBuffer(commands, buffer, 0, source.data(), bytes, 0, nullptr, nullptr) ==
          mux_success);
  mux_kernel_t increment = fixture.kernel("increment");
  for (int index = 0; index < 7; ++index) {
    commands.run(increment, {describe_buffer(buffer)}, data.size(), 33);
  }
  REQUIRE(muxCommandReadBuffer(commands, buffer, 0, result.data(), bytes, 0, nullptr, nullptr) ==
          mux_success);
  commands.finalize();
  mux_fence_t fence = fixture.fence();
  for (int repeat = 0; repeat < 20; ++repeat) {
    REQUIRE(fixture.dispatch(commands, fence) == mux_success);
    REQUIRE(muxWait(fixture.queue, fence) == mux_success);
    REQUIRE(muxResetFence(fence) == mux_success);
    bool right = true;
    for (size_t index = 0; index < data.size(); ++index) {
      right = right && result[index] == static_cast<int32_t>(index) + 12;
    }
    REQUIRE(right);
  }
}

TEST_CASE("Schedule: large transfers are split into tiles and copy every byte once") {
  Fixture fixture;
  const size_t size = (5 << 20) + 77;
  std::vector<unsigned char> first(size);
  std::vector<unsigned char> second(size, 0);
  for (size_t index = 0; index < size; ++index) {
    first[index] = static_cast<unsigned char>(index * 7 + index / 251);
  }
  mux_buffer_t from = fixture.buffer_over(first.data(), size);
  mux_buffer_t to = fixture.buffer_over(second.data(), size);
  mux_fence_t fence = fixture.fence();
  Commands commands(fixture);

  SECTION("a copy") {
    REQUIRE(muxCommandCopyBuffer(commands, from, 3, to, 5, size - 5, 0, nullptr, nullptr) ==
            mux_success);
    commands.finalize();
    REQUIRE(fixture.dispatch(commands, fence) == mux_success);
    REQUIRE(muxWait(fixture.queue, fence) == mux_success);
    CHECK(std::equal(second.begin() + 5, second.end(), first.begin() + 3));
    CHECK(std::count(second.begin(), second.begin() + 5, 0) == 5);
  }

  SECTION("fills with patterns of many sizes") {
    const auto pattern_size = static_cast<size_t>(GENERATE(1, 2, 3, 4, 16, 24, 100, 128));
    std::vector<unsigned char> pattern(pattern_size);
    std::iota(pattern.begin(), pattern.end(), static_cast<unsigned char>(1));
    const size_t offset = 11;
    REQUIRE(muxCommandFillBuffer(commands, to, offset, size - offset - 1, pattern.data(),
                                 pattern_size, 0, nullptr, nullptr) == mux_success);
    commands.finalize();
    REQUIRE(fixture.dispatch(commands, fence) == mux_success);
    REQUIRE(muxWait(fixture.queue, fence) == mux_success);
    bool right = second[offset - 1] == 0 && second[size - 1] == 0;
    for (size_t index = offset; index < size - 1; ++index) {
      right = right && second[index] == pattern[(index - offset) % pattern_size];
    }
    CHECK(right);
  }

  SECTION("regions") {
    // Rows shorter than the pitch, whole rows, and one very long row.
    std::vector<mux_buffer_region_info_t> regions = {
        {{100, 50, 20}, {3, 2, 1}, {0, 0, 0}, {128, 128 * 60}, {100, 100 * 50}},
        {{64, 10, 3}, {0, 0, 40}, {0, 0, 3}, {64, 64 * 10}, {64, 64 * 1000}},
        {{2 << 20, 1, 1}, {0, 0, 1}, {0, 0, 1}, {2 << 20, 2 << 20}, {2 << 20, 2 << 20}},
    };
    std::vector<unsigned char> expected(size, 0);
    for (const mux_buffer_region_info_t &info : regions) {
      for (size_t z = 0; z < info.region.z; ++z) {
        for (size_t y = 0; y < info.region.y; ++y) {
          for (size_t x = 0; x < info.region.x; ++x) {
            expected[info.dst_origin.x + x + (info.dst_origin.y + y) * info.dst_desc.x +
                     (info.dst_origin.z + z) * info.dst_desc.y] =
                first[info.src_origin.x + x + (info.src_origin.y + y) * info.src_desc.x +
                      (info.src_origin.z + z) * info.src_desc.y];
          }
        }
      }
    }
    REQUIRE(muxCommandCopyBufferRegions(commands, from, to, regions.data(), regions.size(), 0,
                                        nullptr, nullptr) == mux_success);
    commands.finalize();
    REQUIRE(fixture.dispatch(commands, fence) == mux_success);
    REQUIRE(muxWait(fixture.queue, fence) == mux_success);
    CHECK(second == expected);
  }
}

TEST_CASE("Schedule: every tile has its own local memory") {
  Fixture fixture;
  constexpr size_t groups = 500;
  constexpr size_t local = 64;
  std::vector<uint32_t> sums(groups, 0);
  mux_buffer_t out = fixture.buffer_over(sums.data(), sums.size() * sizeof(uint32_t));
  Commands commands(fixture);
  commands.run(fixture.kernel("local"), {describe_local(local * 4), describe_buffer(out)},
               groups * local, local);
  commands.finalize();
  mux_fence_t fence = fixture.fence();
  REQUIRE(fixture.dispatch(commands, fence) == mux_success);
  REQUIRE(muxWait(fixture.queue, fence) == mux_success);
  bool right = true;
  for (uint32_t group = 0; group < groups; ++group) {
    right = right && sums[group] == group * local + local * (local - 1) / 2;
  }
  CHECK(right);
}

TEST_CASE("Schedule: kernels and callbacks run in the default float environment") {
  Fixture fixture;
  std::vector<uint32_t> controls(64, 0);
  mux_buffer_t out = fixture.buffer_over(controls.data(), controls.size() * sizeof(uint32_t));
  Commands commands(fixture);
  // A callback that changes the environment does not affect later commands.
  commands.call([](mux_queue_t, mux_command_buffer_t, void *) { __builtin_ia32_ldmxcsr(0xFFC0); },
                nullptr);
  commands.run(fixture.kernel("environment"), {describe_buffer(out)}, 64, 1);
  commands.finalize();
  mux_fence_t fence = fixture.fence();
  // Flush to zero, denormals are zero, round up.
  const unsigned mine = 0xDFC0;
  const unsigned before = __builtin_ia32_stmxcsr();
  __builtin_ia32_ldmxcsr(mine);
  const mux_result_t dispatched = fixture.dispatch(commands, fence);
  const mux_result_t waited = muxWait(fixture.queue, fence);
  const unsigned after = __builtin_ia32_stmxcsr();
  __builtin_ia32_ldmxcsr(before);
  REQUIRE(dispatched == mux_success);
  REQUIRE(waited == mux_success);
  CHECK((after & ~0x3Fu) == (mine & ~0x3Fu));
  CHECK(std::count(controls.begin(), controls.end(), 0x1F80u) == 64);
}

TEST_CASE("Schedule: a chain of 100,000 commands needs no more stack than one", "[slow]") {
  Fixture fixture;
  std::atomic<uint64_t> total{0};
  mux_buffer_t buffer = fixture.buffer_over(&total, sizeof total);
  mux_kernel_t count = fixture.kernel("count");
  Commands commands(fixture);
  for (int index = 0; index < 100'000; ++index) {
    commands.run(count, {describe_buffer(buffer)}, index % 10 == 0 ? 12 : 1, 1);
  }
  commands.finalize();
  mux_fence_t fence = fixture.fence();
  for (int repeat = 1; repeat <= 3; ++repeat) {
    REQUIRE(fixture.dispatch(commands, fence) == mux_success);
    REQUIRE(muxWait(fixture.queue, fence) == mux_success);
    REQUIRE(muxResetFence(fence) == mux_success);
    CHECK(total == 210'000u * repeat);
  }
}

TEST_CASE("Schedule: an ND-range without work-items is ordered like others") {
  Fixture fixture;
  std::vector<int32_t> data(4, 0);
  mux_buffer_t buffer = fixture.buffer_over(data.data(), 16);
  Commands commands(fixture);
  mux_kernel_t increment = fixture.kernel("increment");
  commands.run(increment, {describe_buffer(buffer)}, 0, 4);
  commands.run(increment, {describe_buffer(buffer)}, 4, 4);
  commands.finalize();
  mux_fence_t fence = fixture.fence();
  REQUIRE(fixture.dispatch(commands, fence) == mux_success);
  REQUIRE(muxWait(fixture.queue, fence) == mux_success);
  CHECK(std::count(data.begin(), data.end(), 1) == 4);
}

}  // namespace mux::test::commands

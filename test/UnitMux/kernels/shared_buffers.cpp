// Kernels whose buffers share memory, so that code for distinct buffers must not run: when
// recorded, after an update, and after binding memory again.

#include <algorithm>
#include <catch2/catch.hpp>
#include <cstdint>
#include <vector>

#include "command_buffer_fixture.h"

namespace mux::test::shared_buffers {

namespace {

constexpr size_t items = 70;
constexpr int rounds = 9;
/// Reads depend on earlier writes if both buffers share memory.
constexpr const char *source = R"(
  kernel void add_up(global const uint *in, global uint *sums, int rounds) {
    const size_t i = 4 * get_global_id(0);
    for (int k = 0; k < rounds; ++k) {
      sums[i] += in[i + k % 3] + k;
    }
  })";

/// @param first the index of the first sum, of a vector that both buffers are in.
std::vector<uint32_t> added_up(std::vector<uint32_t> memory, size_t first_in, size_t first_sum) {
  for (size_t item = 0; item < items; ++item) {
    for (int k = 0; k < rounds; ++k) {
      memory[first_sum + 4 * item] +=
          memory[first_in + 4 * item + static_cast<size_t>(k) % 3] + static_cast<uint32_t>(k);
    }
  }
  return memory;
}

class SharedBuffersFixture : public KernelFixture {
 public:
  /// Distinct numbers.
  static std::vector<uint32_t> numbers() {
    std::vector<uint32_t> values(4 * items);
    uint32_t value = 1;
    for (uint32_t &each : values) {
      each = value = value * 1664525 + 1013904223;
    }
    return values;
  }

  void fill(const TestBuffer &buffer) {
    const std::vector<uint32_t> values = numbers();
    std::copy(values.begin(), values.end(), buffer.as<uint32_t>().begin());
  }

  /// The values twice, consecutively.
  static std::vector<uint32_t> twice(std::vector<uint32_t> values) {
    values.insert(values.end(), values.begin(), values.end());
    return values;
  }

  void expect_distinct(const TestBuffer &sums) {
    const std::vector<uint32_t> expected = added_up(twice(numbers()), 0, 4 * items);
    CHECK(std::equal(expected.begin() + 4 * items, expected.end(), sums.as<uint32_t>().begin()));
  }

  void expect_shared(const TestBuffer &sums) {
    const std::vector<uint32_t> expected = added_up(numbers(), 0, 0);
    CHECK(std::equal(expected.begin(), expected.end(), sums.as<uint32_t>().begin()));
  }

  void record_add_up(mux_command_buffer_t target, const TestBuffer &in, const TestBuffer &sums) {
    REQUIRE(record(target, kernel, Arguments().buffer(in).buffer(sums).value(rounds), range) ==
            mux_success);
  }

  void launch_add_up(const TestBuffer &in, const TestBuffer &sums) {
    launch(kernel, Arguments().buffer(in).buffer(sums).value(rounds), range);
  }

  mux_kernel_t kernel = build(source, "add_up");
  Range range = Range::linear(items, 7);
  TestBuffer in = make_buffer(std::span<const uint32_t>(numbers()));
  TestBuffer sums = make_buffer(std::span<const uint32_t>(numbers()));
};

}  // namespace

TEST_CASE_METHOD(SharedBuffersFixture, "kernels: two arguments with the same buffer", "[kernels]") {
  const bool begins_distinct = GENERATE(true, false);
  // Enough dispatches for specialized code.
  for (int run = 0; run < 20; ++run) {
    fill(in);
    fill(sums);
    if ((run % 2 == 0) == begins_distinct) {
      launch_add_up(in, sums);
      expect_distinct(sums);
    } else {
      launch_add_up(sums, sums);
      expect_shared(sums);
    }
  }
}

TEST_CASE_METHOD(SharedBuffersFixture, "kernels: two buffers share some of their memory",
                 "[kernels]") {
  const std::vector<uint32_t> values = twice(numbers());
  const TestBuffer all = make_buffer(values.size() * sizeof(uint32_t));
  // The end of one overlaps the beginning of the other, or does not.
  for (const size_t offset : {4 * items, 4 * items - 4, size_t{1}}) {
    std::copy(values.begin(), values.end(), all.as<uint32_t>().begin());
    TestBuffer part;
    REQUIRE(muxCreateBuffer(device, 4 * items * sizeof(uint32_t), allocator, &part.buffer) ==
            mux_success);
    at_end([this, part] { muxDestroyBuffer(device, part.buffer, allocator); });
    REQUIRE(muxBindBufferMemory(device, all.memory, part.buffer, offset * sizeof(uint32_t)) ==
            mux_success);
    TestBuffer begin;
    REQUIRE(muxCreateBuffer(device, 4 * items * sizeof(uint32_t), allocator, &begin.buffer) ==
            mux_success);
    at_end([this, begin] { muxDestroyBuffer(device, begin.buffer, allocator); });
    REQUIRE(muxBindBufferMemory(device, all.memory, begin.buffer, 0) == mux_success);
    // One work-item at a time, since the order within a group is unspecified.
    Range one = Range::linear(1, 1);
    std::vector<uint32_t> expected = values;
    for (size_t item = 0; item < items - 1; ++item) {
      one.offset[0] = item;
      launch(kernel, Arguments().buffer(begin).buffer(part).value(rounds), one);
      for (int k = 0; k < rounds; ++k) {
        expected[offset + 4 * item] +=
            expected[4 * item + static_cast<size_t>(k) % 3] + static_cast<uint32_t>(k);
      }
    }
    CAPTURE(offset);
    CHECK(std::equal(expected.begin(), expected.end(), all.as<uint32_t>().begin()));
  }
}

TEST_CASE_METHOD(SharedBuffersFixture, "kernels: an update sets two arguments to the same buffer",
                 "[kernels]") {
  record_add_up(command_buffer, in, sums);
  REQUIRE(run(command_buffer) == mux_success);
  expect_distinct(sums);
  fill(sums);
  SECTION("with muxUpdateDescriptors") {
    Update update{{0}, {}};
    update.arguments.buffer(sums);
    REQUIRE(update.apply(command_buffer, 0) == mux_success);
    REQUIRE(dispatch_and_wait(command_buffer) == mux_success);
    expect_shared(sums);
    fill(sums);
    Update back{{0}, {}};
    back.arguments.buffer(in);
    REQUIRE(back.apply(command_buffer, 0) == mux_success);
    REQUIRE(dispatch_and_wait(command_buffer) == mux_success);
    expect_distinct(sums);
  }
  SECTION("of the whole ND-range command") {
    Arguments arguments;
    arguments.buffer(sums).buffer(sums).value(rounds);
    NdRangeUpdate update{0, kernel, &arguments, range};
    REQUIRE(update.apply(command_buffer) == mux_success);
    REQUIRE(dispatch_and_wait(command_buffer) == mux_success);
    expect_shared(sums);
  }
}

TEST_CASE_METHOD(SharedBuffersFixture, "kernels: a buffer is bound to the memory of another",
                 "[kernels]") {
  record_add_up(command_buffer, in, sums);
  const bool is_finalized = GENERATE(true, false);
  if (is_finalized) {
    REQUIRE(muxFinalizeCommandBuffer(command_buffer) == mux_success);
  }
  REQUIRE(muxBindBufferMemory(device, sums.memory, in.buffer, 0) == mux_success);
  REQUIRE(muxFinalizeCommandBuffer(command_buffer) == mux_success);
  REQUIRE(dispatch_and_wait(command_buffer) == mux_success);
  expect_shared(sums);
  REQUIRE(muxBindBufferMemory(device, in.memory, in.buffer, 0) == mux_success);
  fill(sums);
  REQUIRE(dispatch_and_wait(command_buffer) == mux_success);
  expect_distinct(sums);
}

}  // namespace mux::test::shared_buffers

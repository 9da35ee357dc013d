#include <mux/extensions.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <numeric>
#include <random>
#include <vector>

#include "address_checks.h"
#include "recording_checks.h"

namespace mux::test::mux_command_fill_memory {

namespace {

constexpr EntryPoint entry_point("muxCommandFillMemory");

class CommandFillMemoryFixture : public CommandBufferFixture {
 public:
  mux_result_t record(void *destination, uint64_t size, const void *data, uint64_t pattern_size) {
    return muxCommandFillMemory(command_buffer, destination, size, data, pattern_size, 0, nullptr,
                                nullptr);
  }

  std::vector<uint8_t> memory = std::vector<uint8_t>(64);
  uint32_t pattern = 0x04030201;

  Record valid = [this](mux_command_buffer_t target, uint32_t length, const mux_sync_point_t *list,
                        mux_sync_point_t *sync_point) {
    return muxCommandFillMemory(target, memory.data() + 8, 16, &pattern, 4, length, list,
                                sync_point);
  };
};

}  // namespace

TEST_CASE_METHOD(CommandFillMemoryFixture,
                 "muxCommandFillMemory: an invalid destination address is mux_error_invalid_value",
                 "[muxCommandFillMemory]") {
  check_addresses(entry_point, "destination", reinterpret_cast<uintptr_t>(memory.data()),
                  [this](uintptr_t address, uint64_t size) {
                    return record(reinterpret_cast<void *>(address), size, &pattern, 4);
                  });
  expect_still_runs();
}

TEST_CASE_METHOD(CommandFillMemoryFixture,
                 "muxCommandFillMemory: memory may end with the last address",
                 "[muxCommandFillMemory]") {
  check_last_addresses([this](uintptr_t address, uint64_t size) {
    return record(reinterpret_cast<void *>(address), size, &pattern, 1);
  });
  CHECK(muxFinalizeCommandBuffer(command_buffer) == mux_success);
}

TEST_CASE_METHOD(CommandFillMemoryFixture,
                 "muxCommandFillMemory: no pattern is mux_error_invalid_value",
                 "[muxCommandFillMemory]") {
  entry_point.fails_because("pattern is NULL", mux_error_invalid_value,
                            record(memory.data(), 64, nullptr, 4));
  expect_still_runs();
}

TEST_CASE_METHOD(CommandFillMemoryFixture,
                 "muxCommandFillMemory: a pattern of no bytes, or of more than 128, is "
                 "mux_error_invalid_value",
                 "[muxCommandFillMemory]") {
  const std::vector<uint8_t> large(256, 1);
  entry_point.fails_because("pattern_size is 0", mux_error_invalid_value,
                            record(memory.data(), 64, large.data(), 0));
  for (const uint64_t size : {uint64_t{129}, uint64_t{256}, ~uint64_t{0}}) {
    entry_point.fails_because("the largest pattern", mux_error_invalid_value,
                              record(memory.data(), 64, large.data(), size));
  }
  expect_still_runs();
  CHECK(std::count(memory.begin(), memory.end(), 0) == 64);
}

TEST_CASE_METHOD(CommandFillMemoryFixture,
                 "muxCommandFillMemory: a wait list and its length must be consistent",
                 "[muxCommandFillMemory]") {
  check_wait_list_length(entry_point, *this, valid);
}

TEST_CASE_METHOD(CommandFillMemoryFixture, "muxCommandFillMemory: records into command buffers",
                 "[muxCommandFillMemory]") {
  check_recording(entry_point, *this, valid);
}

TEST_CASE_METHOD(CommandFillMemoryFixture,
                 "muxCommandFillMemory: the pattern may be reused as soon as the call returned",
                 "[muxCommandFillMemory]") {
  REQUIRE(record(memory.data(), 64, &pattern, 4) == mux_success);
  pattern = 0;
  REQUIRE(run(command_buffer) == mux_success);
  for (size_t i = 0; i < 64; ++i) {
    CHECK(memory[i] == i % 4 + 1);
  }
}

TEST_CASE_METHOD(CommandBufferFixture,
                 "muxCommandFillMemory: every pattern size from 1 to 128, with sizes that are not "
                 "multiples of it",
                 "[muxCommandFillMemory]") {
  uint8_t pattern[128];
  std::iota(std::begin(pattern), std::end(pattern), uint8_t{1});
  const auto size_of = [](size_t pattern_size) -> std::vector<size_t> {
    return {1, pattern_size, pattern_size * 5 + pattern_size / 2, pattern_size * 70 - 1};
  };
  std::vector<std::vector<uint8_t>> filled;
  for (size_t pattern_size = 1; pattern_size <= 128; ++pattern_size) {
    for (const size_t size : size_of(pattern_size)) {
      filled.emplace_back(size + 8);
      REQUIRE(muxCommandFillMemory(command_buffer, filled.back().data() + 3, size, pattern,
                                   pattern_size, 0, nullptr, nullptr) == mux_success);
    }
  }
  REQUIRE(run(command_buffer) == mux_success);
  size_t next = 0;
  for (size_t pattern_size = 1; pattern_size <= 128; ++pattern_size) {
    for (const size_t size : size_of(pattern_size)) {
      CAPTURE(pattern_size, size);
      std::vector<uint8_t> expected(size + 8, 0);
      for (size_t i = 0; i < size; ++i) {
        expected[i + 3] = pattern[i % pattern_size];
      }
      CHECK(std::equal(expected.begin(), expected.end(), filled[next++].begin()));
    }
  }
}

TEST_CASE_METHOD(CommandBufferFixture,
                 "muxCommandFillMemory: large fills, whatever the pattern's size",
                 "[muxCommandFillMemory][scheduling]") {
  constexpr size_t size = (size_t{3} << 20) + 101;
  uint8_t pattern[128];
  std::iota(std::begin(pattern), std::end(pattern), uint8_t{100});
  std::vector<uint8_t> memory(size + 16);
  for (const size_t pattern_size : {1, 2, 3, 16, 31, 100, 127, 128}) {
    CAPTURE(pattern_size);
    std::fill(memory.begin(), memory.end(), uint8_t{0});
    mux_command_buffer_t commands = make_command_buffer();
    REQUIRE(muxCommandFillMemory(commands, memory.data() + 7, size, pattern, pattern_size, 0,
                                 nullptr, nullptr) == mux_success);
    REQUIRE(run(commands) == mux_success);
    size_t wrong = 0;
    for (size_t i = 0; i < memory.size(); ++i) {
      const bool inside = i >= 7 && i < 7 + size;
      wrong += memory[i] != (inside ? pattern[(i - 7) % pattern_size] : 0);
    }
    CHECK(wrong == 0);
  }
}

TEST_CASE_METHOD(CommandBufferFixture,
                 "muxCommandFillMemory: takes effect in the order recorded, among commands of "
                 "buffers on the same bytes",
                 "[muxCommandFillMemory][scheduling]") {
  const uint32_t seed = random_seed();
  CAPTURE(seed);
  std::mt19937 random(seed);
  constexpr size_t size = 10007;
  const TestBuffer buffer = make_buffer(size);
  std::vector<uint8_t> host(size);
  std::vector<uint8_t> expected(size, 0);
  std::vector<uint8_t> expected_host = host;
  for (int i = 0; i < 300; ++i) {
    const size_t offset = random() % size;
    const size_t length = 1 + random() % (size - offset);
    const uint8_t pattern[3] = {static_cast<uint8_t>(random()), static_cast<uint8_t>(random()),
                                static_cast<uint8_t>(random())};
    const bool of_host = random() % 2 == 0;
    std::vector<uint8_t> &target = of_host ? expected_host : expected;
    switch (random() % 3) {
      case 0:
        REQUIRE(muxCommandFillMemory(command_buffer,
                                     (of_host ? host.data() : buffer.bytes.data()) + offset, length,
                                     pattern, 3, 0, nullptr, nullptr) == mux_success);
        for (size_t at = 0; at < length; ++at) {
          target[offset + at] = pattern[at % 3];
        }
        break;
      case 1:
        REQUIRE(muxCommandReadBuffer(command_buffer, buffer.buffer, offset, host.data() + offset,
                                     length, 0, nullptr, nullptr) == mux_success);
        std::copy_n(expected.data() + offset, length, expected_host.data() + offset);
        break;
      default:
        REQUIRE(muxCommandWriteBuffer(command_buffer, buffer.buffer, offset, host.data() + offset,
                                      length, 0, nullptr, nullptr) == mux_success);
        std::copy_n(expected_host.data() + offset, length, expected.data() + offset);
        break;
    }
  }
  REQUIRE(run(command_buffer) == mux_success);
  CHECK(std::equal(expected.begin(), expected.end(), buffer.bytes.begin()));
  CHECK(std::equal(host.begin(), host.end(), expected_host.begin()));
}

TEST_CASE_METHOD(
    CommandFillMemoryFixture,
    "muxCommandFillMemory: a clone fills the same memory, also after its original was destroyed",
    "[muxCommandFillMemory]") {
  mux_command_buffer_t original = nullptr;
  REQUIRE(muxCreateCommandBuffer(device, no_callback(), allocator, &original) == mux_success);
  REQUIRE(muxCommandFillMemory(original, memory.data(), 64, &pattern, 4, 0, nullptr, nullptr) ==
          mux_success);
  REQUIRE(muxFinalizeCommandBuffer(original) == mux_success);
  mux_command_buffer_t clone = nullptr;
  REQUIRE(muxCloneCommandBuffer(device, allocator, original, &clone) == mux_success);
  muxDestroyCommandBuffer(device, original, allocator);
  REQUIRE(dispatch_and_wait(clone) == mux_success);
  CHECK(memory[63] == 4);
  muxDestroyCommandBuffer(device, clone, allocator);
}

}  // namespace mux::test::mux_command_fill_memory

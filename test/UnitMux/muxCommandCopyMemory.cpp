#include <mux/extensions.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <cstring>
#include <numeric>
#include <random>
#include <vector>

#include "address_checks.h"
#include "recording_checks.h"

namespace mux::test::mux_command_copy_memory {

namespace {

constexpr EntryPoint entry_point("muxCommandCopyMemory");

std::vector<uint8_t> random_bytes(std::mt19937 &random, size_t size) {
  std::vector<uint8_t> bytes(size);
  std::generate(bytes.begin(), bytes.end(), [&] { return static_cast<uint8_t>(random()); });
  return bytes;
}

class CommandCopyMemoryFixture : public CommandBufferFixture {
 public:
  CommandCopyMemoryFixture() { std::iota(source.begin(), source.end(), uint8_t{1}); }

  mux_result_t record(const void *from, void *to, uint64_t size) {
    return muxCommandCopyMemory(command_buffer, from, to, size, 0, nullptr, nullptr);
  }

  std::vector<uint8_t> source = std::vector<uint8_t>(64);
  std::vector<uint8_t> destination = std::vector<uint8_t>(96);

  Record valid = [this](mux_command_buffer_t target, uint32_t length, const mux_sync_point_t *list,
                        mux_sync_point_t *sync_point) {
    return muxCommandCopyMemory(target, source.data(), destination.data(), 16, length, list,
                                sync_point);
  };
};

}  // namespace

TEST_CASE_METHOD(CommandCopyMemoryFixture,
                 "muxCommandCopyMemory: an invalid source address is mux_error_invalid_value",
                 "[muxCommandCopyMemory]") {
  check_addresses(entry_point, "source", reinterpret_cast<uintptr_t>(source.data()),
                  [this](uintptr_t address, uint64_t size) {
                    // The destination leaves room for as many bytes as it can.
                    return record(reinterpret_cast<const void *>(address),
                                  reinterpret_cast<void *>(uintptr_t{1}), size);
                  });
  expect_still_runs();
}

TEST_CASE_METHOD(CommandCopyMemoryFixture,
                 "muxCommandCopyMemory: an invalid destination address is mux_error_invalid_value",
                 "[muxCommandCopyMemory]") {
  check_addresses(entry_point, "destination", reinterpret_cast<uintptr_t>(destination.data()),
                  [this](uintptr_t address, uint64_t size) {
                    return record(reinterpret_cast<const void *>(uintptr_t{1}),
                                  reinterpret_cast<void *>(address), size);
                  });
  expect_still_runs();
}

TEST_CASE_METHOD(CommandCopyMemoryFixture,
                 "muxCommandCopyMemory: memory may end with the last address",
                 "[muxCommandCopyMemory]") {
  check_last_addresses([this](uintptr_t address, uint64_t size) {
    return record(reinterpret_cast<const void *>(address), reinterpret_cast<void *>(uintptr_t{1}),
                  size);
  });
  check_last_addresses([this](uintptr_t address, uint64_t size) {
    return record(reinterpret_cast<const void *>(uintptr_t{1}), reinterpret_cast<void *>(address),
                  size);
  });
  CHECK(muxFinalizeCommandBuffer(command_buffer) == mux_success);
}

TEST_CASE_METHOD(CommandCopyMemoryFixture,
                 "muxCommandCopyMemory: a wait list and its length must be consistent",
                 "[muxCommandCopyMemory]") {
  check_wait_list_length(entry_point, *this, valid);
}

TEST_CASE_METHOD(CommandCopyMemoryFixture, "muxCommandCopyMemory: records into command buffers",
                 "[muxCommandCopyMemory]") {
  check_recording(entry_point, *this, valid);
}

TEST_CASE_METHOD(CommandCopyMemoryFixture,
                 "muxCommandCopyMemory: copies the contents at each execution",
                 "[muxCommandCopyMemory]") {
  REQUIRE(record(source.data() + 3, destination.data() + 40, 50) == mux_success);
  REQUIRE(muxFinalizeCommandBuffer(command_buffer) == mux_success);
  for (uint8_t round = 0; round < 3; ++round) {
    source[3] = round;
    REQUIRE(dispatch_and_wait(command_buffer) == mux_success);
    CHECK(destination[40] == round);
    for (size_t i = 0; i < 96; ++i) {
      if (i != 40) {
        CHECK(destination[i] == (i > 40 && i < 90 ? i - 36 : 0));
      }
    }
  }
}

TEST_CASE_METHOD(CommandCopyMemoryFixture,
                 "muxCommandCopyMemory: between memory of the program and mapped device memory",
                 "[muxCommandCopyMemory]") {
  const TestBuffer one = make_buffer(64);
  const TestBuffer two = make_buffer(64);
  REQUIRE(record(source.data(), one.bytes.data(), 64) == mux_success);
  REQUIRE(record(one.bytes.data(), two.bytes.data(), 64) == mux_success);
  REQUIRE(record(two.bytes.data(), destination.data(), 64) == mux_success);
  REQUIRE(run(command_buffer) == mux_success);
  CHECK(std::equal(source.begin(), source.end(), destination.begin()));
}

TEST_CASE_METHOD(CommandBufferFixture,
                 "muxCommandCopyMemory: memory that overlaps itself, small and large",
                 "[muxCommandCopyMemory][scheduling]") {
  const uint32_t seed = random_seed();
  CAPTURE(seed);
  std::mt19937 random(seed);
  // Above the size at which copies are split into tiles.
  const size_t size = GENERATE(size_t{100}, size_t{3} << 20);
  const auto distance = GENERATE(-1'000'003, -4096, -64, -7, -1, 0, 1, 8, 65, 4096, 1'000'003);
  const auto steps = static_cast<size_t>(std::abs(distance));
  if (steps >= size) {
    return;
  }
  std::vector<uint8_t> memory = random_bytes(random, size + steps);
  std::vector<uint8_t> expected = memory;
  const size_t from = distance < 0 ? steps : 0;
  const size_t to = distance < 0 ? 0 : steps;
  std::memmove(expected.data() + to, expected.data() + from, size);
  REQUIRE(muxCommandCopyMemory(command_buffer, memory.data() + from, memory.data() + to, size, 0,
                               nullptr, nullptr) == mux_success);
  REQUIRE(run(command_buffer) == mux_success);
  CHECK(std::equal(expected.begin(), expected.end(), memory.begin()));
}

TEST_CASE_METHOD(CommandBufferFixture, "muxCommandCopyMemory: large copies, at any address",
                 "[muxCommandCopyMemory][scheduling]") {
  const uint32_t seed = random_seed();
  CAPTURE(seed);
  std::mt19937 random(seed);
  for (const size_t size : {(size_t{1} << 20) - 1, size_t{1} << 20, (size_t{5} << 20) + 12345}) {
    CAPTURE(size);
    const std::vector<uint8_t> from = random_bytes(random, size + 64);
    std::vector<uint8_t> to(size + 64, 0);
    std::vector<uint8_t> expected = to;
    const size_t from_offset = random() % 64;
    const size_t to_offset = random() % 64;
    std::copy_n(from.data() + from_offset, size, expected.data() + to_offset);
    mux_command_buffer_t commands = make_command_buffer();
    REQUIRE(muxCommandCopyMemory(commands, from.data() + from_offset, to.data() + to_offset, size,
                                 0, nullptr, nullptr) == mux_success);
    REQUIRE(run(commands) == mux_success);
    CHECK(std::equal(expected.begin(), expected.end(), to.begin()));
  }
}

TEST_CASE_METHOD(CommandBufferFixture,
                 "muxCommandCopyMemory: takes effect in the order recorded, among commands of "
                 "buffers on the same bytes",
                 "[muxCommandCopyMemory][scheduling]") {
  const uint32_t seed = random_seed();
  CAPTURE(seed);
  std::mt19937 random(seed);
  constexpr size_t size = 10007;
  const TestBuffer buffer = make_buffer(size);
  std::vector<uint8_t> expected = random_bytes(random, size);
  std::copy(expected.begin(), expected.end(), buffer.bytes.begin());
  for (int i = 0; i < 300; ++i) {
    const size_t from = random() % size;
    const size_t to = random() % size;
    const size_t length = 1 + random() % (size - std::max(from, to));
    const bool apart = from + length <= to || to + length <= from;
    switch (random() % 3) {
      case 0:
        REQUIRE(muxCommandCopyMemory(command_buffer, buffer.bytes.data() + from,
                                     buffer.bytes.data() + to, length, 0, nullptr,
                                     nullptr) == mux_success);
        std::memmove(expected.data() + to, expected.data() + from, length);
        break;
      case 1:
        if (apart) {
          REQUIRE(muxCommandCopyBuffer(command_buffer, buffer.buffer, from, buffer.buffer, to,
                                       length, 0, nullptr, nullptr) == mux_success);
          std::memmove(expected.data() + to, expected.data() + from, length);
        }
        break;
      default: {
        const auto pattern = static_cast<uint8_t>(random());
        const size_t filled = std::min<size_t>(length, 100);
        REQUIRE(muxCommandFillBuffer(command_buffer, buffer.buffer, to, filled, &pattern, 1, 0,
                                     nullptr, nullptr) == mux_success);
        std::fill_n(expected.data() + to, filled, pattern);
        break;
      }
    }
  }
  REQUIRE(run(command_buffer) == mux_success);
  CHECK(std::equal(expected.begin(), expected.end(), buffer.bytes.begin()));
}

TEST_CASE_METHOD(CommandCopyMemoryFixture,
                 "muxCommandCopyMemory: a clone copies between the same addresses",
                 "[muxCommandCopyMemory]") {
  REQUIRE(record(source.data(), destination.data(), 64) == mux_success);
  REQUIRE(muxFinalizeCommandBuffer(command_buffer) == mux_success);
  mux_command_buffer_t clone = nullptr;
  REQUIRE(muxCloneCommandBuffer(device, allocator, command_buffer, &clone) == mux_success);
  REQUIRE(muxResetCommandBuffer(command_buffer) == mux_success);
  REQUIRE(dispatch_and_wait(clone) == mux_success);
  CHECK(std::equal(source.begin(), source.end(), destination.begin()));
  muxDestroyCommandBuffer(device, clone, allocator);
}

}  // namespace mux::test::mux_command_copy_memory

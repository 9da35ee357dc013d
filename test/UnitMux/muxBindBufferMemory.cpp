#include <catch2/catch.hpp>

#include "command_buffer_fixture.h"
#include "object_checks.h"
#include "vanishing_allocator.h"

namespace mux::test::mux_bind_buffer_memory {

namespace {

constexpr EntryPoint entry_point("muxBindBufferMemory");

class UnboundFixture : public CommandBufferFixture {
 public:
  UnboundFixture() {
    REQUIRE(muxCreateBuffer(device, 64, allocator, &buffer) == mux_success);
    at_end([this] { muxDestroyBuffer(device, buffer, allocator); });
  }
  ~UnboundFixture() { clean_up(); }

  mux_buffer_t buffer = nullptr;
};

/// A buffer that is bound to three zeroed places in turn, and a kernel that increments its
/// elements.
class RebindingFixture : public KernelFixture {
 public:
  static constexpr size_t items = 1024;
  static constexpr size_t first = 4;

  RebindingFixture() {
    for (int i = 0; i < 3; ++i) {
      places.push_back(make_buffer((first + items) * sizeof(int)));
    }
    REQUIRE(muxCreateBuffer(device, places[0].bytes.size(), allocator, &moving) == mux_success);
    at_end([this] { muxDestroyBuffer(device, moving, allocator); });
    move_to(0);
  }
  ~RebindingFixture() { clean_up(); }

  void move_to(size_t place) {
    REQUIRE(muxBindBufferMemory(device, places[place].memory, moving, 0) == mux_success);
  }

  /// Records an increment of all elements except the first.
  void record_count(mux_command_buffer_t target) {
    Arguments arguments;
    arguments.buffer({moving, nullptr, {}}, first * sizeof(int));
    REQUIRE(record(target, count, arguments, Range::linear(items, 64)) == mux_success);
  }

  /// Whether a place was incremented `expected` times.
  bool counted(size_t place, int expected) const {
    const std::span<int> values = places[place].as<int>();
    return std::count(values.begin(), values.begin() + first, 0) == first &&
           std::count(values.begin() + first, values.end(), expected) == items;
  }

  std::vector<TestBuffer> places;
  mux_buffer_t moving = nullptr;
  mux_kernel_t count =
      build("kernel void count(global int *values) { ++values[get_global_id(0)]; }", "count");
};

}  // namespace

TEST_CASE_METHOD(UnboundFixture,
                 "muxBindBufferMemory.rc01: an offset past the memory is mux_error_invalid_value",
                 "[muxBindBufferMemory]") {
  mux_memory_t memory = make_memory(1024);
  for (const uint64_t offset : {uint64_t{1088}, uint64_t{1} << 63, ~uint64_t{0} - 63}) {
    entry_point.fails_because("is beyond", mux_error_invalid_value,
                              muxBindBufferMemory(device, memory, buffer, offset));
  }
}

TEST_CASE_METHOD(UnboundFixture,
                 "muxBindBufferMemory.rc02: a buffer larger than the memory is "
                 "mux_error_invalid_value",
                 "[muxBindBufferMemory]") {
  entry_point.fails_because(": the buffer's size 64 exceeds", mux_error_invalid_value,
                            muxBindBufferMemory(device, make_memory(63), buffer, 0));
}

TEST_CASE_METHOD(UnboundFixture,
                 "muxBindBufferMemory.rc03: a buffer that ends past the memory is "
                 "mux_error_invalid_value",
                 "[muxBindBufferMemory]") {
  const uint64_t alignment = buffer->memory_requirements.alignment;
  const uint64_t size = buffer->memory_requirements.size;
  mux_memory_t memory = make_memory(size + alignment - 1);
  entry_point.fails_because("plus the buffer's size", mux_error_invalid_value,
                            muxBindBufferMemory(device, memory, buffer, alignment));
}

TEST_CASE_METHOD(UnboundFixture,
                 "muxBindBufferMemory.rc04, device and buffer: null, wrong-type and foreign "
                 "objects are mux_error_invalid_value",
                 "[muxBindBufferMemory]") {
  mux_memory_t memory = make_memory(1024);
  for (mux_memory_t invalid : InvalidObjects<mux_memory_t>(device->id)) {
    entry_point.fails(mux_error_invalid_value, muxBindBufferMemory(device, invalid, buffer, 0));
  }
  for (mux_buffer_t invalid : InvalidObjects<mux_buffer_t>(device->id)) {
    entry_point.fails(mux_error_invalid_value, muxBindBufferMemory(device, memory, invalid, 0));
  }
  for (mux_device_t invalid : InvalidObjects<mux_device_t>(device->id)) {
    entry_point.fails_because(": device ", mux_error_invalid_value,
                              muxBindBufferMemory(invalid, memory, buffer, 0));
  }
}

TEST_CASE_METHOD(UnboundFixture,
                 "muxBindBufferMemory.rc05, vu03: the buffer is where it was bound last",
                 "[muxBindBufferMemory]") {
  const uint64_t alignment = std::max<uint64_t>(buffer->memory_requirements.alignment, 64);
  const TestBuffer whole = make_buffer(8 * alignment + 64);
  for (uint64_t i = 0; i < 8; ++i) {
    REQUIRE(muxBindBufferMemory(device, whole.memory, buffer, i * alignment) == mux_success);
    mux_command_buffer_t commands = make_command_buffer();
    const auto pattern = static_cast<uint8_t>(i + 1);
    REQUIRE(muxCommandFillBuffer(commands, buffer, 0, 64, &pattern, 1, 0, nullptr, nullptr) ==
            mux_success);
    REQUIRE(run(commands) == mux_success);
    CHECK(whole.bytes[i * alignment] == pattern);
    CHECK(whole.bytes[i * alignment + 63] == pattern);
    CHECK(whole.bytes[i * alignment + 64] == 0);
  }
}

TEST_CASE_METHOD(RebindingFixture,
                 "muxBindBufferMemory.vu03: a kernel finds a buffer where it is bound at each "
                 "dispatch, and so does a clone that was made before",
                 "[muxBindBufferMemory]") {
  // The read depends on the kernel only while the buffer is bound to that place.
  constexpr size_t read_place = 1;
  std::vector<int> read(first + items);
  record_count(command_buffer);
  REQUIRE(muxCommandReadBuffer(command_buffer, places[read_place].buffer, 0, read.data(),
                               read.size() * sizeof(int), 0, nullptr, nullptr) == mux_success);
  REQUIRE(muxFinalizeCommandBuffer(command_buffer) == mux_success);
  mux_command_buffer_t clone = nullptr;
  REQUIRE(muxCloneCommandBuffer(device, allocator, command_buffer, &clone) == mux_success);
  at_end([=, this] { muxDestroyCommandBuffer(device, clone, allocator); });
  int expected[3] = {0, 0, 0};
  for (const size_t place : {0, 1, 2, 1, 1, 0, 2, 0, 1, 2}) {
    move_to(place);
    for (mux_command_buffer_t target : {clone, command_buffer, command_buffer, clone}) {
      REQUIRE(dispatch_and_wait(target) == mux_success);
      ++expected[place];
      CHECK(counted(0, expected[0]));
      CHECK(counted(1, expected[1]));
      CHECK(counted(2, expected[2]));
      CHECK(std::count(read.begin() + first, read.end(), expected[read_place]) == items);
    }
  }
}

TEST_CASE_METHOD(RebindingFixture,
                 "muxBindBufferMemory.vu03: a dispatch in flight keeps the memory it was "
                 "dispatched with",
                 "[muxBindBufferMemory]") {
  std::vector<int> values(first + items, 8);
  Gate gate;
  REQUIRE(gate.record(command_buffer) == mux_success);
  REQUIRE(muxCommandWriteBuffer(command_buffer, moving, first * sizeof(int), values.data(),
                                items * sizeof(int), 0, nullptr, nullptr) == mux_success);
  record_count(command_buffer);
  REQUIRE(muxFinalizeCommandBuffer(command_buffer) == mux_success);
  mux_fence_t fence = make_fence();
  REQUIRE(muxDispatch(queue, command_buffer, fence, nullptr, 0, nullptr, 0, nullptr, nullptr) ==
          mux_success);
  while (gate.arrived == 0) {
    std::this_thread::yield();
  }
  move_to(1);
  gate.open();
  REQUIRE(muxWait(queue, fence) == mux_success);
  CHECK(counted(0, 9));
  CHECK(counted(1, 0));
  REQUIRE(dispatch_and_wait(command_buffer) == mux_success);
  CHECK(counted(0, 9));
  CHECK(counted(1, 9));
}

TEST_CASE_METHOD(UnboundFixture, "muxBindBufferMemory: a rejected call leaves the buffer bound",
                 "[muxBindBufferMemory]") {
  const TestBuffer whole = make_buffer(64);
  mux_memory_t small = make_memory(32);
  REQUIRE(muxBindBufferMemory(device, whole.memory, buffer, 0) == mux_success);
  entry_point.fails(mux_error_invalid_value, muxBindBufferMemory(device, small, buffer, 0));
  const uint8_t pattern = 9;
  REQUIRE(muxCommandFillBuffer(command_buffer, buffer, 0, 64, &pattern, 1, 0, nullptr, nullptr) ==
          mux_success);
  REQUIRE(run(command_buffer) == mux_success);
  CHECK(whole.bytes[63] == 9);
}

TEST_CASE_METHOD(UnboundFixture, "muxBindBufferMemory.vu02: buffers may alias the same memory",
                 "[muxBindBufferMemory]") {
  const TestBuffer other = make_buffer(64);
  REQUIRE(muxBindBufferMemory(device, other.memory, buffer, 0) == mux_success);
  const uint8_t pattern = 3;
  uint8_t read[64] = {};
  REQUIRE(muxCommandFillBuffer(command_buffer, buffer, 0, 64, &pattern, 1, 0, nullptr, nullptr) ==
          mux_success);
  REQUIRE(muxCommandReadBuffer(command_buffer, other.buffer, 0, read, 64, 0, nullptr, nullptr) ==
          mux_success);
  REQUIRE(run(command_buffer) == mux_success);
  CHECK(std::count(std::begin(read), std::end(read), 3) == 64);
}

TEST_CASE_METHOD(UnboundFixture,
                 "muxBindBufferMemory.rc04: memory and buffers of another device are "
                 "mux_error_invalid_value",
                 "[muxBindBufferMemory]") {
  CommandBufferFixture other;
  const TestBuffer of_other = other.make_buffer(64);
  mux_memory_t memory = make_memory(64);
  entry_point.fails_because("memory belongs to another device", mux_error_invalid_value,
                            muxBindBufferMemory(device, of_other.memory, buffer, 0));
  entry_point.fails_because("buffer belongs to another device", mux_error_invalid_value,
                            muxBindBufferMemory(device, memory, of_other.buffer, 0));
  entry_point.fails(mux_error_invalid_value, muxBindBufferMemory(other.device, memory, buffer, 0));
}

TEST_CASE_METHOD(CommandBufferFixture,
                 "muxBindBufferMemory.vu04: a buffer whose memory is gone can still be bound to "
                 "other memory, or destroyed",
                 "[muxBindBufferMemory]") {
  VanishingAllocator of_memory;
  const TestBuffer other = make_buffer(64);
  const int64_t live = counter.live();
  mux_buffer_t buffer = nullptr;
  REQUIRE(muxCreateBuffer(device, 64, allocator, &buffer) == mux_success);
  const auto bind_to_memory_that_goes = [&] {
    mux_memory_t memory = nullptr;
    REQUIRE(muxAllocateMemory(
                device, 64, 1, mux_memory_property_host_visible | mux_memory_property_host_coherent,
                mux_allocation_type_alloc_host, 0, of_memory.info(), &memory) == mux_success);
    REQUIRE(muxBindBufferMemory(device, memory, buffer, 0) == mux_success);
    muxFreeMemory(device, memory, of_memory.info());
    REQUIRE(of_memory.live() == 0);
  };
  bind_to_memory_that_goes();
  REQUIRE(muxBindBufferMemory(device, other.memory, buffer, 0) == mux_success);
  const uint8_t pattern = 5;
  mux_command_buffer_t commands = nullptr;
  REQUIRE(muxCreateCommandBuffer(device, no_callback(), allocator, &commands) == mux_success);
  REQUIRE(muxCommandFillBuffer(commands, buffer, 0, 64, &pattern, 1, 0, nullptr, nullptr) ==
          mux_success);
  REQUIRE(run(commands) == mux_success);
  CHECK(std::count(other.bytes.begin(), other.bytes.end(), pattern) == 64);
  muxDestroyCommandBuffer(device, commands, allocator);
  bind_to_memory_that_goes();
  muxDestroyBuffer(device, buffer, allocator);
  CHECK(counter.live() == live);
}

}  // namespace mux::test::mux_bind_buffer_memory

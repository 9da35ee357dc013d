/// @file
/// Host-visible memory of every kind, with a buffer in it: common code of tests of flushing.

#pragma once

#include <algorithm>
#include <catch2/catch.hpp>
#include <cstring>
#include <numeric>
#include <vector>

#include "fixtures.h"

namespace mux::test {

class MappedMemoryFixture : public CommandBufferFixture {
 public:
  static constexpr size_t size = 256;

  MappedMemoryFixture() {
    for (const uint32_t property :
         {mux_memory_property_host_coherent, mux_memory_property_host_cached}) {
      mux_memory_t memory = nullptr;
      REQUIRE(muxAllocateMemory(device, size, 1, mux_memory_property_host_visible | property,
                                mux_allocation_type_alloc_host, 0, allocator,
                                &memory) == mux_success);
      at_end([=, this] { muxFreeMemory(device, memory, allocator); });
      void *data = nullptr;
      REQUIRE(muxMapMemory(device, memory, 0, size, &data) == mux_success);
      at_end([=, this] { muxUnmapMemory(device, memory); });
      add(property == mux_memory_property_host_coherent ? coherent : cached, memory, data);
    }
    mux_memory_t memory = nullptr;
    REQUIRE(muxCreateMemoryFromHost(device, size, own_bytes, allocator, &memory) == mux_success);
    at_end([=, this] { muxFreeMemory(device, memory, allocator); });
    add(from_host, memory, own_bytes);
  }
  ~MappedMemoryFixture() { clean_up(); }

  /// The contents of `buffer` for the device: copied to another buffer and read from there.
  std::vector<uint8_t> seen_by_device(const TestBuffer &buffer) {
    const TestBuffer copy = make_buffer(size);
    mux_command_buffer_t commands = make_command_buffer();
    std::vector<uint8_t> seen(size);
    REQUIRE(muxCommandCopyBuffer(commands, buffer.buffer, 0, copy.buffer, 0, size, 0, nullptr,
                                 nullptr) == mux_success);
    REQUIRE(muxCommandReadBuffer(commands, copy.buffer, 0, seen.data(), size, 0, nullptr,
                                 nullptr) == mux_success);
    REQUIRE(run(commands) == mux_success);
    return seen;
  }

  /// Writes `values` into `buffer` by a command.
  void write_by_device(const TestBuffer &buffer, const std::vector<uint8_t> &values) {
    mux_command_buffer_t commands = make_command_buffer();
    REQUIRE(muxCommandWriteBuffer(commands, buffer.buffer, 0, values.data(), size, 0, nullptr,
                                  nullptr) == mux_success);
    REQUIRE(run(commands) == mux_success);
  }

  /// Different bytes for each `first`.
  static std::vector<uint8_t> values_from(int first) {
    std::vector<uint8_t> values(size);
    std::iota(values.begin(), values.end(), static_cast<uint8_t>(first));
    return values;
  }

  TestBuffer coherent;
  TestBuffer cached;
  /// Host memory, not mapped.
  TestBuffer from_host;

 private:
  void add(TestBuffer &result, mux_memory_t memory, void *data) {
    result.memory = memory;
    result.bytes = {static_cast<uint8_t *>(data), size};
    REQUIRE(muxCreateBuffer(device, size, allocator, &result.buffer) == mux_success);
    at_end([=, this] { muxDestroyBuffer(device, result.buffer, allocator); });
    REQUIRE(muxBindBufferMemory(device, memory, result.buffer, 0) == mux_success);
  }

  alignas(256) uint8_t own_bytes[size] = {};
};

}  // namespace mux::test

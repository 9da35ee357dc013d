#include <catch2/catch.hpp>

#include "mapped_memory.h"
#include "object_checks.h"
#include "range_checks.h"

namespace mux::test::mux_flush_mapped_memory_to_device {

namespace {

constexpr EntryPoint entry_point("muxFlushMappedMemoryToDevice");

class MappedFixture : public CommandBufferFixture {
 public:
  mux_memory_t memory = make_buffer(64).memory;
};

}  // namespace

TEST_CASE_METHOD(MappedFixture,
                 "muxFlushMappedMemoryToDevice.rc02: null, wrong-type and foreign devices "
                 "are mux_error_invalid_value",
                 "[muxFlushMappedMemoryToDevice]") {
  for (mux_device_t invalid : InvalidObjects<mux_device_t>(device->id)) {
    entry_point.fails(mux_error_invalid_value,
                      muxFlushMappedMemoryToDevice(invalid, memory, 0, 64));
  }
}

TEST_CASE_METHOD(MappedFixture,
                 "muxFlushMappedMemoryToDevice.rc03: null, wrong-type and foreign memory is "
                 "mux_error_invalid_value",
                 "[muxFlushMappedMemoryToDevice]") {
  for (mux_memory_t invalid : InvalidObjects<mux_memory_t>(device->id)) {
    entry_point.fails(mux_error_invalid_value,
                      muxFlushMappedMemoryToDevice(device, invalid, 0, 64));
  }
}

TEST_CASE_METHOD(MappedFixture,
                 "muxFlushMappedMemoryToDevice.rc04: a range past the memory is "
                 "mux_error_invalid_value",
                 "[muxFlushMappedMemoryToDevice]") {
  const RangeCall call = [this](uint64_t offset, uint64_t size) {
    return muxFlushMappedMemoryToDevice(device, memory, offset, size);
  };
  check_end_past(entry_point, 64, call);
  check_end_overflows(entry_point, call);
  entry_point.fails(mux_error_invalid_value, call(0, 65));
  entry_point.fails(mux_error_invalid_value, call(65, 0));
}

TEST_CASE_METHOD(MappedMemoryFixture,
                 "muxFlushMappedMemoryToDevice.rc05: the device sees what was flushed, whatever "
                 "part it was",
                 "[muxFlushMappedMemoryToDevice]") {
  const std::pair<size_t, size_t> parts[] = {{0, size}, {0, 1}, {size - 1, 1}, {64, 100}};
  int first = 1;
  for (const auto &[offset, length] : parts) {
    CAPTURE(offset, length);
    const std::vector<uint8_t> values = values_from(first++);
    std::copy_n(values.begin() + static_cast<ptrdiff_t>(offset), length,
                cached.bytes.begin() + static_cast<ptrdiff_t>(offset));
    CHECK(muxFlushMappedMemoryToDevice(device, cached.memory, offset, length) == mux_success);
    const std::vector<uint8_t> seen = seen_by_device(cached);
    CHECK(std::equal(seen.begin() + static_cast<ptrdiff_t>(offset),
                     seen.begin() + static_cast<ptrdiff_t>(offset + length),
                     values.begin() + static_cast<ptrdiff_t>(offset)));
  }
}

TEST_CASE_METHOD(MappedMemoryFixture,
                 "muxFlushMappedMemoryToDevice.vu01: of mapped memory, and of memory from the host "
                 "that is not mapped, the device sees what was written before",
                 "[muxFlushMappedMemoryToDevice]") {
  for (int first = 1; first <= 3; ++first) {
    for (const TestBuffer &buffer : {cached, from_host}) {
      const std::vector<uint8_t> values = values_from(first);
      std::copy(values.begin(), values.end(), buffer.bytes.begin());
      CHECK(muxFlushMappedMemoryToDevice(device, buffer.memory, 0, size) == mux_success);
      CHECK(seen_by_device(buffer) == values);
    }
  }
}

TEST_CASE_METHOD(MappedMemoryFixture,
                 "muxFlushMappedMemoryToDevice.vu02: coherent memory needs no flush, and one "
                 "changes nothing",
                 "[muxFlushMappedMemoryToDevice]") {
  REQUIRE((coherent.memory->properties & mux_memory_property_host_coherent) != 0);
  for (int first = 1; first <= 3; ++first) {
    const std::vector<uint8_t> values = values_from(first);
    std::copy(values.begin(), values.end(), coherent.bytes.begin());
    CHECK(seen_by_device(coherent) == values);
    CHECK(muxFlushMappedMemoryToDevice(device, coherent.memory, 0, size) == mux_success);
    CHECK(seen_by_device(coherent) == values);
    CHECK(std::equal(values.begin(), values.end(), coherent.bytes.begin()));
  }
}

}  // namespace mux::test::mux_flush_mapped_memory_to_device

#include <catch2/catch.hpp>

#include "mapped_memory.h"
#include "object_checks.h"
#include "range_checks.h"

namespace mux::test::mux_flush_mapped_memory_from_device {

namespace {

constexpr EntryPoint entry_point("muxFlushMappedMemoryFromDevice");

class MappedFixture : public CommandBufferFixture {
 public:
  mux_memory_t memory = make_buffer(64).memory;
};

}  // namespace

TEST_CASE_METHOD(MappedFixture,
                 "muxFlushMappedMemoryFromDevice.rc02: null, wrong-type and foreign devices "
                 "are mux_error_invalid_value",
                 "[muxFlushMappedMemoryFromDevice]") {
  for (mux_device_t invalid : InvalidObjects<mux_device_t>(device->id)) {
    entry_point.fails(mux_error_invalid_value,
                      muxFlushMappedMemoryFromDevice(invalid, memory, 0, 64));
  }
}

TEST_CASE_METHOD(MappedFixture,
                 "muxFlushMappedMemoryFromDevice.rc03: null, wrong-type and foreign memory is "
                 "mux_error_invalid_value",
                 "[muxFlushMappedMemoryFromDevice]") {
  for (mux_memory_t invalid : InvalidObjects<mux_memory_t>(device->id)) {
    entry_point.fails(mux_error_invalid_value,
                      muxFlushMappedMemoryFromDevice(device, invalid, 0, 64));
  }
}

TEST_CASE_METHOD(MappedFixture,
                 "muxFlushMappedMemoryFromDevice.rc04: a range past the memory is "
                 "mux_error_invalid_value",
                 "[muxFlushMappedMemoryFromDevice]") {
  const RangeCall call = [this](uint64_t offset, uint64_t size) {
    return muxFlushMappedMemoryFromDevice(device, memory, offset, size);
  };
  check_end_past(entry_point, 64, call);
  check_end_overflows(entry_point, call);
  entry_point.fails(mux_error_invalid_value, call(0, 65));
  entry_point.fails(mux_error_invalid_value, call(65, 0));
}

TEST_CASE_METHOD(MappedMemoryFixture,
                 "muxFlushMappedMemoryFromDevice.rc05: the host sees what the device wrote, "
                 "whatever part was flushed",
                 "[muxFlushMappedMemoryFromDevice]") {
  const std::pair<size_t, size_t> parts[] = {{0, size}, {0, 1}, {size - 1, 1}, {64, 100}};
  int first = 1;
  for (const auto &[offset, length] : parts) {
    CAPTURE(offset, length);
    const std::vector<uint8_t> values = values_from(first++);
    write_by_device(cached, values);
    CHECK(muxFlushMappedMemoryFromDevice(device, cached.memory, offset, length) == mux_success);
    const std::span<const uint8_t> part = cached.bytes.subspan(offset, length);
    CHECK(std::equal(part.begin(), part.end(), values.begin() + static_cast<ptrdiff_t>(offset)));
  }
}

TEST_CASE_METHOD(MappedMemoryFixture,
                 "muxFlushMappedMemoryFromDevice.vu01: of mapped memory, and of memory from the "
                 "host that is not mapped, the host sees what the device wrote before",
                 "[muxFlushMappedMemoryFromDevice]") {
  for (int first = 1; first <= 3; ++first) {
    for (const TestBuffer &buffer : {coherent, cached, from_host}) {
      const std::vector<uint8_t> values = values_from(first);
      write_by_device(buffer, values);
      CHECK(muxFlushMappedMemoryFromDevice(device, buffer.memory, 0, size) == mux_success);
      CHECK(std::equal(values.begin(), values.end(), buffer.bytes.begin()));
    }
  }
}

}  // namespace mux::test::mux_flush_mapped_memory_from_device

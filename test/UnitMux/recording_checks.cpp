#include "recording_checks.h"

#include <algorithm>
#include <array>
#include <catch2/catch.hpp>

namespace mux::test {

void check_wait_list_length(const EntryPoint &entry_point, CommandBufferFixture &fixture,
                            const Record &record) {
  const mux_sync_point_t first = fixture.record_mark(fixture.command_buffer);
  mux_sync_point_t after = nullptr;
  entry_point.fails(mux_error_invalid_value, record(fixture.command_buffer, 0, &first, &after));
  entry_point.fails(mux_error_invalid_value, record(fixture.command_buffer, 1, nullptr, &after));
  CHECK(after == nullptr);
  fixture.expect_still_runs();
}

void check_wait_list_elements(const EntryPoint &entry_point, CommandBufferFixture &fixture,
                              const Record &record) {
  const mux_sync_point_t own = fixture.record_mark(fixture.command_buffer);
  mux_command_buffer_t other = fixture.make_command_buffer();
  const mux_sync_point_t of_other = fixture.record_mark(other);

  const InvalidObjects<mux_sync_point_t> invalid(fixture.device->id);
  std::vector<mux_sync_point_t> rejected(invalid.begin(), invalid.end());
  rejected.push_back(of_other);
  // Sync-points are not dereferenced before validation: unmapped memory, the middle of a
  // sync-point, and a copy of a sync-point.
  rejected.push_back(reinterpret_cast<mux_sync_point_t>(uintptr_t{64}));
  rejected.push_back(reinterpret_cast<mux_sync_point_t>(UINTPTR_MAX - 7));
  rejected.push_back(reinterpret_cast<mux_sync_point_t>(reinterpret_cast<uintptr_t>(own) + 8));
  mux_sync_point_s copy = *own;
  rejected.push_back(&copy);
  for (mux_sync_point_t sync_point : rejected) {
    const std::array<mux_sync_point_t, 2> wait_list = {own, sync_point};
    mux_sync_point_t after = nullptr;
    entry_point.fails(mux_error_invalid_value,
                      record(fixture.command_buffer, 2, wait_list.data(), &after));
    CHECK(after == nullptr);
  }
  CHECK(fixture.run(other) == mux_success);
  fixture.expect_still_runs();
}

void check_command_buffer(const EntryPoint &entry_point, CommandBufferFixture &fixture,
                          const Record &record) {
  mux_sync_point_t sync_point = nullptr;
  for (mux_command_buffer_t invalid : InvalidObjects<mux_command_buffer_t>(fixture.device->id)) {
    entry_point.fails(mux_error_invalid_value, record(invalid, 0, nullptr, &sync_point));
  }
  REQUIRE(record(fixture.command_buffer, 0, nullptr, nullptr) == mux_success);
  fixture.record_mark(fixture.command_buffer);
  REQUIRE(muxFinalizeCommandBuffer(fixture.command_buffer) == mux_success);
  entry_point.fails(mux_error_invalid_value,
                    record(fixture.command_buffer, 0, nullptr, &sync_point));
  CHECK(sync_point == nullptr);
  CHECK(fixture.dispatch_and_wait(fixture.command_buffer) == mux_success);
  CHECK(fixture.marks_seen == 1);
}

void check_records(CommandBufferFixture &fixture, const Record &record) {
  REQUIRE(record(fixture.command_buffer, 0, nullptr, nullptr) == mux_success);
  mux_sync_point_t first = nullptr;
  REQUIRE(record(fixture.command_buffer, 0, nullptr, &first) == mux_success);
  REQUIRE(first != nullptr);
  CHECK(first->id == (mux_object_id_sync_point | target_of(fixture.device->id)));
  CHECK(first->command_buffer == fixture.command_buffer);
  mux_sync_point_t second = nullptr;
  REQUIRE(record(fixture.command_buffer, 1, &first, &second) == mux_success);
  CHECK(second != first);
  // Duplicate sync-points are allowed.
  const std::array<mux_sync_point_t, 3> wait_list = {first, second, first};
  REQUIRE(record(fixture.command_buffer, 3, wait_list.data(), nullptr) == mux_success);
  fixture.expect_still_runs();
}

void check_recording_without_memory(const EntryPoint &entry_point, CommandBufferFixture &fixture,
                                    const Record &record) {
  // A command buffer may have memory for some commands.
  mux_result_t result = mux_success;
  const int64_t live = fixture.counter.live();
  fixture.counter.fail_always();
  for (int i = 0; i < 100000 && result == mux_success; ++i) {
    mux_sync_point_t sync_point = nullptr;
    result = record(fixture.command_buffer, 0, nullptr, &sync_point);
  }
  fixture.counter.succeed();
  entry_point.fails(mux_error_out_of_memory, result);
  CHECK(fixture.counter.live() == live);

  mux_command_buffer_t single = fixture.make_command_buffer();
  for (int successes = 0; successes < 100; ++successes) {
    fixture.counter.fail_after(successes);
    mux_sync_point_t sync_point = nullptr;
    result = record(single, 0, nullptr, &sync_point);
    fixture.counter.succeed();
    if (result == mux_success) {
      break;
    }
    entry_point.fails(mux_error_out_of_memory, result);
    CHECK(sync_point == nullptr);
  }
  CHECK(result == mux_success);
  fixture.record_mark(single);
  CHECK(fixture.run(single) == mux_success);
  CHECK(fixture.marks_seen == 1);
  fixture.expect_still_runs();
}

std::span<uint8_t> run_after_rebinding(CommandBufferFixture &fixture, const TestBuffer &buffer) {
  const TestBuffer other = fixture.make_buffer(buffer.bytes.size());
  std::fill(other.bytes.begin(), other.bytes.end(), rebound_byte);
  REQUIRE(muxFinalizeCommandBuffer(fixture.command_buffer) == mux_success);
  REQUIRE(muxBindBufferMemory(fixture.device, other.memory, buffer.buffer, 0) == mux_success);
  REQUIRE(fixture.dispatch_and_wait(fixture.command_buffer) == mux_success);
  return other.bytes;
}

void check_recording(const EntryPoint &entry_point, CommandBufferFixture &fixture,
                     const Record &record) {
  SECTION("valid calls") {
    check_records(fixture, record);
  }
  SECTION("command buffers") {
    check_command_buffer(entry_point, fixture, record);
  }
  SECTION("sync-points of other command buffers") {
    check_wait_list_elements(entry_point, fixture, record);
  }
  SECTION("allocations fail") {
    check_recording_without_memory(entry_point, fixture, record);
  }
}

}  // namespace mux::test

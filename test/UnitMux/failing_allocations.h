/// @file
/// Checks of calls whose allocations fail one after the other, and of recording commands so.
///
/// Every entry point that uses an allocator is called with its first, second, ... allocation
/// failing in turn: always mux_error_out_of_memory, no leak, all objects unchanged, and the call
/// succeeds when there is memory again.
#pragma once

#include <mux/extensions.h>

#include <catch2/catch.hpp>
#include <functional>
#include <string>

#include "command_buffer_fixture.h"
#include "recording_checks.h"

namespace mux::test::failing_allocations {

/// Makes each allocation of `attempt` fail in turn. At least `least` allocations must have failed,
/// to detect that expected allocations are missing.
template <class Attempt>
void fails_each_allocation(CountingAllocator &counter, Attempt attempt, int least = 1,
                           int64_t most_kept = 0) {
  const FailingAllocations seen = for_each_failing_allocation(counter, attempt);
  INFO("after " << seen.attempts << " failing allocations: " << muxGetLastErrorMessage());
  CHECK(seen.result == mux_success);
  CHECK(seen.attempts >= least);
  CHECK(seen.leaked <= most_kept);
}

/// With buffers and other arguments of commands.
class FailingCommandsFixture : public TellingKernelFixture {
 public:
  /// Records a command into a new command buffer, with a sync-point, each allocation failing in
  /// turn; then only that command must be in it and have its effect.
  void fails_to_record(
      const std::function<mux_result_t(mux_command_buffer_t, mux_sync_point_t *)> &record_command) {
    mux_command_buffer_t target = make_command_buffer();
    mux_sync_point_t sync_point = nullptr;
    // At least two blocks: its record, its sync-point, the list of commands.
    fails_each_allocation(
        counter,
        [&] {
          const mux_result_t result = record_command(target, &sync_point);
          CHECK((sync_point != nullptr) == (result == mux_success));
          return result;
        },
        2);
    record_mark(target);
    const mux_command_id_t after = 2;
    REQUIRE(muxFinalizeCommandBuffer(target) == mux_success);
    CHECK(muxUpdateDescriptors(target, after, 0, nullptr, nullptr) == mux_error_invalid_value);
    CHECK(std::string(muxGetLastErrorMessage()).find("has 2 commands") != std::string::npos);
    CHECK(dispatch_and_wait(target) == mux_success);
    CHECK(marks_seen == 1);
  }

  TestBuffer buffer = make_buffer(256);
  TestBuffer other = make_buffer(256);
  uint8_t host[256] = {};
  mux_buffer_region_info_t region = {{8, 2, 1}, {0, 0, 0}, {0, 0, 0}, {16, 32}, {16, 32}};
};

}  // namespace mux::test::failing_allocations

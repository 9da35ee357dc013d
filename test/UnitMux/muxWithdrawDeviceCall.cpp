#include <mux/extensions.h>

#include <catch2/catch.hpp>

#include "device_calls.h"
#include "object_checks.h"

namespace mux::test::mux_withdraw_device_call {

namespace {

constexpr EntryPoint entry_point("muxWithdrawDeviceCall");

}  // namespace

TEST_CASE_METHOD(DeviceCallFixture, "muxWithdrawDeviceCall: a withdrawn call is not made",
                 "[muxRequestDeviceCall][muxWithdrawDeviceCall][scheduling]") {
  CountedCall counted;
  int made = 0;
  int withdrawn = 0;
  for (int round = 0; round < 500; ++round) {
    request(counted);
    const mux_result_t result = muxWithdrawDeviceCall(queue, &counted.call);
    if (result == mux_success) {
      ++withdrawn;
    } else {
      REQUIRE(result == mux_fence_not_ready);
      counted.wait_for(++made);
    }
  }
  REQUIRE(dispatch_and_wait(command_buffer) == mux_success);
  CHECK(counted.calls == made);
  CHECK(withdrawn + made == 500);
}

TEST_CASE_METHOD(DeviceCallFixture,
                 "muxWithdrawDeviceCall: the thread that would make a call can withdraw it",
                 "[muxRequestDeviceCall][muxWithdrawDeviceCall][scheduling]") {
  struct Attempt {
    mux_queue_t queue;
    CountedCall counted;
    std::atomic<bool> was_withdrawn = false;
    std::atomic<int> made = 0;

    static void request_and_withdraw(const mux_command_completion_t *, void *user_data) {
      auto &self = *static_cast<Attempt *>(user_data);
      if (muxRequestDeviceCall(self.queue, &self.counted.call) != mux_success) {
        return;
      }
      if (muxWithdrawDeviceCall(self.queue, &self.counted.call) == mux_success) {
        self.was_withdrawn = true;
      } else {
        ++self.made;
      }
    }
  };
  Attempt attempt{queue, {}, {}, {}};
  // Another thread of the device may be first.
  for (int round = 0; round < 1000 && !attempt.was_withdrawn; ++round) {
    dispatch_without_help(Attempt::request_and_withdraw, &attempt);
    attempt.counted.wait_for(attempt.made);
  }
  CHECK(attempt.was_withdrawn);
  CHECK(attempt.counted.calls == attempt.made);
}

TEST_CASE_METHOD(
    CommandBufferFixture,
    "muxWithdrawDeviceCall.queue and call: invalid arguments are mux_error_invalid_value",
    "[muxWithdrawDeviceCall]") {
  CountedCall counted;
  for (mux_queue_t invalid : InvalidObjects<mux_queue_t>(device->id)) {
    entry_point.fails(mux_error_invalid_value, muxWithdrawDeviceCall(invalid, &counted.call));
  }
  entry_point.fails_because("call is NULL", mux_error_invalid_value,
                            muxWithdrawDeviceCall(queue, nullptr));
  CHECK(muxWithdrawDeviceCall(queue, &counted.call) == mux_fence_not_ready);
}

}  // namespace mux::test::mux_withdraw_device_call

#include <mux/extensions.h>
#include <sched.h>

#include <catch2/catch.hpp>

#include "device_calls.h"
#include "object_checks.h"

namespace mux::test::mux_withdraw_device_call {

namespace {

constexpr EntryPoint entry_point("muxWithdrawDeviceCall");

}  // namespace

TEST_CASE_METHOD(DeviceCallFixture, "muxWithdrawDeviceCall: a call that is taken back is not made",
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
  // A single processor may be the device's until the call is made.
  cpu_set_t processors;
  REQUIRE(sched_getaffinity(0, sizeof(processors), &processors) == 0);
  CHECK((withdrawn != 0 || CPU_COUNT(&processors) == 1));
}

TEST_CASE_METHOD(CommandBufferFixture,
                 "muxWithdrawDeviceCall.queue and call: what is wrong is mux_error_invalid_value",
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

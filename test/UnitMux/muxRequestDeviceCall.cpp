#include <mux/extensions.h>

#include <atomic>
#include <catch2/catch.hpp>
#include <chrono>
#include <thread>

#include "device_calls.h"
#include "object_checks.h"

namespace mux::test::mux_request_device_call {

namespace {

constexpr EntryPoint entry_point("muxRequestDeviceCall");

/// A call that dispatches a command buffer.
struct Dispatching {
  mux_queue_t queue;
  mux_command_buffer_t commands;
  mux_fence_t fence;
  std::atomic<mux_result_t> result{mux_error_failure};
  mux_device_call_t call{dispatch, this};

  static void dispatch(void *user_data) {
    auto *self = static_cast<Dispatching *>(user_data);
    self->result = muxDispatch(self->queue, self->commands, self->fence, nullptr, 0, nullptr, 0,
                               nullptr, nullptr);
  }
};

}  // namespace

TEST_CASE_METHOD(DeviceCallFixture,
                 "muxRequestDeviceCall: a thread of the device makes each call once",
                 "[muxRequestDeviceCall][muxWithdrawDeviceCall][scheduling]") {
  CountedCall counted;
  for (int number = 1; number <= 50; ++number) {
    request(counted);
    counted.wait_for(number);
    CHECK(counted.thread.load() != std::this_thread::get_id());
  }
  REQUIRE(muxWaitAll(queue) == mux_success);
  CHECK(counted.calls == 50);
  // It was made, so it cannot be withdrawn.
  CHECK(muxWithdrawDeviceCall(queue, &counted.call) == mux_fence_not_ready);
}

TEST_CASE_METHOD(DeviceCallFixture,
                 "muxRequestDeviceCall: commands dispatched by the call run without a wake-up",
                 "[muxRequestDeviceCall][scheduling]") {
  for (int round = 0; round < 50; ++round) {
    Dispatching dispatching{queue, command_buffer, make_fence()};
    CountedCall awake;
    request(awake);
    awake.wait_for(1);
    const int before = marks_seen;
    if (muxRequestDeviceCall(queue, &dispatching.call) == mux_success) {
      // No thread helps: the device's own thread must continue.
      while (muxTryWait(queue, 0, dispatching.fence) == mux_fence_not_ready) {
        std::this_thread::yield();
      }
      // Another thread may have run it before muxDispatch() returned.
      while (dispatching.result == mux_error_failure) {
        std::this_thread::yield();
      }
      CHECK(dispatching.result == mux_success);
      CHECK(marks_seen == before + 1);
    }
  }
  REQUIRE(muxWaitAll(queue) == mux_success);
}

TEST_CASE_METHOD(DeviceCallFixture,
                 "muxRequestDeviceCall: a completion function requests a call, which is made after "
                 "it has returned",
                 "[muxRequestDeviceCall][scheduling]") {
  struct Requesting {
    mux_queue_t queue;
    CountedCall counted;
    std::atomic<int> calls_inside{-1};
    std::atomic<mux_result_t> result{mux_error_failure};
  } requesting{queue, {}};
  mux_fence_t fence = make_fence();
  const mux_command_completion_function_t told = [](const mux_command_completion_t *,
                                                    void *user_data) {
    auto *self = static_cast<Requesting *>(user_data);
    self->result = muxRequestDeviceCall(self->queue, &self->counted.call);
    self->calls_inside = self->counted.calls.load();
  };
  REQUIRE(muxDispatchWithCompletion(queue, command_buffer, fence, nullptr, 0, nullptr, 0, told,
                                    &requesting) == mux_success);
  // Without help, so that a thread of the device ends the dispatch.
  while (muxTryWait(queue, 0, fence) == mux_fence_not_ready) {
    std::this_thread::yield();
  }
  REQUIRE(requesting.result == mux_success);
  CHECK(requesting.calls_inside == 0);
  requesting.counted.wait_for(1);
}

TEST_CASE_METHOD(
    DeviceCallFixture,
    "muxRequestDeviceCall: is not ready while the device is asleep, and then calls nothing",
    "[muxRequestDeviceCall]") {
  CountedCall counted;
  CHECK(request_until_asleep(queue, counted) == mux_fence_not_ready);
  const int calls = counted.calls;
  REQUIRE(dispatch_and_wait(command_buffer) == mux_success);
  CHECK(counted.calls == calls);
}

TEST_CASE_METHOD(DeviceCallFixture, "muxRequestDeviceCall: one call at a time is pending",
                 "[muxRequestDeviceCall][scheduling]") {
  CountedCall calls[4];
  std::atomic<int> requested[4] = {};
  // No assertions here: Catch2's are not thread-safe.
  std::vector<std::thread> threads;
  threads.reserve(4);
  for (int index = 0; index < 4; ++index) {
    threads.emplace_back([&, index] {
      for (int round = 0; round < 2000; ++round) {
        if (muxRequestDeviceCall(queue, &calls[index].call) == mux_success) {
          calls[index].wait_for(++requested[index]);
        }
        if (round % 16 == 0) {
          muxDispatch(queue, command_buffer, nullptr, nullptr, 0, nullptr, 0, nullptr, nullptr);
        }
      }
    });
  }
  for (std::thread &thread : threads) {
    thread.join();
  }
  REQUIRE(muxWaitAll(queue) == mux_success);
  for (int index = 0; index < 4; ++index) {
    CHECK(calls[index].calls == requested[index]);
  }
}

TEST_CASE_METHOD(
    CommandBufferFixture,
    "muxRequestDeviceCall.queue, call and function: invalid arguments are mux_error_invalid_value",
    "[muxRequestDeviceCall]") {
  CountedCall counted;
  for (mux_queue_t invalid : InvalidObjects<mux_queue_t>(device->id)) {
    entry_point.fails(mux_error_invalid_value, muxRequestDeviceCall(invalid, &counted.call));
  }
  entry_point.fails_because("call is NULL", mux_error_invalid_value,
                            muxRequestDeviceCall(queue, nullptr));
  const mux_device_call_t nothing{nullptr, nullptr};
  entry_point.fails_because("call->function is NULL", mux_error_invalid_value,
                            muxRequestDeviceCall(queue, &nothing));
  CHECK(counted.calls == 0);
}

}  // namespace mux::test::mux_request_device_call

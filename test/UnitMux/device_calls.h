/// @file
/// Device calls for tests.
#pragma once

#include <mux/extensions.h>

#include <atomic>
#include <catch2/catch.hpp>
#include <chrono>
#include <thread>

#include "command_buffer_fixture.h"

namespace mux::test {

/// A call that counts, and records its thread.
struct CountedCall {
  std::atomic<int> calls{0};
  std::atomic<std::thread::id> thread{};
  mux_device_call_t call{count, this};

  static void count(void *user_data) {
    auto *self = static_cast<CountedCall *>(user_data);
    self->thread = std::this_thread::get_id();
    self->calls.fetch_add(1);
  }
  void wait_for(int number) const {
    while (calls < number) {
      std::this_thread::yield();
    }
  }
};

/// Requests the call until no thread of the device is awake: idle threads fall asleep after a
/// while. Returns the result of the last request.
inline mux_result_t request_until_asleep(mux_queue_t queue, const CountedCall &counted) {
  mux_result_t result = mux_success;
  for (int attempt = 0; attempt < 1000 && result == mux_success; ++attempt) {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
    result = muxRequestDeviceCall(queue, &counted.call);
    counted.wait_for(result == mux_success ? attempt + 1 : attempt);
  }
  return result;
}

class DeviceCallFixture : public CommandBufferFixture {
 public:
  DeviceCallFixture() {
    record_mark(command_buffer);
    REQUIRE(muxFinalizeCommandBuffer(command_buffer) == mux_success);
  }

  /// Requests until a thread of the device is awake: after a dispatch without a waiting thread one
  /// is, for a while.
  void request(const CountedCall &counted) {
    for (int attempt = 0; attempt < 50; ++attempt) {
      if (muxRequestDeviceCall(queue, &counted.call) == mux_success) {
        return;
      }
      dispatch_without_help([](const mux_command_completion_t *, void *) {}, nullptr);
    }
    // On a single processor that thread falls asleep before this one runs, so it makes the request
    // itself.
    Requesting requesting{queue, counted.call};
    dispatch_without_help(
        [](const mux_command_completion_t *, void *user_data) {
          auto *self = static_cast<Requesting *>(user_data);
          self->result = muxRequestDeviceCall(self->queue, &self->call);
        },
        &requesting);
    REQUIRE(requesting.result == mux_success);
  }

  /// Dispatches so that a thread of the device does the work and calls the completion.
  void dispatch_without_help(mux_command_completion_function_t told, void *user_data) {
    mux_fence_t fence = make_fence();
    REQUIRE(muxDispatchWithCompletion(queue, command_buffer, fence, nullptr, 0, nullptr, 0, told,
                                      user_data) == mux_success);
    while (muxTryWait(queue, 0, fence) == mux_fence_not_ready) {
      std::this_thread::yield();
    }
  }

 private:
  struct Requesting {
    mux_queue_t queue;
    const mux_device_call_t &call;
    std::atomic<mux_result_t> result{mux_error_failure};
  };
};

}  // namespace mux::test

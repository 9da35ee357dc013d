/// @file
/// Calls that threads of a device make, for tests.
#pragma once

#include <mux/extensions.h>

#include <atomic>
#include <catch2/catch.hpp>
#include <thread>

#include "command_buffer_fixture.h"

namespace mux::test {

/// A call that counts, and knows which thread made it.
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

class DeviceCallFixture : public CommandBufferFixture {
 public:
  DeviceCallFixture() {
    record_mark(command_buffer);
    REQUIRE(muxFinalizeCommandBuffer(command_buffer) == mux_success);
  }

  /// Requests until a thread of the device is awake: after a dispatch that is not waited for, one
  /// is, for a while.
  void request(const CountedCall &counted) {
    while (muxRequestDeviceCall(queue, &counted.call) != mux_success) {
      mux_fence_t fence = make_fence();
      REQUIRE(muxDispatch(queue, command_buffer, fence, nullptr, 0, nullptr, 0, nullptr, nullptr) ==
              mux_success);
      while (muxTryWait(queue, 0, fence) == mux_fence_not_ready) {
        std::this_thread::yield();
      }
    }
  }
};

}  // namespace mux::test

/// @file
/// A layer on the mux API with queues of counting commands.
#pragma once

#include <mux/mux.h>

#include <atomic>
#include <catch2/catch.hpp>
#include <mutex>
#include <string>
#include <vector>

#include "client/allocator.h"
#include "client/failure.h"
#include "client/queue.h"

namespace mux::client::test {

/// The statuses of failed commands.
inline constexpr int32_t failed = -1;
inline constexpr int32_t waited_in_vain = -2;

/// The device of all tests. Never destroyed: the service thread may release objects late.
inline mux_device_t the_device() {
  static mux_device_t const device = [] {
    mux_device_info_t info = nullptr;
    uint64_t count = 0;
    REQUIRE(muxGetDeviceInfos(mux_device_type_cpu, 1, &info, &count) == mux_success);
    mux_device_t made = nullptr;
    REQUIRE(muxCreateDevices(1, &info, allocator(), &made) == mux_success);
    return made;
  }();
  return device;
}

enum class Order { in_order, out_of_order };

class TestQueue final : public RefCounted {
 public:
  explicit TestQueue(Order order)
      : commands({.owner = *this,
                  .device = the_device(),
                  .queue = mux_queue(),
                  .compute_units = 4,
                  .in_order = order == Order::in_order,
                  .status_of = status_of,
                  .messages = {[](void *, const char *, const void *, size_t) {}, nullptr}}) {}

  /// Enqueues a command that calls `function(data)` on a thread of the device.
  void call(void (*function)(void *), void *data, std::vector<Ref<Event>> waits = {},
            Event *event = nullptr) {
    const auto kept = make_ref<Call>(function, data);
    commands.enqueue(std::move(waits), event, [&](Recording &recording) {
      recording.keep(*kept);
      return muxCommandUserCallback(recording.commands, Call::run, kept.get(), recording.wait_count,
                                    recording.waits, recording.sync_point);
    });
  }
  Ref<Event> make_event() { return make_ref<Event>(commands, Ref<RefCounted>(this)); }

 private:
  struct Call final : public RefCounted {
    Call(void (*called)(void *), void *with) : function(called), data(with) {}
    static void run(mux_queue_t, mux_command_buffer_t, void *user_data) {
      const auto *call = static_cast<Call *>(user_data);
      call->function(call->data);
    }
    void (*function)(void *);
    void *data;
  };

  static mux_queue_t mux_queue() {
    mux_queue_t queue = nullptr;
    REQUIRE(muxGetQueue(the_device(), mux_queue_type_compute, 0, &queue) == mux_success);
    return queue;
  }
  static int32_t status_of(mux_result_t result) {
    return result == mux_success               ? event_status::done
           : result == mux_error_fence_failure ? waited_in_vain
                                               : failed;
  }

 public:
  Queue commands;
};

/// An event outside of any queue.
inline Ref<Event> user_event(TestQueue &queue) {
  return make_ref<Event>(Ref<RefCounted>(queue));
}

inline void add_one(void *counter) {
  static_cast<std::atomic<uint32_t> *>(counter)->fetch_add(1);
}

}  // namespace mux::client::test

// Concurrent use of devices and their queues.

#include <mux/extensions.h>

#include <catch2/catch.hpp>
#include <condition_variable>
#include <cstdlib>
#include <mutex>

#include "object_checks.h"
#include "queues.h"

namespace mux::test::devices {

TEST_CASE("muxGetDeviceInfos.vu01: eight threads ask at once and hear the same",
          "[muxGetDeviceInfos][threads]") {
  const auto infos = run_in_threads([](unsigned) {
    mux_device_info_t info = nullptr;
    muxGetDeviceInfos(mux_device_type_cpu, 1, &info, nullptr);
    return info;
  });
  for (mux_device_info_t info : infos) {
    CHECK(info != nullptr);
    CHECK(info == infos.front());
  }
}

TEST_CASE(
    "muxDestroyDevice.vu02, muxCreateDevices.vu01: devices are created and destroyed on eight "
    "threads at once",
    "[muxDestroyDevice][threads]") {
  CountingAllocator counter;
  const auto failures = run_in_threads([&](unsigned) {
    int failed = 0;
    for (int i = 0; i < 20; ++i) {
      mux_device_info_t info = nullptr;
      mux_device_t device = nullptr;
      if (muxGetDeviceInfos(mux_device_type_cpu, 1, &info, nullptr) != mux_success ||
          muxCreateDevices(1, &info, counter.info(), &device) != mux_success) {
        ++failed;
        continue;
      }
      muxDestroyDevice(device, counter.info());
    }
    return failed;
  });
  CHECK(all_zero(failures));
  CHECK(counter.live() == 0);
  CHECK(counter.misuses() == 0);
}

TEST_CASE("muxCreateDeviceWithOptions: eight threads create and destroy devices at once",
          "[muxCreateDeviceWithOptions][threads]") {
  CountingAllocator counter;
  const mux_device_info_t info = host_device_info();
  const auto failures = run_in_threads([&](unsigned thread) {
    int failed = 0;
    for (uint32_t i = 0; i < 20; ++i) {
      const mux_device_options_t options = {thread + i, nullptr, 0};
      mux_device_t device = nullptr;
      if (muxCreateDeviceWithOptions(info, &options, counter.info(), &device) != mux_success) {
        ++failed;
        continue;
      }
      const uint32_t expected =
          options.compute_units == 0 ? info->compute_units : options.compute_units;
      failed += device->info->compute_units != expected;
      muxDestroyDevice(device, counter.info());
    }
    return failed;
  });
  CHECK(all_zero(failures));
  CHECK(counter.live() == 0);
  CHECK(counter.misuses() == 0);
}

TEST_CASE_METHOD(DeviceFixture, "muxGetQueue.vu01: eight threads get the same queues",
                 "[muxGetQueue][threads]") {
  const auto found = run_in_threads([&](unsigned) { return queues_of(device); });
  CHECK(found.front().size() > 1);
  CHECK(found.front().front() == queue);
  for (const std::vector<mux_queue_t> &queues : found) {
    CHECK(queues == found.front());
  }
}

TEST_CASE_METHOD(DeviceFixture, "Allocators.vu06: alloc and free are called by threads at once",
                 "[allocators][threads]") {
  // Each of two threads returns from alloc only after the other one has entered it.
  struct Meeting {
    std::mutex mutex;
    std::condition_variable changed;
    int inside = 0;
    int met = 0;
    std::atomic<int> live{0};
  };
  Meeting meeting;
  const mux_allocator_info_t meets = {
      [](void *user_data, size_t size, size_t alignment) -> void * {
        auto &self = *static_cast<Meeting *>(user_data);
        std::unique_lock<std::mutex> lock(self.mutex);
        ++self.inside;
        self.changed.notify_all();
        self.met +=
            self.changed.wait_for(lock, std::chrono::seconds(30), [&] { return self.inside >= 2; });
        ++self.live;
        alignment = std::max(alignment, sizeof(void *));
        return std::aligned_alloc(alignment, (size + alignment - 1) / alignment * alignment);
      },
      [](void *user_data, void *pointer) {
        --static_cast<Meeting *>(user_data)->live;
        std::free(pointer);
      },
      &meeting};
  const auto results = run_in_threads(
      [&](unsigned) {
        mux_buffer_t buffer = nullptr;
        const mux_result_t result = muxCreateBuffer(device, 64, meets, &buffer);
        if (result == mux_success) {
          muxDestroyBuffer(device, buffer, meets);
        }
        return result;
      },
      2);
  CHECK(all_zero(results));
  CHECK(meeting.met >= 2);
  CHECK(meeting.live == 0);
}

}  // namespace mux::test::devices

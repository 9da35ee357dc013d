// Objects may be destroyed as soon as they are unused; nothing leaks.

#include <thread>

#include "support.h"

namespace mux::test::lifetime {

namespace {

void complete(mux_command_buffer_t, mux_result_t, void *) {}

// Creates everything, dispatches once, and destroys everything right after the wait. Thread-safe;
// returns whether all calls succeeded and the result was correct.
bool create_dispatch_destroy(Fixture &fixture, mux_kernel_t kernel, unsigned variant) {
  mux_device_t device = fixture.device;
  mux_allocator_info_t allocator = fixture.allocator;
  int32_t data[40] = {};
  mux_memory_t memory = nullptr;
  mux_buffer_t buffer = nullptr;
  mux_command_buffer_t commands = nullptr;
  mux_fence_t fence = nullptr;
  mux_semaphore_t semaphore = nullptr;
  bool good =
      muxCreateMemoryFromHost(device, sizeof data, data, allocator, &memory) == mux_success &&
      muxCreateBuffer(device, sizeof data, allocator, &buffer) == mux_success &&
      muxBindBufferMemory(device, memory, buffer, 0) == mux_success &&
      muxCreateCommandBuffer(device, nullptr, allocator, &commands) == mux_success &&
      muxCreateFence(device, allocator, &fence) == mux_success &&
      muxCreateSemaphore(device, allocator, &semaphore) == mux_success;
  const size_t offset = 0;
  const size_t size = 40;
  mux_descriptor_info_t descriptor = describe_buffer(buffer);
  mux_ndrange_options_t options = {};
  options.descriptors = &descriptor;
  options.descriptors_length = 1;
  options.local_size[0] = 7;
  options.local_size[1] = options.local_size[2] = 1;
  options.global_offset = &offset;
  options.global_size = &size;
  options.dimensions = 1;
  good = good && muxCommandNDRange(commands, kernel, options, 0, nullptr, nullptr) == mux_success &&
         muxFinalizeCommandBuffer(commands) == mux_success &&
         fixture.dispatch(commands, fence, {}, {semaphore},
                          variant % 2 == 0 ? nullptr : complete) == mux_success;
  const uint64_t timeout = variant % 3 == 0 ? 60'000'000'000 : UINT64_MAX;
  good = good && muxTryWait(fixture.queue, timeout, fence) == mux_success;
  muxDestroyFence(device, fence, allocator);
  muxDestroySemaphore(device, semaphore, allocator);
  muxDestroyCommandBuffer(device, commands, allocator);
  muxDestroyBuffer(device, buffer, allocator);
  muxFreeMemory(device, memory, allocator);
  for (const int32_t value : data) {
    good = good && value == 1;
  }
  return good;
}

}  // namespace

TEST_CASE("Schedule: everything is destroyed right after the wait, many thousand times") {
  Fixture fixture;
  mux_kernel_t increment = fixture.kernel("increment");
  unsigned good = 0;
  for (unsigned repeat = 0; repeat < 5000; ++repeat) {
    good += create_dispatch_destroy(fixture, increment, repeat);
  }
  CHECK(good == 5000);
}

TEST_CASE("Schedule: eight threads create, record, dispatch and destroy at once") {
  Fixture fixture;
  mux_kernel_t increment = fixture.kernel("increment");
  std::atomic<unsigned> good{0};
  std::vector<std::thread> threads;
  for (unsigned thread = 0; thread < 8; ++thread) {
    threads.emplace_back([&, thread] {
      for (unsigned repeat = 0; repeat < 500; ++repeat) {
        good += create_dispatch_destroy(fixture, increment, repeat + thread);
      }
    });
  }
  for (std::thread &thread : threads) {
    thread.join();
  }
  CHECK(good == 4000);
}

TEST_CASE("Schedule: devices are created and destroyed") {
  for (int repeat = 0; repeat < 300; ++repeat) {
    Fixture fixture;
    if (repeat % 3 != 0) {
      CHECK(create_dispatch_destroy(fixture, fixture.kernel("increment"),
                                    static_cast<unsigned>(repeat)));
    }
  }
}

TEST_CASE("Schedule: one command buffer is in flight many times") {
  Fixture fixture;
  std::atomic<uint64_t> total{0};
  mux_buffer_t buffer = fixture.buffer_over(&total, sizeof total);
  Commands commands(fixture);
  mux_kernel_t count = fixture.kernel("count");
  for (int index = 0; index < 10; ++index) {
    commands.run(count, {describe_buffer(buffer)}, 30, 1);
  }
  commands.finalize();
  std::atomic<int> errors{0};
  std::vector<std::thread> threads;
  for (int thread = 0; thread < 4; ++thread) {
    threads.emplace_back([&] {
      for (int repeat = 0; repeat < 500; ++repeat) {
        errors += fixture.dispatch(commands) != mux_success;
      }
      errors += muxWaitAll(fixture.queue) != mux_success;
    });
  }
  for (std::thread &thread : threads) {
    thread.join();
  }
  CHECK(errors == 0);
  CHECK(total == 4u * 500 * 300);
}

// Calls a function repeatedly in eight threads.
template <typename Function>
void call_in_threads(int times, Function function) {
  std::vector<std::thread> threads;
  for (int thread = 0; thread < 8; ++thread) {
    threads.emplace_back([=] {
      for (int repeat = 0; repeat < times; ++repeat) {
        function(thread);
      }
    });
  }
  for (std::thread &thread : threads) {
    thread.join();
  }
}

TEST_CASE("Schedule: threads bind one buffer, bind one image and map one memory at once") {
  Fixture fixture;
  mux_memory_t memory = nullptr;
  REQUIRE(muxAllocateMemory(fixture.device, 1 << 16, 1, mux_memory_property_host_visible,
                            mux_allocation_type_alloc_device, 0, fixture.allocator,
                            &memory) == mux_success);
  mux_buffer_t buffer = nullptr;
  REQUIRE(muxCreateBuffer(fixture.device, 64, fixture.allocator, &buffer) == mux_success);
  mux_image_t image = nullptr;
  REQUIRE(muxCreateImage(fixture.device, mux_image_type_1d, mux_image_format_R8_unorm, 64, 1, 1, 0,
                         0, 0, fixture.allocator, &image) == mux_success);
  std::atomic<int> errors{0};
  std::atomic<int> maps{0};
  call_in_threads(100, [&](int thread) {
    const uint64_t offset = image->memory_requirements.alignment * static_cast<uint64_t>(thread);
    errors += muxBindBufferMemory(fixture.device, memory, buffer, offset) != mux_success;
    errors += muxBindImageMemory(fixture.device, memory, image, offset) != mux_success;
    void *data = nullptr;
    if (muxMapMemory(fixture.device, memory, 0, 64, &data) == mux_success) {
      // Only one mapping at a time.
      errors += maps.fetch_add(1) != 0;
      maps.fetch_sub(1);
      errors += muxUnmapMemory(fixture.device, memory) != mux_success;
    }
  });
  CHECK(errors == 0);
  muxDestroyImage(fixture.device, image, fixture.allocator);
  muxDestroyBuffer(fixture.device, buffer, fixture.allocator);
  muxFreeMemory(fixture.device, memory, fixture.allocator);
}

TEST_CASE("Schedule: threads reset one command buffer at once") {
  Fixture fixture;
  std::atomic<uint64_t> total{0};
  mux_buffer_t buffer = fixture.buffer_over(&total, sizeof total);
  mux_kernel_t count = fixture.kernel("count");
  Commands commands(fixture);
  for (int repeat = 0; repeat < 30; ++repeat) {
    for (int index = 0; index < 10; ++index) {
      commands.run(count, {describe_buffer(buffer)}, 3, 1);
    }
    commands.finalize();
    REQUIRE(fixture.dispatch(commands) == mux_success);
    std::atomic<int> errors{0};
    call_in_threads(3, [&](int) { errors += muxResetCommandBuffer(commands) != mux_success; });
    CHECK(errors == 0);
    CHECK(total == 30u * static_cast<unsigned>(repeat + 1));
  }
}

TEST_CASE("Schedule: without memory a call fails, changes nothing and leaks nothing") {
  Fixture fixture;
  std::atomic<uint64_t> total{0};
  mux_buffer_t buffer = fixture.buffer_over(&total, sizeof total);
  mux_kernel_t count = fixture.kernel("count");
  mux_kernel_t local = fixture.kernel("local");
  std::vector<uint32_t> sums(64);
  mux_buffer_t out = fixture.buffer_over(sums.data(), sums.size() * 4);
  mux_fence_t fence = fixture.fence();
  mux_semaphore_t semaphore = fixture.semaphore();
  const size_t offset = 0;
  const size_t size = 64;

  // Every allocation in the lifetime of a command buffer fails once.
  bool failed = true;
  for (int64_t allocation = 0; failed; ++allocation) {
    failed = false;
    const int64_t live = fixture.counting.live();
    fixture.counting.fail_after(allocation);
    const auto tried = [&](auto call) {
      mux_result_t result = call();
      if (result == mux_error_out_of_memory) {
        failed = true;
        result = call();
      }
      return result == mux_success;
    };
    mux_command_buffer_t commands = nullptr;
    bool good = tried([&] {
      return muxCreateCommandBuffer(fixture.device, nullptr, fixture.allocator, &commands);
    });
    const uint32_t pattern = 0;
    mux_sync_point_t sync_point = nullptr;
    good =
        good && tried([&] {
          return muxCommandFillBuffer(commands, out, 0, 256, &pattern, 4, 0, nullptr, &sync_point);
        });
    for (int index = 0; index < 20; ++index) {
      mux_descriptor_info_t descriptors[] = {describe_local(4 * 8), describe_buffer(out)};
      mux_descriptor_info_t descriptor = describe_buffer(buffer);
      mux_ndrange_options_t options = {};
      const bool uses_local = index % 2 == 0;
      options.descriptors = uses_local ? descriptors : &descriptor;
      options.descriptors_length = uses_local ? 2 : 1;
      options.local_size[0] = 8;
      options.local_size[1] = options.local_size[2] = 1;
      options.global_offset = &offset;
      options.global_size = &size;
      options.dimensions = 1;
      good = good && tried([&] {
               return muxCommandNDRange(commands, uses_local ? local : count, options, 1,
                                        &sync_point, nullptr);
             });
    }
    good = good && tried([&] { return muxFinalizeCommandBuffer(commands); });
    const uint64_t before = total;
    good = good && tried([&] { return fixture.dispatch(commands, nullptr, {}, {semaphore}); }) &&
           tried([&] { return fixture.dispatch(commands, fence, {semaphore}); });
    good = good && muxWait(fixture.queue, fence) == mux_success;
    fixture.counting.succeed();
    REQUIRE(good);
    CHECK(total - before == 2u * 10 * 64);
    REQUIRE(muxResetFence(fence) == mux_success);
    REQUIRE(muxResetSemaphore(semaphore) == mux_success);
    muxDestroyCommandBuffer(fixture.device, commands, fixture.allocator);
    // The device keeps its scratch memory.
    CHECK(fixture.counting.live() - live <= compute_units() + 3);
    REQUIRE(allocation < 1000);
  }
}

}  // namespace mux::test::lifetime

// Updates and clones while dispatches are in flight, and kernels that fail meanwhile.

#include <chrono>
#include <mutex>
#include <thread>

#include "support.h"

namespace mux::test::updates {

namespace {

mux_result_t update_value(mux_command_buffer_t target, mux_command_id_t command, int32_t value) {
  mux_descriptor_info_t descriptor = describe_data(&value, sizeof value);
  uint64_t index = 0;
  return muxUpdateDescriptors(target, command, 1, &index, &descriptor);
}

// Collects messages from any thread.
struct Messages {
  std::mutex mutex;
  std::vector<std::string> texts;
  mux_callback_info_s info = {[](void *user_data, const char *message, const void *, size_t) {
                                auto *self = static_cast<Messages *>(user_data);
                                const std::lock_guard<std::mutex> guard(self->mutex);
                                self->texts.emplace_back(message);
                              },
                              this};
};

}  // namespace

TEST_CASE("Schedule: every dispatch keeps the arguments that it was dispatched with") {
  // Each dispatch counts in its own element; a plan changed during a run would miscount.
  Fixture fixture;
  constexpr size_t places = 64;
  constexpr size_t items = 1000;
  std::vector<std::atomic<uint64_t>> totals(places);
  mux_buffer_t buffer = fixture.buffer_over(totals.data(), sizeof(uint64_t) * places);
  Commands commands(fixture);
  for (int repeat = 0; repeat < 4; ++repeat) {
    commands.run(fixture.kernel("count"), {describe_buffer(buffer)}, items, 10);
  }
  commands.finalize();
  mux_fence_t fence = fixture.fence();
  std::vector<uint64_t> expected(places, 0);
  for (size_t round = 0; round < 400; ++round) {
    for (mux_command_id_t command = 0; command < 4; ++command) {
      if ((round + command) % 3 == 0) {
        continue;
      }
      const size_t place = (round * 7 + command * 13) % places;
      mux_descriptor_info_t descriptor = describe_buffer(buffer, place * sizeof(uint64_t));
      uint64_t index = 0;
      REQUIRE(muxUpdateDescriptors(commands, command, 1, &index, &descriptor) == mux_success);
    }
    REQUIRE(fixture.dispatch(commands) == mux_success);
  }
  REQUIRE(fixture.dispatch(commands, fence) == mux_success);
  REQUIRE(muxWait(fixture.queue, fence) == mux_success);
  REQUIRE(muxWaitAll(fixture.queue) == mux_success);
  // The model: the element of each command at each dispatch.
  size_t current[4] = {0, 0, 0, 0};
  for (size_t round = 0; round < 401; ++round) {
    for (size_t command = 0; command < 4; ++command) {
      if (round < 400 && (round + command) % 3 != 0) {
        current[command] = (round * 7 + command * 13) % places;
      }
      expected[current[command]] += items;
    }
  }
  for (size_t place = 0; place < places; ++place) {
    CHECK(totals[place] == expected[place]);
  }
}

TEST_CASE("Schedule: threads update, dispatch and clone one command buffer at once") {
  Fixture fixture;
  std::atomic<uint64_t> totals[8] = {};
  mux_buffer_t buffer = fixture.buffer_over(totals, sizeof totals);
  Commands commands(fixture);
  commands.run(fixture.kernel("count"), {describe_buffer(buffer)}, 50, 5).finalize();
  constexpr int rounds = 150;
  std::atomic<int> errors{0};
  std::atomic<int> dispatches{0};
  std::vector<std::thread> threads;
  for (uint64_t thread = 0; thread < 4; ++thread) {
    threads.emplace_back([&, thread] {
      mux_fence_t fence = nullptr;
      errors += muxCreateFence(fixture.device, fixture.allocator, &fence) != mux_success;
      for (int round = 0; round < rounds; ++round) {
        mux_descriptor_info_t descriptor =
            describe_buffer(buffer, (thread + static_cast<uint64_t>(round)) % 8 * sizeof(uint64_t));
        uint64_t index = 0;
        errors += muxUpdateDescriptors(commands, 0, 1, &index, &descriptor) != mux_success;
        errors += fixture.dispatch(commands, fence) != mux_success;
        ++dispatches;
        if (round % 3 == 0) {
          mux_command_buffer_t clone = nullptr;
          errors += muxCloneCommandBuffer(fixture.device, fixture.allocator, commands, &clone) !=
                    mux_success;
          errors += fixture.dispatch(clone) != mux_success;
          ++dispatches;
          muxDestroyCommandBuffer(fixture.device, clone, fixture.allocator);
        }
        errors += muxWait(fixture.queue, fence) != mux_success;
        errors += muxResetFence(fence) != mux_success;
      }
      muxDestroyFence(fixture.device, fence, fixture.allocator);
    });
  }
  for (std::thread &thread : threads) {
    thread.join();
  }
  CHECK(errors == 0);
  uint64_t sum = 0;
  for (const std::atomic<uint64_t> &total : totals) {
    sum += total;
  }
  CHECK(sum == 50 * static_cast<uint64_t>(dispatches));
}

TEST_CASE("Schedule: a failed kernel is named with its command and its status") {
  Fixture fixture;
  Messages messages;
  int32_t data[64] = {};
  mux_buffer_t buffer = fixture.buffer_over(data, sizeof data);
  mux_kernel_t increment = fixture.kernel("increment");
  const int32_t good = 0;
  Commands commands(fixture, &messages.info);
  commands.run(increment, {describe_buffer(buffer)}, 64, 1)
      .run(fixture.kernel("status"), {describe_data(&good, 4)}, 256, 1)
      .run(increment, {describe_buffer(buffer)}, 64, 1)
      .finalize();
  mux_fence_t fence = fixture.fence();
  int32_t increments = 0;
  for (int32_t round = 0; round < 200; ++round) {
    const int32_t status = round % 2 == 0 ? 0 : -round;
    REQUIRE(update_value(commands, 1, status) == mux_success);
    REQUIRE(fixture.dispatch(commands, fence) == mux_success);
    // Too late for the running dispatch.
    REQUIRE(update_value(commands, 1, 77) == mux_success);
    REQUIRE(muxWait(fixture.queue, fence) == (status == 0 ? mux_success : mux_error_fence_failure));
    REQUIRE(muxResetFence(fence) == mux_success);
    increments += status == 0 ? 2 : 1;
    REQUIRE(data[63] == increments);
  }
  REQUIRE(messages.texts.size() == 100);
  CHECK(messages.texts[0] == "command 1 (ND-range): kernel 'status' failed with status -1");
  CHECK(messages.texts[99] == "command 1 (ND-range): kernel 'status' failed with status -199");
}

TEST_CASE("Schedule: cost of an update among 1000 commands", "[.][measure]") {
  Fixture fixture;
  std::atomic<uint64_t> total{0};
  mux_buffer_t buffer = fixture.buffer_over(&total, sizeof total);
  Commands commands(fixture);
  for (int index = 0; index < 1000; ++index) {
    commands.run(fixture.kernel("count"), {describe_buffer(buffer)}, 1, 1);
  }
  commands.finalize();
  mux_descriptor_info_t descriptor = describe_buffer(buffer);
  uint64_t index = 0;
  using Clock = std::chrono::steady_clock;
  const auto nanoseconds_each = [](Clock::time_point start, int count) {
    return std::chrono::duration<double, std::nano>(Clock::now() - start).count() / count;
  };
  Clock::time_point start = Clock::now();
  for (mux_command_id_t repeat = 0; repeat < 100'000; ++repeat) {
    REQUIRE(muxUpdateDescriptors(commands, repeat % 1000, 1, &index, &descriptor) == mux_success);
  }
  WARN("nothing in flight: " << nanoseconds_each(start, 100'000) << " ns");
  std::atomic<uint64_t> other_total{0};
  mux_buffer_t other = fixture.buffer_over(&other_total, sizeof other_total);
  start = Clock::now();
  for (mux_command_id_t repeat = 0; repeat < 200; ++repeat) {
    mux_descriptor_info_t moved = describe_buffer(repeat % 2 == 0 ? other : buffer);
    REQUIRE(muxUpdateDescriptors(commands, 500, 1, &index, &moved) == mux_success);
  }
  WARN("another buffer, which changes what depends on what: " << nanoseconds_each(start, 200)
                                                              << " ns");

  mux_fence_t fence = fixture.fence();
  double in_flight = 0;
  double dispatching = 0;
  constexpr int repeats = 200;
  for (mux_command_id_t repeat = 0; repeat < repeats; ++repeat) {
    // Blocked until it is updated.
    mux_semaphore_t semaphore = nullptr;
    REQUIRE(muxCreateSemaphore(fixture.device, fixture.allocator, &semaphore) == mux_success);
    start = Clock::now();
    REQUIRE(fixture.dispatch(commands, fence, {semaphore}) == mux_success);
    dispatching += nanoseconds_each(start, repeats);
    start = Clock::now();
    REQUIRE(muxUpdateDescriptors(commands, repeat, 1, &index, &descriptor) == mux_success);
    in_flight += nanoseconds_each(start, repeats);
    muxDestroySemaphore(fixture.device, semaphore, fixture.allocator);
    REQUIRE(muxWait(fixture.queue, fence) == mux_error_fence_failure);
    REQUIRE(muxResetFence(fence) == mux_success);
  }
  WARN("in flight: " << in_flight << " ns, beside a dispatch of " << dispatching << " ns");
}

}  // namespace mux::test::updates

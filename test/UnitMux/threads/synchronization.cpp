// Concurrent use of fences, semaphores, dispatches and waits.

#include <mux/extensions.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <chrono>
#include <thread>

#include "object_checks.h"
#include "queues.h"

namespace mux::test::synchronization {

namespace {

/// A finalized command buffer with a mark.
class MarkFixture : public CommandBufferFixture {
 public:
  MarkFixture() {
    record_mark(command_buffer);
    REQUIRE(muxFinalizeCommandBuffer(command_buffer) == mux_success);
  }

  mux_result_t dispatch(mux_fence_t fence) {
    return muxDispatch(queue, command_buffer, fence, nullptr, 0, nullptr, 0, nullptr, nullptr);
  }
};

}  // namespace

TEST_CASE_METHOD(DeviceFixture, "muxCreateFence.vu01: eight threads create fences at once",
                 "[muxCreateFence][threads]") {
  check_threads<mux_fence_t>(*this, muxCreateFence, muxDestroyFence);
}

TEST_CASE_METHOD(DeviceFixture, "muxDestroyFence.vu01: eight threads destroy fences at once",
                 "[muxDestroyFence][threads]") {
  const int64_t live = counter.live();
  std::vector<mux_fence_t> fences(size_t{thread_count} * 50);
  for (mux_fence_t &fence : fences) {
    REQUIRE(muxCreateFence(device, allocator, &fence) == mux_success);
  }
  CHECK(counter.live() > live);
  destroy_in_threads(fences, [&](mux_fence_t fence) { muxDestroyFence(device, fence, allocator); });
  CHECK(counter.live() == live);
  CHECK(counter.misuses() == 0);
}

TEST_CASE_METHOD(MarkFixture,
                 "muxResetFence.vu01: eight threads reset one fence, which works afterwards",
                 "[muxResetFence][threads]") {
  mux_fence_t fence = make_fence();
  for (int i = 1; i <= 50; ++i) {
    REQUIRE(dispatch(fence) == mux_success);
    REQUIRE(muxWait(queue, fence) == mux_success);
    CHECK(all_zero(run_in_threads([&](unsigned) { return muxResetFence(fence); })));
    CHECK(muxTryWait(queue, 0, fence) == mux_fence_not_ready);
    CHECK(marks_seen == i);
  }
}

TEST_CASE_METHOD(DeviceFixture, "muxCreateSemaphore.vu01: eight threads create semaphores at once",
                 "[muxCreateSemaphore][threads]") {
  check_threads<mux_semaphore_t>(*this, muxCreateSemaphore, muxDestroySemaphore);
}

TEST_CASE_METHOD(MarkFixture, "muxSignalSemaphore: one of eight threads signals a semaphore",
                 "[muxSignalSemaphore][threads]") {
  mux_fence_t fence = make_fence();
  mux_semaphore_t semaphore = make_semaphore();
  for (int i = 1; i <= 50; ++i) {
    REQUIRE(muxDispatch(queue, command_buffer, fence, &semaphore, 1, nullptr, 0, nullptr,
                        nullptr) == mux_success);
    const auto signalled = run_in_threads([&](unsigned) {
      return static_cast<int>(muxSignalSemaphore(semaphore, mux_success) == mux_success);
    });
    CHECK(std::count(signalled.begin(), signalled.end(), 1) == 1);
    CHECK(muxWait(queue, fence) == mux_success);
    CHECK(marks_seen == i);
    REQUIRE(muxResetSemaphore(semaphore) == mux_success);
  }
}

TEST_CASE_METHOD(DeviceFixture,
                 "muxSignalSemaphore: eight threads signal and dispatch waiters at once",
                 "[muxSignalSemaphore][threads]") {
  const auto wrong = run_in_threads([&](unsigned thread) {
    mux_command_buffer_t commands = nullptr;
    mux_fence_t fence = nullptr;
    mux_semaphore_t semaphore = nullptr;
    int failures = 0;
    failures += muxCreateCommandBuffer(device, no_callback(), allocator, &commands) != mux_success;
    failures += muxFinalizeCommandBuffer(commands) != mux_success;
    failures += muxCreateFence(device, allocator, &fence) != mux_success;
    failures += muxCreateSemaphore(device, allocator, &semaphore) != mux_success;
    for (unsigned i = 0; i < 100; ++i) {
      const bool first = (i + thread) % 2 == 0;
      if (first) {
        failures += muxSignalSemaphore(semaphore, mux_success) != mux_success;
      }
      failures += muxDispatch(queue, commands, fence, &semaphore, 1, nullptr, 0, nullptr,
                              nullptr) != mux_success;
      if (!first) {
        failures += muxSignalSemaphore(semaphore, mux_success) != mux_success;
      }
      failures += muxWait(queue, fence) != mux_success;
      failures += muxResetSemaphore(semaphore) != mux_success;
    }
    muxDestroySemaphore(device, semaphore, allocator);
    muxDestroyFence(device, fence, allocator);
    muxDestroyCommandBuffer(device, commands, allocator);
    return failures;
  });
  CHECK(all_zero(wrong));
}

TEST_CASE_METHOD(DeviceFixture,
                 "muxDestroySemaphore.vu01: eight threads destroy semaphores at once",
                 "[muxDestroySemaphore][threads]") {
  const int64_t live = counter.live();
  std::vector<mux_semaphore_t> semaphores(size_t{thread_count} * 50);
  for (mux_semaphore_t &semaphore : semaphores) {
    REQUIRE(muxCreateSemaphore(device, allocator, &semaphore) == mux_success);
  }
  CHECK(counter.live() > live);
  destroy_in_threads(semaphores, [&](mux_semaphore_t semaphore) {
    muxDestroySemaphore(device, semaphore, allocator);
  });
  CHECK(counter.live() == live);
  CHECK(counter.misuses() == 0);
}

TEST_CASE_METHOD(MarkFixture,
                 "muxResetSemaphore.vu01: eight threads reset one semaphore, which is not "
                 "signalled afterwards",
                 "[muxResetSemaphore][threads]") {
  mux_semaphore_t semaphore = make_semaphore();
  mux_command_buffer_t waiter = make_command_buffer();
  REQUIRE(muxFinalizeCommandBuffer(waiter) == mux_success);
  const auto signal = [&] {
    return muxDispatch(queue, command_buffer, nullptr, nullptr, 0, &semaphore, 1, nullptr, nullptr);
  };
  for (int i = 0; i < 50; ++i) {
    REQUIRE(signal() == mux_success);
    REQUIRE(muxWaitAll(queue) == mux_success);
    CHECK(all_zero(run_in_threads([&](unsigned) { return muxResetSemaphore(semaphore); })));
    mux_fence_t fence = make_fence();
    REQUIRE(muxDispatch(queue, waiter, fence, &semaphore, 1, nullptr, 0, nullptr, nullptr) ==
            mux_success);
    CHECK(muxTryWait(queue, 100000, fence) == mux_fence_not_ready);
    REQUIRE(signal() == mux_success);
    CHECK(muxWait(queue, fence) == mux_success);
    REQUIRE(muxWaitAll(queue) == mux_success);
    REQUIRE(muxResetSemaphore(semaphore) == mux_success);
  }
}

TEST_CASE_METHOD(MarkFixture, "muxDispatch.vu01: eight threads dispatch one command buffer",
                 "[muxDispatch][threads][scheduling]") {
  std::vector<mux_fence_t> fences;
  for (unsigned i = 0; i < thread_count; ++i) {
    fences.push_back(make_fence());
  }
  const auto failures = run_in_threads([&](unsigned thread) {
    int failed = 0;
    for (int i = 0; i < 100; ++i) {
      failed += dispatch(fences[thread]) != mux_success;
      failed += muxWait(queue, fences[thread]) != mux_success;
      failed += muxResetFence(fences[thread]) != mux_success;
    }
    return failed;
  });
  CHECK(all_zero(failures));
  CHECK(marks_seen == 100 * static_cast<int>(thread_count));
}

TEST_CASE_METHOD(MarkFixture,
                 "muxDispatch.vu01: eight threads dispatch one command buffer to all queues",
                 "[muxDispatch][threads][scheduling]") {
  const std::vector<mux_queue_t> queues = queues_of(device);
  std::vector<mux_fence_t> fences;
  for (unsigned i = 0; i < thread_count; ++i) {
    fences.push_back(make_fence());
  }
  const auto failures = run_in_threads([&](unsigned thread) {
    int failed = 0;
    for (size_t i = 0; i < 100; ++i) {
      mux_queue_t chosen = queues[(thread + i) % queues.size()];
      failed += muxDispatch(chosen, command_buffer, fences[thread], nullptr, 0, nullptr, 0, nullptr,
                            nullptr) != mux_success;
      failed += muxWait(chosen, fences[thread]) != mux_success;
    }
    return failed;
  });
  CHECK(all_zero(failures));
  CHECK(marks_seen == 100 * static_cast<int>(thread_count));
}

TEST_CASE_METHOD(MarkFixture, "muxTryWait.vu01: eight threads wait for one fence",
                 "[muxTryWait][threads][scheduling]") {
  mux_semaphore_t gate = make_semaphore();
  mux_fence_t fence = make_fence();
  mux_command_buffer_t opener = make_command_buffer();
  REQUIRE(muxFinalizeCommandBuffer(opener) == mux_success);
  REQUIRE(muxDispatch(queue, command_buffer, fence, &gate, 1, nullptr, 0, nullptr, nullptr) ==
          mux_success);
  mux_result_t opened = mux_error_internal;
  std::thread opens([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
    opened = muxDispatch(queue, opener, nullptr, nullptr, 0, &gate, 1, nullptr, nullptr);
  });
  const auto results = run_in_threads([&](unsigned thread) {
    if (thread % 2 == 0) {
      return muxTryWait(queue, UINT64_MAX, fence);
    }
    mux_result_t result = mux_fence_not_ready;
    while (result == mux_fence_not_ready) {
      result = muxTryWait(queue, 100000, fence);
    }
    return result;
  });
  opens.join();
  CHECK(opened == mux_success);
  CHECK(all_zero(results));
  CHECK(marks_seen == 1);
}

TEST_CASE_METHOD(MarkFixture, "muxWait.vu01: eight threads wait for one fence",
                 "[muxWait][threads][scheduling]") {
  mux_fence_t fence = make_fence();
  for (int i = 1; i <= 50; ++i) {
    const auto results = run_in_threads([&](unsigned thread) {
      const mux_result_t dispatched = thread == 0 ? dispatch(fence) : mux_success;
      return dispatched == mux_success ? muxWait(queue, fence) : dispatched;
    });
    REQUIRE(all_zero(results));
    CHECK(marks_seen == i);
    REQUIRE(muxResetFence(fence) == mux_success);
  }
}

TEST_CASE_METHOD(MarkFixture, "muxWaitAll.vu01: eight threads dispatch and wait for everything",
                 "[muxWaitAll][threads][scheduling]") {
  const auto failures = run_in_threads([&](unsigned) {
    int failed = 0;
    for (int i = 1; i <= 50; ++i) {
      failed += dispatch(nullptr) != mux_success;
      failed += muxWaitAll(queue) != mux_success;
      // The dispatches of this thread are complete, whatever the others do.
      failed += marks_seen < i;
    }
    return failed;
  });
  CHECK(all_zero(failures));
  CHECK(marks_seen == 50 * static_cast<int>(thread_count));
}

TEST_CASE_METHOD(CommandBufferFixture,
                 "muxWaitAll.vu01: threads wait each for its own queue, and for no other",
                 "[muxWaitAll][threads][scheduling]") {
  const std::vector<mux_queue_t> queues = queues_of(device);
  REQUIRE(queues.size() > 1);
  // Each thread counts in callbacks of its own queue, so only waiting for that orders the counts.
  std::vector<int> counts(queues.size(), 0);
  std::vector<mux_command_buffer_t> command_buffers;
  for (int &count : counts) {
    command_buffers.push_back(make_command_buffer());
    REQUIRE(muxCommandUserCallback(
                command_buffers.back(),
                [](mux_queue_t, mux_command_buffer_t, void *const user_data) {
                  ++*static_cast<int *>(user_data);
                },
                &count, 0, nullptr, nullptr) == mux_success);
    REQUIRE(muxFinalizeCommandBuffer(command_buffers.back()) == mux_success);
  }
  // No wait may include this dispatch, which completes after all of them.
  mux_semaphore_t over = make_semaphore();
  REQUIRE(muxFinalizeCommandBuffer(command_buffer) == mux_success);
  REQUIRE(muxDispatch(queues[0], command_buffer, nullptr, &over, 1, nullptr, 0, nullptr, nullptr) ==
          mux_success);
  const auto failures = run_in_threads(
      [&](unsigned thread) {
        const size_t own = thread + 1;
        int failed = 0;
        for (int i = 1; i <= 100; ++i) {
          failed += muxDispatch(queues[own], command_buffers[own], nullptr, nullptr, 0, nullptr, 0,
                                nullptr, nullptr) != mux_success;
          failed += muxWaitAll(queues[own]) != mux_success;
          failed += counts[own] != i;
        }
        return failed;
      },
      static_cast<unsigned>(queues.size() - 1));
  REQUIRE(muxDispatch(queues[1], command_buffer, nullptr, nullptr, 0, &over, 1, nullptr, nullptr) ==
          mux_success);
  CHECK(muxWaitAll(queues[0]) == mux_success);
  CHECK(muxWaitAll(queues[1]) == mux_success);
  CHECK(all_zero(failures));
}

}  // namespace mux::test::synchronization

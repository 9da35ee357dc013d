#include <catch2/catch.hpp>
#include <condition_variable>
#include <latch>
#include <mutex>

#include "object_checks.h"
#include "queues.h"

namespace mux::test::mux_dispatch {

namespace {

constexpr EntryPoint entry_point("muxDispatch");

/// The arguments of a user_function.
struct Completion {
  std::atomic<int> calls{0};
  mux_command_buffer_t command_buffer = nullptr;
  mux_result_t error = mux_error_internal;
  std::thread::id thread;
};

void complete(mux_command_buffer_t command_buffer, mux_result_t error, void *const user_data) {
  auto *completion = static_cast<Completion *>(user_data);
  completion->command_buffer = command_buffer;
  completion->error = error;
  completion->thread = std::this_thread::get_id();
  completion->calls.fetch_add(1);
}

class DispatchFixture : public CommandBufferFixture {
 public:
  DispatchFixture() {
    record_mark(command_buffer);
    REQUIRE(muxFinalizeCommandBuffer(command_buffer) == mux_success);
  }

  mux_semaphore_t semaphore = make_semaphore();
  mux_fence_t fence = make_fence();
};

}  // namespace

TEST_CASE_METHOD(DispatchFixture,
                 "muxDispatch.rc01, rc02: wait semaphores and their length go together",
                 "[muxDispatch]") {
  entry_point.fails(mux_error_invalid_value, muxDispatch(queue, command_buffer, fence, nullptr, 1,
                                                         nullptr, 0, nullptr, nullptr));
  entry_point.fails(mux_error_invalid_value, muxDispatch(queue, command_buffer, fence, &semaphore,
                                                         0, nullptr, 0, nullptr, nullptr));
  CHECK(muxWaitAll(queue) == mux_success);
  CHECK(marks_seen == 0);
  CHECK(muxTryWait(queue, 0, fence) == mux_fence_not_ready);
}

TEST_CASE_METHOD(DispatchFixture,
                 "muxDispatch.rc03, rc04: signal semaphores and their length go together",
                 "[muxDispatch]") {
  entry_point.fails(mux_error_invalid_value, muxDispatch(queue, command_buffer, fence, nullptr, 0,
                                                         nullptr, 1, nullptr, nullptr));
  entry_point.fails(mux_error_invalid_value, muxDispatch(queue, command_buffer, fence, nullptr, 0,
                                                         &semaphore, 0, nullptr, nullptr));
  CHECK(muxWaitAll(queue) == mux_success);
  CHECK(marks_seen == 0);
}

TEST_CASE_METHOD(DispatchFixture,
                 "muxDispatch.rc05: user data without a function is mux_error_invalid_value",
                 "[muxDispatch]") {
  int data = 0;
  entry_point.fails(mux_error_invalid_value, muxDispatch(queue, command_buffer, fence, nullptr, 0,
                                                         nullptr, 0, nullptr, &data));
  CHECK(marks_seen == 0);
}

TEST_CASE_METHOD(DispatchFixture, "muxDispatch.rc06: runs the command buffer", "[muxDispatch]") {
  REQUIRE(muxDispatch(queue, command_buffer, fence, nullptr, 0, nullptr, 0, nullptr, nullptr) ==
          mux_success);
  CHECK(muxWait(queue, fence) == mux_success);
  CHECK(marks_seen == 1);
}

TEST_CASE_METHOD(CommandBufferFixture,
                 "muxDispatch.rc06: every queue runs it, callbacks are told which, and one command "
                 "buffer may run on all at once",
                 "[muxDispatch][scheduling]") {
  struct Told {
    std::mutex mutex;
    std::vector<mux_queue_t> queues;
  };
  Told told;
  REQUIRE(muxCommandUserCallback(
              command_buffer,
              [](mux_queue_t own, mux_command_buffer_t, void *const user_data) {
                auto *self = static_cast<Told *>(user_data);
                const std::lock_guard<std::mutex> guard(self->mutex);
                self->queues.push_back(own);
              },
              &told, 0, nullptr, nullptr) == mux_success);
  REQUIRE(muxFinalizeCommandBuffer(command_buffer) == mux_success);
  const std::vector<mux_queue_t> queues = queues_of(device);
  std::vector<mux_fence_t> fences;
  for (mux_queue_t each : queues) {
    fences.push_back(make_fence());
    REQUIRE(muxDispatch(each, command_buffer, fences.back(), nullptr, 0, nullptr, 0, nullptr,
                        nullptr) == mux_success);
  }
  for (size_t index = 0; index < queues.size(); ++index) {
    CHECK(muxWait(queues[index], fences[index]) == mux_success);
  }
  CHECK_THAT(told.queues, Catch::UnorderedEquals(queues));
}

TEST_CASE_METHOD(CommandBufferFixture,
                 "muxDispatch.vu04, vu05: semaphores order dispatches to different queues",
                 "[muxDispatch][scheduling]") {
  struct Step {
    std::vector<size_t> *order;
    size_t number;
  };
  const std::vector<mux_queue_t> queues = queues_of(device);
  const size_t count = 4 * queues.size();
  // Only guarded by the order of execution.
  std::vector<size_t> order;
  std::vector<Step> steps(count);
  std::vector<mux_semaphore_t> semaphores;
  std::vector<mux_command_buffer_t> command_buffers;
  for (size_t index = 0; index < count; ++index) {
    steps[index] = {&order, index};
    semaphores.push_back(make_semaphore());
    command_buffers.push_back(make_command_buffer());
    REQUIRE(muxCommandUserCallback(
                command_buffers.back(),
                [](mux_queue_t, mux_command_buffer_t, void *const user_data) {
                  auto *step = static_cast<Step *>(user_data);
                  step->order->push_back(step->number);
                },
                &steps[index], 0, nullptr, nullptr) == mux_success);
    REQUIRE(muxFinalizeCommandBuffer(command_buffers.back()) == mux_success);
  }
  // The last is dispatched first.
  for (size_t index = count; index-- > 0;) {
    REQUIRE(muxDispatch(queues[index % queues.size()], command_buffers[index], nullptr,
                        index == 0 ? nullptr : &semaphores[index - 1], index == 0 ? 0 : 1,
                        &semaphores[index], 1, nullptr, nullptr) == mux_success);
  }
  CHECK(muxWaitAll(queues[(count - 1) % queues.size()]) == mux_success);
  std::vector<size_t> expected(count);
  for (size_t index = 0; index < count; ++index) {
    expected[index] = index;
  }
  CHECK(order == expected);
  for (mux_queue_t each : queues) {
    CHECK(muxWaitAll(each) == mux_success);
  }
}

TEST_CASE_METHOD(
    CommandBufferFixture,
    "muxDispatch: a fence given to dispatches on two queues is signaled when both are complete",
    "[muxDispatch][scheduling]") {
  const std::vector<mux_queue_t> queues = queues_of(device);
  REQUIRE(queues.size() > 1);
  record_mark(command_buffer);
  REQUIRE(muxFinalizeCommandBuffer(command_buffer) == mux_success);
  mux_semaphore_t opened = make_semaphore();
  mux_fence_t fence = make_fence();
  REQUIRE(muxDispatch(queues[0], command_buffer, fence, &opened, 1, nullptr, 0, nullptr, nullptr) ==
          mux_success);
  REQUIRE(muxDispatch(queues[1], command_buffer, fence, nullptr, 0, nullptr, 0, nullptr, nullptr) ==
          mux_success);
  REQUIRE(muxWaitAll(queues[1]) == mux_success);
  CHECK(marks_seen == 1);
  CHECK(muxTryWait(queues[1], 0, fence) == mux_fence_not_ready);
  REQUIRE(muxDispatch(queues[1], command_buffer, nullptr, nullptr, 0, &opened, 1, nullptr,
                      nullptr) == mux_success);
  CHECK(muxWait(queues[1], fence) == mux_success);
  CHECK(marks_seen == 3);
  CHECK(muxWaitAll(queues[1]) == mux_success);
}

TEST_CASE_METHOD(CommandBufferFixture,
                 "muxDispatch.rc07: a command buffer that is not finalized is "
                 "mux_error_invalid_value",
                 "[muxDispatch]") {
  entry_point.fails(mux_error_invalid_value, muxDispatch(queue, command_buffer, nullptr, nullptr, 0,
                                                         nullptr, 0, nullptr, nullptr));
  record_mark(command_buffer);
  entry_point.fails(mux_error_invalid_value, muxDispatch(queue, command_buffer, nullptr, nullptr, 0,
                                                         nullptr, 0, nullptr, nullptr));
  REQUIRE(run(command_buffer) == mux_success);
  REQUIRE(muxResetCommandBuffer(command_buffer) == mux_success);
  entry_point.fails(mux_error_invalid_value, muxDispatch(queue, command_buffer, nullptr, nullptr, 0,
                                                         nullptr, 0, nullptr, nullptr));
  CHECK(marks_seen == 1);
}

TEST_CASE_METHOD(DispatchFixture,
                 "muxDispatch.vu02 to vu05: null, wrong-type and foreign objects are "
                 "mux_error_invalid_value",
                 "[muxDispatch]") {
  for (mux_queue_t invalid : InvalidObjects<mux_queue_t>(device->id)) {
    entry_point.fails(mux_error_invalid_value, muxDispatch(invalid, command_buffer, fence, nullptr,
                                                           0, nullptr, 0, nullptr, nullptr));
  }
  for (mux_command_buffer_t invalid : InvalidObjects<mux_command_buffer_t>(device->id)) {
    entry_point.fails(mux_error_invalid_value,
                      muxDispatch(queue, invalid, fence, nullptr, 0, nullptr, 0, nullptr, nullptr));
  }
  const InvalidObjects<mux_fence_t> fences(device->id);
  for (mux_fence_t invalid : fences.not_null()) {
    entry_point.fails(mux_error_invalid_value, muxDispatch(queue, command_buffer, invalid, nullptr,
                                                           0, nullptr, 0, nullptr, nullptr));
  }
  for (mux_semaphore_t invalid : InvalidObjects<mux_semaphore_t>(device->id)) {
    mux_semaphore_t semaphores[] = {semaphore, invalid};
    entry_point.fails(mux_error_invalid_value, muxDispatch(queue, command_buffer, fence, semaphores,
                                                           2, nullptr, 0, nullptr, nullptr));
    entry_point.fails(mux_error_invalid_value, muxDispatch(queue, command_buffer, fence, nullptr, 0,
                                                           semaphores, 2, nullptr, nullptr));
  }
  CHECK(muxWaitAll(queue) == mux_success);
  CHECK(marks_seen == 0);
  CHECK(muxTryWait(queue, 0, fence) == mux_fence_not_ready);
}

TEST_CASE_METHOD(DispatchFixture,
                 "muxDispatch.vu02 to vu05: objects of another device are mux_error_invalid_value",
                 "[muxDispatch]") {
  CommandBufferFixture other;
  REQUIRE(muxFinalizeCommandBuffer(other.command_buffer) == mux_success);
  mux_fence_t other_fence = other.make_fence();
  mux_semaphore_t other_semaphore = other.make_semaphore();
  entry_point.fails(mux_error_invalid_value, muxDispatch(queue, other.command_buffer, nullptr,
                                                         nullptr, 0, nullptr, 0, nullptr, nullptr));
  entry_point.fails(mux_error_invalid_value, muxDispatch(queue, command_buffer, other_fence,
                                                         nullptr, 0, nullptr, 0, nullptr, nullptr));
  entry_point.fails(mux_error_invalid_value,
                    muxDispatch(queue, command_buffer, nullptr, &other_semaphore, 1, nullptr, 0,
                                nullptr, nullptr));
  entry_point.fails(mux_error_invalid_value, muxDispatch(queue, command_buffer, nullptr, nullptr, 0,
                                                         &other_semaphore, 1, nullptr, nullptr));
  CHECK(marks_seen == 0);
}

TEST_CASE_METHOD(DispatchFixture,
                 "muxDispatch.vu06: a semaphore that two dispatches signal is signalled by the "
                 "first of them",
                 "[muxDispatch][scheduling]") {
  mux_command_buffer_t second = make_command_buffer();
  mux_command_buffer_t waiter = make_command_buffer();
  record_mark(second);
  record_mark(waiter);
  REQUIRE(muxFinalizeCommandBuffer(second) == mux_success);
  REQUIRE(muxFinalizeCommandBuffer(waiter) == mux_success);
  for (int i = 1; i <= 200; ++i) {
    mux_semaphore_t shared = make_semaphore();
    mux_fence_t done = make_fence();
    REQUIRE(muxDispatch(queue, waiter, done, &shared, 1, nullptr, 0, nullptr, nullptr) ==
            mux_success);
    REQUIRE(muxDispatch(queue, command_buffer, nullptr, nullptr, 0, &shared, 1, nullptr, nullptr) ==
            mux_success);
    REQUIRE(muxDispatch(queue, second, nullptr, nullptr, 0, &shared, 1, nullptr, nullptr) ==
            mux_success);
    REQUIRE(muxWait(queue, done) == mux_success);
    REQUIRE(muxWaitAll(queue) == mux_success);
    CHECK(marks_seen == 3 * i);
  }
}

TEST_CASE_METHOD(DeviceFixture,
                 "muxDispatch.vr01: a command buffer that is destroyed while it executes completes "
                 "first",
                 "[muxDispatch][scheduling]") {
  struct Executing {
    std::latch started{1};
    std::latch destroying{1};
    std::atomic<bool> was_destroyed{false};
    std::atomic<bool> ended{false};
  };
  Executing executing;
  mux_command_buffer_t doomed = nullptr;
  REQUIRE(muxCreateCommandBuffer(device, no_callback(), allocator, &doomed) == mux_success);
  REQUIRE(muxCommandUserCallback(
              doomed,
              [](mux_queue_t, mux_command_buffer_t, void *const user_data) {
                auto *self = static_cast<Executing *>(user_data);
                self->started.count_down();
                self->destroying.wait();
                // Long enough for a call that does not wait to return.
                for (int i = 0; i < 100 && !self->was_destroyed; ++i) {
                  std::this_thread::sleep_for(std::chrono::milliseconds(1));
                }
                self->ended = true;
              },
              &executing, 0, nullptr, nullptr) == mux_success);
  REQUIRE(muxFinalizeCommandBuffer(doomed) == mux_success);
  REQUIRE(muxDispatch(queue, doomed, nullptr, nullptr, 0, nullptr, 0, nullptr, nullptr) ==
          mux_success);
  executing.started.wait();
  bool ended_before = false;
  std::thread destroys([&] {
    executing.destroying.count_down();
    muxDestroyCommandBuffer(device, doomed, allocator);
    ended_before = executing.ended;
    executing.was_destroyed = true;
  });
  destroys.join();
  // If it was not waited for, objects in use still exist.
  CHECK(muxWaitAll(queue) == mux_success);
  CHECK(ended_before);
}

TEST_CASE_METHOD(CommandBufferFixture,
                 "muxDispatch.vu09: an empty command buffer completes like any other",
                 "[muxDispatch][scheduling]") {
  REQUIRE(muxFinalizeCommandBuffer(command_buffer) == mux_success);
  mux_command_buffer_t second = make_command_buffer();
  REQUIRE(muxFinalizeCommandBuffer(second) == mux_success);
  mux_semaphore_t semaphore = make_semaphore();
  mux_fence_t fence = make_fence();
  Completion completion;
  REQUIRE(muxDispatch(queue, second, fence, &semaphore, 1, nullptr, 0, complete, &completion) ==
          mux_success);
  REQUIRE(muxDispatch(queue, command_buffer, nullptr, nullptr, 0, &semaphore, 1, nullptr,
                      nullptr) == mux_success);
  CHECK(muxWait(queue, fence) == mux_success);
  CHECK(completion.calls == 1);
  CHECK(completion.error == mux_success);
}

TEST_CASE_METHOD(DispatchFixture, "muxDispatch.vu10: the fence may be null", "[muxDispatch]") {
  REQUIRE(muxDispatch(queue, command_buffer, nullptr, nullptr, 0, nullptr, 0, nullptr, nullptr) ==
          mux_success);
  CHECK(muxWaitAll(queue) == mux_success);
  CHECK(marks_seen == 1);
}

TEST_CASE_METHOD(DispatchFixture, "muxDispatch: user data may be null", "[muxDispatch]") {
  REQUIRE(muxDispatch(
              queue, command_buffer, fence, nullptr, 0, nullptr, 0,
              [](mux_command_buffer_t, mux_result_t, void *const) {}, nullptr) == mux_success);
  CHECK(muxWait(queue, fence) == mux_success);
}

TEST_CASE_METHOD(DispatchFixture,
                 "muxDispatch: user_function gets the command buffer, the result and the user's "
                 "data, after the commands, on a thread of the device",
                 "[muxDispatch][scheduling]") {
  Completion completion;
  REQUIRE(muxDispatch(queue, command_buffer, fence, nullptr, 0, nullptr, 0, complete,
                      &completion) == mux_success);
  REQUIRE(muxWait(queue, fence) == mux_success);
  CHECK(completion.calls == 1);
  CHECK(completion.command_buffer == command_buffer);
  CHECK(completion.error == mux_success);
  CHECK(completion.thread != std::this_thread::get_id());
}

TEST_CASE_METHOD(DispatchFixture,
                 "muxDispatch.vu12: user_function comes before the semaphores and the fence",
                 "[muxDispatch][scheduling]") {
  // State observed by user_function: the fence is not signaled, and the command buffer that waits
  // for the semaphore has not run.
  struct Order {
    DispatchFixture *fixture;
    mux_fence_t fence;
    mux_result_t fence_seen = mux_error_internal;
    int waiter_ran_seen = -1;
    std::atomic<int> waiter_ran{0};
  };
  for (int i = 0; i < 200; ++i) {
    Order order{this, make_fence()};
    mux_fence_t waiter_fence = make_fence();
    mux_command_buffer_t waiter = make_command_buffer();
    REQUIRE(muxCommandUserCallback(
                waiter,
                [](mux_queue_t, mux_command_buffer_t, void *const user_data) {
                  static_cast<Order *>(user_data)->waiter_ran.fetch_add(1);
                },
                &order, 0, nullptr, nullptr) == mux_success);
    REQUIRE(muxFinalizeCommandBuffer(waiter) == mux_success);
    mux_semaphore_t signal = make_semaphore();
    REQUIRE(muxDispatch(queue, waiter, waiter_fence, &signal, 1, nullptr, 0, nullptr, nullptr) ==
            mux_success);
    REQUIRE(muxDispatch(
                queue, command_buffer, order.fence, nullptr, 0, &signal, 1,
                [](mux_command_buffer_t, mux_result_t, void *const user_data) {
                  auto *self = static_cast<Order *>(user_data);
                  std::this_thread::yield();
                  self->fence_seen = muxTryWait(self->fixture->queue, 0, self->fence);
                  self->waiter_ran_seen = self->waiter_ran;
                },
                &order) == mux_success);
    REQUIRE(muxWait(queue, order.fence) == mux_success);
    CHECK(order.fence_seen == mux_fence_not_ready);
    CHECK(order.waiter_ran_seen == 0);
    REQUIRE(muxWait(queue, waiter_fence) == mux_success);
    CHECK(order.waiter_ran == 1);
  }
}

TEST_CASE_METHOD(DispatchFixture, "muxDispatch.vu12: with the fence all semaphores are signaled",
                 "[muxDispatch][scheduling]") {
  // A semaphore signaled after the fence would be signaled after its reset here. So many that there
  // would be time for it.
  constexpr uint32_t count = 20000;
  std::vector<mux_semaphore_t> semaphores;
  for (uint32_t i = 0; i < count; ++i) {
    semaphores.push_back(make_semaphore());
  }
  mux_semaphore_t last = semaphores.back();
  mux_command_buffer_t waiter = make_command_buffer();
  mux_command_buffer_t opener = make_command_buffer();
  REQUIRE(muxFinalizeCommandBuffer(waiter) == mux_success);
  REQUIRE(muxFinalizeCommandBuffer(opener) == mux_success);
  mux_fence_t waiter_fence = make_fence();
  int signaled_late = 0;
  for (int i = 0; i < 200; ++i) {
    REQUIRE(muxDispatch(queue, command_buffer, fence, nullptr, 0, semaphores.data(), count, nullptr,
                        nullptr) == mux_success);
    while (muxTryWait(queue, 0, fence) == mux_fence_not_ready) {
    }
    muxResetSemaphore(last);
    REQUIRE(muxWaitAll(queue) == mux_success);
    REQUIRE(muxDispatch(queue, waiter, waiter_fence, &last, 1, nullptr, 0, nullptr, nullptr) ==
            mux_success);
    signaled_late += muxTryWait(queue, 1000000, waiter_fence) != mux_fence_not_ready;
    REQUIRE(muxDispatch(queue, opener, nullptr, nullptr, 0, &last, 1, nullptr, nullptr) ==
            mux_success);
    REQUIRE(muxWait(queue, waiter_fence) == mux_success);
    REQUIRE(muxWaitAll(queue) == mux_success);
    muxResetSemaphore(last);
    muxResetFence(waiter_fence);
    muxResetFence(fence);
  }
  CHECK(signaled_late == 0);
}

TEST_CASE_METHOD(DispatchFixture,
                 "muxDispatch: runs nothing on the calling thread, so a lock held around it can be "
                 "taken in user_function",
                 "[muxDispatch][scheduling]") {
  struct Locked {
    std::mutex mutex;
    int calls = 0;
  };
  Locked locked;
  for (int i = 0; i < 500; ++i) {
    const std::lock_guard<std::mutex> lock(locked.mutex);
    REQUIRE(muxDispatch(
                queue, command_buffer, nullptr, nullptr, 0, nullptr, 0,
                [](mux_command_buffer_t, mux_result_t, void *const user_data) {
                  auto *self = static_cast<Locked *>(user_data);
                  const std::lock_guard<std::mutex> inner(self->mutex);
                  ++self->calls;
                },
                &locked) == mux_success);
  }
  REQUIRE(muxWaitAll(queue) == mux_success);
  CHECK(locked.calls == 500);
  CHECK(marks_seen == 500);
}

TEST_CASE_METHOD(DispatchFixture, "muxDispatch: the waiter may be dispatched before or after",
                 "[muxDispatch][scheduling]") {
  mux_command_buffer_t waiter = make_command_buffer();
  record_mark(waiter);
  REQUIRE(muxFinalizeCommandBuffer(waiter) == mux_success);
  for (const bool waiter_first : {true, false}) {
    CAPTURE(waiter_first);
    marks_seen = 0;
    mux_semaphore_t signal = make_semaphore();
    mux_fence_t done = make_fence();
    const auto dispatch_waiter = [&] {
      REQUIRE(muxDispatch(queue, waiter, done, &signal, 1, nullptr, 0, nullptr, nullptr) ==
              mux_success);
    };
    if (waiter_first) {
      dispatch_waiter();
      CHECK(muxTryWait(queue, 1000000, done) == mux_fence_not_ready);
      CHECK(marks_seen == 0);
    }
    REQUIRE(muxDispatch(queue, command_buffer, nullptr, nullptr, 0, &signal, 1, nullptr, nullptr) ==
            mux_success);
    if (!waiter_first) {
      REQUIRE(muxWaitAll(queue) == mux_success);
      CHECK(marks_seen == 1);
      dispatch_waiter();
    }
    REQUIRE(muxWait(queue, done) == mux_success);
    CHECK(marks_seen == 2);
  }
}

TEST_CASE_METHOD(CommandBufferFixture, "muxDispatch: several wait and signal semaphores",
                 "[muxDispatch][scheduling]") {
  constexpr size_t count = 6;
  std::vector<mux_semaphore_t> semaphores;
  std::vector<mux_command_buffer_t> signallers;
  for (size_t i = 0; i < count; ++i) {
    semaphores.push_back(make_semaphore());
    signallers.push_back(make_command_buffer());
    record_mark(signallers.back());
    REQUIRE(muxFinalizeCommandBuffer(signallers.back()) == mux_success);
  }
  record_mark(command_buffer);
  REQUIRE(muxFinalizeCommandBuffer(command_buffer) == mux_success);
  mux_fence_t fence = make_fence();
  REQUIRE(muxDispatch(queue, command_buffer, fence, semaphores.data(), count, nullptr, 0, nullptr,
                      nullptr) == mux_success);
  // Each signaler signals one semaphore, the last one all others.
  for (size_t i = 0; i + 2 < count; ++i) {
    REQUIRE(muxDispatch(queue, signallers[i], nullptr, nullptr, 0, &semaphores[i], 1, nullptr,
                        nullptr) == mux_success);
  }
  CHECK(muxTryWait(queue, 1000000, fence) == mux_fence_not_ready);
  REQUIRE(muxDispatch(queue, signallers.back(), nullptr, nullptr, 0, &semaphores[count - 2], 2,
                      nullptr, nullptr) == mux_success);
  CHECK(muxWait(queue, fence) == mux_success);
  CHECK(marks_seen == static_cast<int>(count));
}

TEST_CASE_METHOD(CommandBufferFixture, "muxDispatch: several waiters on one semaphore",
                 "[muxDispatch][scheduling]") {
  mux_semaphore_t semaphore = make_semaphore();
  std::vector<mux_fence_t> fences;
  for (int i = 0; i < 20; ++i) {
    mux_command_buffer_t waiter = make_command_buffer();
    record_mark(waiter);
    REQUIRE(muxFinalizeCommandBuffer(waiter) == mux_success);
    fences.push_back(make_fence());
    REQUIRE(muxDispatch(queue, waiter, fences.back(), &semaphore, 1, nullptr, 0, nullptr,
                        nullptr) == mux_success);
  }
  REQUIRE(muxFinalizeCommandBuffer(command_buffer) == mux_success);
  REQUIRE(muxDispatch(queue, command_buffer, nullptr, nullptr, 0, &semaphore, 1, nullptr,
                      nullptr) == mux_success);
  for (mux_fence_t fence : fences) {
    CHECK(muxWait(queue, fence) == mux_success);
  }
  CHECK(marks_seen == 20);
}

TEST_CASE_METHOD(CommandBufferFixture,
                 "muxDispatch: a long chain of command buffers, dispatched last to first",
                 "[muxDispatch][scheduling]") {
  constexpr int length = 5000;
  struct Link {
    std::vector<int> *order;
    int number;
  };
  std::vector<int> order;
  std::vector<Link> links;
  std::vector<mux_command_buffer_t> commands;
  std::vector<mux_semaphore_t> semaphores;
  for (int i = 0; i < length; ++i) {
    links.push_back({&order, i});
  }
  for (int i = 0; i < length; ++i) {
    commands.push_back(make_command_buffer());
    semaphores.push_back(make_semaphore());
    REQUIRE(muxCommandUserCallback(
                commands.back(),
                [](mux_queue_t, mux_command_buffer_t, void *const user_data) {
                  auto *link = static_cast<Link *>(user_data);
                  link->order->push_back(link->number);
                },
                &links[i], 0, nullptr, nullptr) == mux_success);
    REQUIRE(muxFinalizeCommandBuffer(commands.back()) == mux_success);
  }
  mux_fence_t fence = make_fence();
  for (int i = length - 1; i >= 0; --i) {
    REQUIRE(muxDispatch(queue, commands[i], i == length - 1 ? fence : nullptr,
                        i == 0 ? nullptr : &semaphores[i - 1], i == 0 ? 0 : 1, &semaphores[i], 1,
                        nullptr, nullptr) == mux_success);
  }
  REQUIRE(muxWait(queue, fence) == mux_success);
  REQUIRE(order.size() == length);
  CHECK(std::is_sorted(order.begin(), order.end()));
}

TEST_CASE_METHOD(CommandBufferFixture,
                 "muxDispatch: a chain of 100,000 commands overflows no stack",
                 "[muxDispatch][scheduling]") {
  const TestBuffer buffer = make_buffer(2 * sizeof(uint32_t));
  for (uint32_t i = 0; i < 50000; ++i) {
    REQUIRE(muxCommandFillBuffer(command_buffer, buffer.buffer, 0, 4, &i, 4, 0, nullptr, nullptr) ==
            mux_success);
    REQUIRE(muxCommandCopyBuffer(command_buffer, buffer.buffer, 0, buffer.buffer, 4, 4, 0, nullptr,
                                 nullptr) == mux_success);
  }
  REQUIRE(run(command_buffer) == mux_success);
  CHECK(buffer.as<uint32_t>()[1] == 49999);
}

TEST_CASE_METHOD(DispatchFixture, "muxDispatch: one command buffer several times in flight",
                 "[muxDispatch][scheduling]") {
  std::vector<mux_fence_t> fences;
  for (int i = 0; i < 200; ++i) {
    fences.push_back(make_fence());
    REQUIRE(muxDispatch(queue, command_buffer, fences.back(), nullptr, 0, nullptr, 0, nullptr,
                        nullptr) == mux_success);
  }
  for (mux_fence_t each : fences) {
    CHECK(muxWait(queue, each) == mux_success);
  }
  CHECK(marks_seen == 200);
}

TEST_CASE_METHOD(CommandBufferFixture,
                 "muxDispatch: dispatches of one command buffer ordered by semaphores",
                 "[muxDispatch][scheduling]") {
  // Each dispatch doubles a value and adds one; only in order is the result correct.
  struct State {
    uint64_t value = 1;
  };
  State state;
  REQUIRE(muxCommandUserCallback(
              command_buffer,
              [](mux_queue_t, mux_command_buffer_t, void *const user_data) {
                auto *self = static_cast<State *>(user_data);
                self->value = self->value * 3 % 1000003 + 1;
              },
              &state, 0, nullptr, nullptr) == mux_success);
  REQUIRE(muxFinalizeCommandBuffer(command_buffer) == mux_success);
  std::vector<mux_semaphore_t> semaphores;
  uint64_t expected = 1;
  for (int i = 0; i < 100; ++i) {
    semaphores.push_back(make_semaphore());
    REQUIRE(muxDispatch(queue, command_buffer, nullptr, i == 0 ? nullptr : &semaphores[i - 1],
                        i == 0 ? 0 : 1, &semaphores[i], 1, nullptr, nullptr) == mux_success);
    expected = expected * 3 % 1000003 + 1;
  }
  REQUIRE(muxWaitAll(queue) == mux_success);
  CHECK(state.value == expected);
}

TEST_CASE_METHOD(DispatchFixture, "muxDispatch: from user_function and from a command",
                 "[muxDispatch][scheduling]") {
  struct Again {
    DispatchFixture *fixture;
    int left;
    std::atomic<int> failed{0};

    static void next(mux_command_buffer_t command_buffer, mux_result_t, void *const user_data) {
      auto *self = static_cast<Again *>(user_data);
      if (self->left-- > 0) {
        self->failed += muxDispatch(self->fixture->queue, command_buffer, nullptr, nullptr, 0,
                                    nullptr, 0, next, self) != mux_success;
      }
    }
  };
  Again again{this, 50};
  REQUIRE(muxDispatch(queue, command_buffer, nullptr, nullptr, 0, nullptr, 0, Again::next,
                      &again) == mux_success);
  while (marks_seen < 51 && again.failed == 0) {
    REQUIRE(muxWaitAll(queue) == mux_success);
  }
  REQUIRE(muxWaitAll(queue) == mux_success);
  CHECK(again.failed == 0);
  CHECK(marks_seen == 51);
}

TEST_CASE_METHOD(DispatchFixture,
                 "muxDispatch: every failing allocation is mux_error_out_of_memory and dispatches "
                 "nothing",
                 "[muxDispatch]") {
  int dispatched = 0;
  for (int round = 0; round < 3; ++round) {
    // More in flight than before, so that runs are allocated.
    mux_semaphore_t gate = make_semaphore();
    for (int i = 0; i < 20; ++i) {
      // A command buffer keeps the memory of its runs for later ones.
      fail_each_allocation(
          entry_point, counter,
          [&] {
            return muxDispatch(queue, command_buffer, nullptr, &gate, 1, nullptr, 0, nullptr,
                               nullptr);
          },
          AfterFailure::may_keep);
      ++dispatched;
    }
    mux_command_buffer_t opener = make_command_buffer();
    REQUIRE(muxFinalizeCommandBuffer(opener) == mux_success);
    REQUIRE(muxDispatch(queue, opener, nullptr, nullptr, 0, &gate, 1, nullptr, nullptr) ==
            mux_success);
    REQUIRE(muxWaitAll(queue) == mux_success);
    CHECK(marks_seen == dispatched);
  }
}

TEST_CASE_METHOD(DispatchFixture, "muxDispatch: no allocation after warm-up",
                 "[muxDispatch][scheduling]") {
  const auto round = [&] {
    REQUIRE(muxDispatch(queue, command_buffer, fence, nullptr, 0, nullptr, 0, nullptr, nullptr) ==
            mux_success);
    REQUIRE(muxWait(queue, fence) == mux_success);
    REQUIRE(muxResetFence(fence) == mux_success);
  };
  for (int i = 0; i < 50; ++i) {
    round();
  }
  const uint64_t total = counter.total();
  for (int i = 0; i < 500; ++i) {
    round();
  }
  // The growth of pools is bounded: more is a slow leak.
  CHECK(counter.total() <= total + 8);
}

TEST_CASE_METHOD(DispatchFixture,
                 "muxDispatch: destroying a semaphore fails the command buffer that waits for it, "
                 "and its dependents",
                 "[muxDispatch][scheduling]") {
  mux_semaphore_t doomed = nullptr;
  REQUIRE(muxCreateSemaphore(device, allocator, &doomed) == mux_success);
  mux_fence_t second_fence = make_fence();
  Completion completion;
  Completion second;
  REQUIRE(muxDispatch(queue, command_buffer, fence, &doomed, 1, &semaphore, 1, complete,
                      &completion) == mux_success);
  REQUIRE(muxDispatch(queue, command_buffer, second_fence, &semaphore, 1, nullptr, 0, complete,
                      &second) == mux_success);
  muxDestroySemaphore(device, doomed, allocator);
  CHECK(muxWait(queue, fence) == mux_error_fence_failure);
  CHECK(muxWait(queue, second_fence) == mux_error_fence_failure);
  CHECK(completion.calls == 1);
  CHECK(completion.error != mux_success);
  CHECK(second.calls == 1);
  CHECK(second.error != mux_success);
  CHECK(marks_seen == 0);
  // A failed semaphore fails later waiters too, until it is reset.
  mux_fence_t third_fence = make_fence();
  REQUIRE(muxDispatch(queue, command_buffer, third_fence, &semaphore, 1, nullptr, 0, nullptr,
                      nullptr) == mux_success);
  CHECK(muxWait(queue, third_fence) == mux_error_fence_failure);
  REQUIRE(muxResetSemaphore(semaphore) == mux_success);
  REQUIRE(muxResetFence(fence) == mux_success);
  REQUIRE(muxDispatch(queue, command_buffer, nullptr, nullptr, 0, &semaphore, 1, nullptr,
                      nullptr) == mux_success);
  REQUIRE(muxDispatch(queue, command_buffer, fence, &semaphore, 1, nullptr, 0, nullptr, nullptr) ==
          mux_success);
  CHECK(muxWait(queue, fence) == mux_success);
  CHECK(marks_seen == 2);
}

TEST_CASE_METHOD(CommandBufferFixture,
                 "muxDispatch: independent command buffers run concurrently on all compute units, "
                 "without a waiting thread",
                 "[muxDispatch][scheduling]") {
  const size_t units = device->info->compute_units;
  struct Meeting {
    std::mutex mutex;
    std::condition_variable changed;
    size_t expected;
    std::vector<std::thread::id> threads;
    size_t left = 0;
    bool met = true;
  };
  Meeting meeting;
  meeting.expected = units;
  const auto meet = [](mux_queue_t, mux_command_buffer_t, void *const user_data) {
    auto *self = static_cast<Meeting *>(user_data);
    std::unique_lock<std::mutex> lock(self->mutex);
    self->threads.push_back(std::this_thread::get_id());
    self->changed.notify_all();
    self->met &= self->changed.wait_for(lock, std::chrono::seconds(30),
                                        [&] { return self->threads.size() >= self->expected; });
    ++self->left;
    self->changed.notify_all();
  };
  for (size_t i = 0; i < units; ++i) {
    mux_command_buffer_t commands = make_command_buffer();
    REQUIRE(muxCommandUserCallback(commands, meet, &meeting, 0, nullptr, nullptr) == mux_success);
    REQUIRE(muxFinalizeCommandBuffer(commands) == mux_success);
    REQUIRE(muxDispatch(queue, commands, nullptr, nullptr, 0, nullptr, 0, nullptr, nullptr) ==
            mux_success);
  }
  {
    std::unique_lock<std::mutex> lock(meeting.mutex);
    meeting.changed.wait(lock, [&] { return meeting.left == units; });
  }
  REQUIRE(muxWaitAll(queue) == mux_success);
  CHECK(meeting.met);
  std::sort(meeting.threads.begin(), meeting.threads.end());
  CHECK(std::unique(meeting.threads.begin(), meeting.threads.end()) == meeting.threads.end());
}

}  // namespace mux::test::mux_dispatch

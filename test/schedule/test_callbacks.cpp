// Callbacks: when and on which threads they are called, and what they may call.

#include <chrono>
#include <cstring>
#include <mutex>
#include <thread>

#include "support.h"

namespace mux::test::callbacks {

namespace {

struct Order {
  Fixture *fixture;
  mux_fence_t fence;
  mux_fence_t successor;
  std::thread::id dispatcher = std::this_thread::get_id();
  std::atomic<bool> inline_call{false};
  std::atomic<bool> early{false};
  std::atomic<int> calls{0};
};

void complete(mux_command_buffer_t, mux_result_t error, void *user_data) {
  auto *order = static_cast<Order *>(user_data);
  order->inline_call = order->inline_call || std::this_thread::get_id() == order->dispatcher;
  // Time for a fence or semaphore that is signaled too early to be detected.
  std::this_thread::sleep_for(std::chrono::microseconds(200));
  const bool signalled =
      muxTryWait(order->fixture->queue, 0, order->fence) != mux_fence_not_ready ||
      muxTryWait(order->fixture->queue, 0, order->successor) != mux_fence_not_ready;
  order->early = order->early || signalled || error != mux_success;
  ++order->calls;
}

}  // namespace

TEST_CASE("Schedule: user_function, then semaphores, then the fence") {
  Fixture fixture;
  Commands first(fixture);
  Commands second(fixture);
  if (GENERATE(false, true)) {
    first.call([](mux_queue_t, mux_command_buffer_t, void *) {}, nullptr);
  }
  first.finalize();
  second.finalize();
  Order order{&fixture, fixture.fence(), fixture.fence()};
  mux_semaphore_t semaphore = fixture.semaphore();
  for (int repeat = 0; repeat < 200; ++repeat) {
    REQUIRE(fixture.dispatch(second, order.successor, {semaphore}) == mux_success);
    REQUIRE(fixture.dispatch(first, order.fence, {}, {semaphore}, complete, &order) == mux_success);
    REQUIRE(muxWait(fixture.queue, order.fence) == mux_success);
    REQUIRE(order.calls == repeat + 1);
    REQUIRE(muxWait(fixture.queue, order.successor) == mux_success);
    REQUIRE(muxResetFence(order.fence) == mux_success);
    REQUIRE(muxResetFence(order.successor) == mux_success);
    REQUIRE(muxResetSemaphore(semaphore) == mux_success);
  }
  CHECK_FALSE(order.early);
  CHECK_FALSE(order.inline_call);
}

TEST_CASE("Schedule: callbacks never run on a thread that dispatches or waits") {
  // A lock of the program is held around dispatch and wait, and taken in the callbacks.
  Fixture fixture;
  struct State {
    std::mutex mutex;
    int calls = 0;
  } state;
  Commands commands(fixture);
  std::atomic<uint64_t> total{0};
  mux_buffer_t buffer = fixture.buffer_over(&total, sizeof total);
  mux_kernel_t count = fixture.kernel("count");
  const auto lock = [](mux_queue_t, mux_command_buffer_t, void *user_data) {
    auto *locked = static_cast<State *>(user_data);
    const std::lock_guard<std::mutex> guard(locked->mutex);
    ++locked->calls;
  };
  commands.run(count, {describe_buffer(buffer)}, 64, 1);
  commands.call(lock, &state);
  commands.run(count, {describe_buffer(buffer)}, 64, 1);
  commands.finalize();
  mux_fence_t fence = fixture.fence();
  const auto lock_at_end = [](mux_command_buffer_t, mux_result_t, void *user_data) {
    auto *locked = static_cast<State *>(user_data);
    const std::lock_guard<std::mutex> guard(locked->mutex);
    ++locked->calls;
  };
  for (int repeat = 0; repeat < 300; ++repeat) {
    {
      const std::lock_guard<std::mutex> guard(state.mutex);
      REQUIRE(fixture.dispatch(commands, fence, {}, {}, lock_at_end, &state) == mux_success);
      REQUIRE(muxTryWait(fixture.queue, 0, fence) == mux_fence_not_ready);
    }
    REQUIRE(muxWait(fixture.queue, fence) == mux_success);
    REQUIRE(muxResetFence(fence) == mux_success);
  }
  CHECK(state.calls == 600);
  CHECK(total == 300u * 128);
}

namespace {

struct Nested {
  Fixture *fixture;
  mux_command_buffer_t inner;
  mux_fence_t fence;
  uint64_t timeout;
  std::atomic<int> good{0};
};

void dispatch_and_wait(mux_queue_t queue, mux_command_buffer_t, void *user_data) {
  auto *nested = static_cast<Nested *>(user_data);
  if (nested->fixture->dispatch(nested->inner, nested->fence) == mux_success &&
      muxTryWait(queue, nested->timeout, nested->fence) == mux_success &&
      muxResetFence(nested->fence) == mux_success) {
    ++nested->good;
  }
}

}  // namespace

TEST_CASE("Schedule: a callback dispatches and waits, even with one worker") {
  Fixture fixture;
  std::atomic<uint64_t> total{0};
  mux_buffer_t buffer = fixture.buffer_over(&total, sizeof total);
  mux_kernel_t count = fixture.kernel("count");
  std::atomic<int> called{0};
  Commands inner(fixture);
  // The inner one has a callback too, so its waiting thread cannot do all the work.
  inner.run(count, {describe_buffer(buffer)}, 100, 1)
      .call([](mux_queue_t, mux_command_buffer_t,
               void *user_data) { ++*static_cast<std::atomic<int> *>(user_data); },
            &called)
      .finalize();
  const uint64_t timeout = GENERATE(uint64_t{60'000'000'000}, UINT64_MAX);
  constexpr int callbacks = 20;
  Nested nested{&fixture, inner, fixture.fence(), timeout};
  Commands outer(fixture);
  for (int index = 0; index < callbacks; ++index) {
    outer.call(dispatch_and_wait, &nested);
  }
  outer.finalize();
  mux_fence_t fence = fixture.fence();
  REQUIRE(fixture.dispatch(outer, fence) == mux_success);
  REQUIRE(muxWait(fixture.queue, fence) == mux_success);
  CHECK(nested.good == callbacks);
  CHECK(called == callbacks);
  CHECK(total == 100u * callbacks);
}

TEST_CASE("Schedule: callbacks that wait for callbacks that wait") {
  Fixture fixture;
  constexpr int depth = 12;
  std::vector<std::unique_ptr<Commands>> buffers;
  std::vector<std::unique_ptr<Nested>> nested;
  buffers.push_back(std::make_unique<Commands>(fixture));
  buffers.back()->call([](mux_queue_t, mux_command_buffer_t, void *) {}, nullptr).finalize();
  for (int level = 0; level < depth; ++level) {
    nested.push_back(std::unique_ptr<Nested>(
        new Nested{&fixture, *buffers.back(), fixture.fence(), UINT64_MAX}));
    buffers.push_back(std::make_unique<Commands>(fixture));
    buffers.back()->call(dispatch_and_wait, nested.back().get()).finalize();
  }
  mux_fence_t fence = fixture.fence();
  for (int repeat = 1; repeat <= 10; ++repeat) {
    REQUIRE(fixture.dispatch(*buffers.back(), fence) == mux_success);
    REQUIRE(muxWait(fixture.queue, fence) == mux_success);
    REQUIRE(muxResetFence(fence) == mux_success);
    for (const auto &level : nested) {
      CHECK(level->good == repeat);
    }
  }
}

namespace {

struct Itself {
  mux_fence_t fence;
  mux_allocator_info_t allocator;
  std::atomic<mux_result_t> wait{mux_success};
  std::atomic<mux_result_t> try_wait{mux_success};
  std::atomic<mux_result_t> poll{mux_success};
  std::atomic<mux_result_t> wait_all{mux_success};
  std::atomic<mux_result_t> reset{mux_success};
  std::atomic<bool> text{false};
};

void wait_for_itself(mux_queue_t queue, mux_command_buffer_t command_buffer, void *user_data) {
  auto *itself = static_cast<Itself *>(user_data);
  itself->wait = muxWait(queue, itself->fence);
  itself->text = std::strlen(muxGetLastErrorMessage()) != 0;
  itself->try_wait = muxTryWait(queue, 1'000'000'000, itself->fence);
  itself->poll = muxTryWait(queue, 0, itself->fence);
  itself->wait_all = muxWaitAll(queue);
  itself->reset = muxResetCommandBuffer(command_buffer);
  // The call is rejected, and the command buffer is not destroyed.
  muxDestroyCommandBuffer(queue->device, command_buffer, itself->allocator);
}

}  // namespace

TEST_CASE(
    "Schedule: a callback that waits for its own command buffer gets an error, not a deadlock") {
  Fixture fixture;
  Itself itself{fixture.fence(), fixture.allocator};
  Commands commands(fixture);
  commands.call(wait_for_itself, &itself).finalize();
  REQUIRE(fixture.dispatch(commands, itself.fence) == mux_success);
  REQUIRE(muxWait(fixture.queue, itself.fence) == mux_success);
  CHECK(itself.wait == mux_error_failure);
  CHECK(itself.text);
  CHECK(itself.try_wait == mux_error_failure);
  CHECK(itself.poll == mux_fence_not_ready);
  CHECK(itself.wait_all == mux_error_failure);
  CHECK(itself.reset == mux_error_failure);
}

namespace {

struct Failure {
  std::atomic<int> messages{0};
  std::atomic<int> later_calls{0};
  std::atomic<mux_result_t> result{mux_success};
  char text[256] = {};
};

}  // namespace

TEST_CASE(
    "Schedule: a failed command fails its run and the callback of the command buffer reports it") {
  Fixture fixture;
  Failure failure;
  mux_callback_info_s callback = {[](void *user_data, const char *message, const void *, size_t) {
                                    auto *told = static_cast<Failure *>(user_data);
                                    ++told->messages;
                                    std::strncpy(told->text, message, sizeof told->text - 1);
                                  },
                                  &failure};
  const int32_t status = 42;
  Commands commands(fixture, &callback);
  commands.run(fixture.kernel("status"), {describe_data(&status, 4)}, 1000, 1);
  commands.call([](mux_queue_t, mux_command_buffer_t,
                   void *user_data) { ++static_cast<Failure *>(user_data)->later_calls; },
                &failure);
  commands.finalize();
  mux_fence_t fence = fixture.fence();
  for (int repeat = 1; repeat <= 50; ++repeat) {
    REQUIRE(fixture.dispatch(
                commands, fence, {}, {},
                [](mux_command_buffer_t, mux_result_t error, void *user_data) {
                  static_cast<Failure *>(user_data)->result = error;
                },
                &failure) == mux_success);
    CHECK(muxWait(fixture.queue, fence) == mux_error_fence_failure);
    CHECK(failure.messages == repeat);
    REQUIRE(muxResetFence(fence) == mux_success);
  }
  CHECK(failure.later_calls == 0);
  CHECK(failure.result == mux_error_failure);
  CHECK_THAT(failure.text, Catch::Contains("status") && Catch::Contains("42"));
}

}  // namespace mux::test::callbacks

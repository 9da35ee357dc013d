// Semaphores between command buffers.

#include <algorithm>
#include <chrono>
#include <random>
#include <thread>

#include "support.h"

namespace mux::test::semaphores {

namespace {

// A command buffer of a random graph: its callback checks that all its predecessors have run.
struct Node {
  std::vector<Node *> predecessors;
  std::vector<mux_semaphore_t> wait;
  std::vector<mux_semaphore_t> signal;
  std::atomic<int> runs{0};
  std::atomic<bool> late{false};
};

void visit(mux_queue_t, mux_command_buffer_t, void *user_data) {
  auto *node = static_cast<Node *>(user_data);
  for (Node *predecessor : node->predecessors) {
    if (predecessor->runs == 0) {
      node->late = true;
    }
  }
  ++node->runs;
}

}  // namespace

TEST_CASE("Schedule: random acyclic graphs of semaphores, dispatched by several threads") {
  const auto seed = static_cast<unsigned>(GENERATE(take(40, random(0, 1'000'000))));
  INFO("seed " << seed);
  std::mt19937 random(seed);
  Fixture fixture;
  const size_t count = 20 + random() % 60;
  std::vector<Node> nodes(count);
  for (size_t to = 1; to < count; ++to) {
    for (size_t edges = random() % 4; edges != 0; --edges) {
      Node &from = nodes[random() % to];
      mux_semaphore_t semaphore = fixture.semaphore();
      from.signal.push_back(semaphore);
      nodes[to].wait.push_back(semaphore);
      nodes[to].predecessors.push_back(&from);
    }
  }
  std::vector<std::unique_ptr<Commands>> buffers;
  for (Node &node : nodes) {
    buffers.push_back(std::make_unique<Commands>(fixture));
    // Some have only semaphores.
    if (random() % 5 == 0) {
      node.runs = 1;
    } else {
      buffers.back()->call(visit, &node);
    }
    buffers.back()->finalize();
  }
  // In random order: waiters before signalers and the reverse.
  std::vector<size_t> order(count);
  for (size_t index = 0; index < count; ++index) {
    order[index] = index;
  }
  std::shuffle(order.begin(), order.end(), random);
  std::atomic<size_t> next{0};
  std::atomic<int> errors{0};
  const auto dispatch_some = [&] {
    for (size_t index = next++; index < count; index = next++) {
      const size_t node = order[index];
      errors += fixture.dispatch(*buffers[node], nullptr, nodes[node].wait, nodes[node].signal) !=
                mux_success;
    }
  };
  std::vector<std::thread> threads;
  for (int index = 0; index < 3; ++index) {
    threads.emplace_back(dispatch_some);
  }
  for (std::thread &thread : threads) {
    thread.join();
  }
  CHECK(errors == 0);
  REQUIRE(muxWaitAll(fixture.queue) == mux_success);
  for (Node &node : nodes) {
    CHECK(node.runs == 1);
    CHECK_FALSE(node.late);
  }
}

TEST_CASE("Schedule: a chain of 20,000 empty command buffers", "[slow]") {
  // No recursion along the chain, in either order of dispatch.
  Fixture fixture;
  constexpr int count = 20'000;
  std::vector<mux_semaphore_t> semaphores;
  for (int index = 0; index <= count; ++index) {
    semaphores.push_back(fixture.semaphore());
  }
  Commands commands(fixture);
  commands.finalize();
  mux_fence_t fence = fixture.fence();
  const bool forwards = GENERATE(true, false);
  for (int step = 0; step < count; ++step) {
    const int index = forwards ? step : count - 1 - step;
    std::vector<mux_semaphore_t> wait;
    if (index != 0) {
      wait.push_back(semaphores[index]);
    }
    REQUIRE(fixture.dispatch(commands, index == count - 1 ? fence : nullptr, wait,
                             {semaphores[index + 1]}) == mux_success);
  }
  REQUIRE(muxWait(fixture.queue, fence) == mux_success);
}

TEST_CASE("Schedule: a semaphore may be destroyed as soon as it is signaled") {
  Fixture fixture;
  Commands signaller(fixture);
  Commands waiter(fixture);
  signaller.finalize();
  waiter.finalize();
  mux_fence_t fence = fixture.fence();
  for (int repeat = 0; repeat < 3000; ++repeat) {
    mux_semaphore_t semaphore = nullptr;
    REQUIRE(muxCreateSemaphore(fixture.device, fixture.allocator, &semaphore) == mux_success);
    const bool waiter_first = repeat % 2 == 0;
    if (waiter_first) {
      REQUIRE(fixture.dispatch(waiter, fence, {semaphore}) == mux_success);
    }
    REQUIRE(fixture.dispatch(signaller, nullptr, {}, {semaphore}) == mux_success);
    if (!waiter_first) {
      REQUIRE(fixture.dispatch(waiter, fence, {semaphore}) == mux_success);
    }
    REQUIRE(muxWait(fixture.queue, fence) == mux_success);
    // The waiter has started, so the semaphore is signaled, though its signaler may still be
    // running.
    muxDestroySemaphore(fixture.device, semaphore, fixture.allocator);
    REQUIRE(muxResetFence(fence) == mux_success);
  }
}

TEST_CASE("Schedule: a failed semaphore fails later waiters until it is reset") {
  Fixture fixture;
  const int32_t status = 3;
  Commands failing(fixture);
  failing.run(fixture.kernel("status"), {describe_data(&status, 4)}, 8, 1).finalize();
  Commands after(fixture);
  after.finalize();
  mux_semaphore_t semaphore = fixture.semaphore();
  mux_fence_t fence = fixture.fence();
  REQUIRE(fixture.dispatch(failing, nullptr, {}, {semaphore}) == mux_success);
  for (int repeat = 0; repeat < 3; ++repeat) {
    REQUIRE(fixture.dispatch(after, fence, {semaphore}) == mux_success);
    CHECK(muxWait(fixture.queue, fence) == mux_error_fence_failure);
    CHECK(muxTryWait(fixture.queue, 0, fence) == mux_error_fence_failure);
    REQUIRE(muxResetFence(fence) == mux_success);
  }
  REQUIRE(muxResetSemaphore(semaphore) == mux_success);
  REQUIRE(fixture.dispatch(after, nullptr, {}, {semaphore}) == mux_success);
  REQUIRE(fixture.dispatch(after, fence, {semaphore}) == mux_success);
  CHECK(muxWait(fixture.queue, fence) == mux_success);
}

TEST_CASE("Schedule: work that becomes ready runs while others wait with a time limit") {
  // The waiting thread sleeps and does not help, so a worker must be woken.
  Fixture fixture;
  std::atomic<uint64_t> total{0};
  mux_buffer_t buffer = fixture.buffer_over(&total, sizeof total);
  Commands commands(fixture);
  commands.run(fixture.kernel("count"), {describe_buffer(buffer)}, 1, 1).finalize();
  mux_fence_t fence = fixture.fence();
  for (int repeat = 0; repeat < 20; ++repeat) {
    mux_semaphore_t semaphore = nullptr;
    REQUIRE(muxCreateSemaphore(fixture.device, fixture.allocator, &semaphore) == mux_success);
    REQUIRE(fixture.dispatch(commands, fence, {semaphore}) == mux_success);
    std::atomic<mux_result_t> result{mux_success};
    std::thread waiter([&] { result = muxTryWait(fixture.queue, 60'000'000'000, fence); });
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
    muxDestroySemaphore(fixture.device, semaphore, fixture.allocator);
    waiter.join();
    REQUIRE(result == mux_error_fence_failure);
    REQUIRE(muxResetFence(fence) == mux_success);
  }
}

TEST_CASE("Schedule: destroying a semaphore fails its waiters") {
  Fixture fixture;
  Commands commands(fixture);
  commands.finalize();
  mux_semaphore_t semaphore = nullptr;
  REQUIRE(muxCreateSemaphore(fixture.device, fixture.allocator, &semaphore) == mux_success);
  mux_fence_t fence = fixture.fence();
  REQUIRE(fixture.dispatch(commands, fence, {semaphore}) == mux_success);
  CHECK(muxTryWait(fixture.queue, 1'000'000, fence) == mux_fence_not_ready);
  muxDestroySemaphore(fixture.device, semaphore, fixture.allocator);
  CHECK(muxWait(fixture.queue, fence) == mux_error_fence_failure);
}

}  // namespace mux::test::semaphores

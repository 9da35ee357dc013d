// The order of a queue's commands, and that all of them run.

#include <algorithm>
#include <barrier>
#include <thread>

#include "fixture.h"

namespace mux::client::test {
namespace {

TEST_CASE("client: every command runs, more than a batch has") {
  const Order order = GENERATE(Order::in_order, Order::out_of_order);
  const auto queue = make_ref<TestQueue>(order);
  std::atomic<uint32_t> count = 0;
  constexpr uint32_t commands = 10 * max_batch_commands + 1;
  for (uint32_t index = 0; index < commands; ++index) {
    queue->call(add_one, &count);
  }
  queue->commands.finish();
  CHECK(count == commands);
}

TEST_CASE("client: commands with events of an in-order queue run in order") {
  const auto queue = make_ref<TestQueue>(Order::in_order);
  struct Step {
    std::vector<uint32_t> &ran;
    uint32_t number;
  };
  std::vector<uint32_t> ran;
  std::vector<Step> steps;
  constexpr uint32_t commands = 100;
  for (uint32_t index = 0; index < commands; ++index) {
    steps.push_back({ran, index});
  }
  std::vector<Ref<Event>> events;
  for (Step &step : steps) {
    events.push_back(queue->make_event());
    queue->call(
        [](void *data) {
          const auto *own = static_cast<Step *>(data);
          own->ran.push_back(own->number);
        },
        &step, {}, events.back().get());
  }
  queue->commands.wait_for(*events.back());
  REQUIRE(ran.size() == commands);
  CHECK(std::is_sorted(ran.begin(), ran.end()));
}

TEST_CASE("client: a marker of an out-of-order queue waits for all earlier commands") {
  const auto queue = make_ref<TestQueue>(Order::out_of_order);
  std::atomic<uint32_t> count = 0;
  constexpr uint32_t commands = 200;
  for (uint32_t index = 0; index < commands; ++index) {
    queue->call(add_one, &count);
  }
  const Ref<Event> marker = queue->make_event();
  queue->commands.enqueue_marker({}, marker.get(),
                                 {.waits_for_earlier = true, .blocks_later = true});
  queue->commands.wait_for(*marker);
  CHECK(count == commands);
}

TEST_CASE("client: a failed recording enqueues nothing") {
  const auto queue = make_ref<TestQueue>(Order::in_order);
  std::atomic<uint32_t> count = 0;
  CHECK_THROWS_AS(
      queue->commands.enqueue({}, nullptr, [](Recording &) { return mux_error_failure; }), Failure);
  queue->call(add_one, &count);
  queue->commands.finish();
  CHECK(count == 1);
}

TEST_CASE("client: threads enqueue into one queue") {
  const auto queue = make_ref<TestQueue>(Order::in_order);
  std::atomic<uint32_t> count = 0;
  constexpr uint32_t thread_count = 4;
  constexpr uint32_t commands = 1'000;
  std::barrier start(thread_count);
  std::vector<std::thread> threads;
  for (uint32_t index = 0; index < thread_count; ++index) {
    threads.emplace_back([&] {
      start.arrive_and_wait();
      for (uint32_t command = 0; command < commands; ++command) {
        queue->call(add_one, &count);
      }
      queue->commands.finish();
    });
  }
  for (std::thread &thread : threads) {
    thread.join();
  }
  CHECK(count == thread_count * commands);
}

}  // namespace
}  // namespace mux::client::test

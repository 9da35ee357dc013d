// Number of concurrent threads: at most the number of compute units, including helping waiters, and
// exceptions from that rule.

#include <tbb/global_control.h>

#include <algorithm>
#include <chrono>
#include <memory>
#include <thread>

#include "support.h"

namespace mux::test::units {

namespace {

enum class Wait { fence, fence_with_longest_limit, everything };

mux_result_t wait_without_limit(Fixture &fixture, mux_fence_t fence, Wait how) {
  switch (how) {
    case Wait::fence:
      return muxWait(fixture.queue, fence);
    case Wait::fence_with_longest_limit:
      return muxTryWait(fixture.queue, UINT64_MAX, fence);
    case Wait::everything:
      return muxWaitAll(fixture.queue);
  }
  return mux_error_failure;
}

Wait any_wait() {
  return GENERATE(Wait::fence, Wait::fence_with_longest_limit, Wait::everything);
}

// Work-groups of the kernel "meet" with one meeting.
class Attendants {
 public:
  Attendants(Fixture &fixture, Meeting &meeting, size_t groups)
      : fixture_(fixture), commands_(fixture), fence_(fixture.fence()) {
    Meeting *address = &meeting;
    commands_.run(fixture.kernel("meet"), {describe_data(&address, sizeof address)}, groups, 1)
        .finalize();
  }

  // Thread-safe; called once.
  mux_result_t dispatch() { return fixture_.dispatch(commands_, fence_); }
  mux_fence_t fence() const { return fence_; }

 private:
  Fixture &fixture_;
  Commands commands_;
  mux_fence_t fence_;
};

void sleep_until_present(const Meeting &meeting, size_t count) {
  while (meeting.met < count) {
    std::this_thread::sleep_for(std::chrono::microseconds(50));
  }
}

// The calling thread joins as a work-group does, without waiting.
void enter(Meeting &meeting) {
  const std::lock_guard<std::mutex> guard(meeting.mutex);
  meeting.present.insert(std::this_thread::get_id());
  meeting.met = meeting.present.size();
}

}  // namespace

TEST_CASE("Units: a thread that waits without a time limit takes idle work") {
  // All workers stay in the first run until the waiting thread has joined the second.
  Fixture fixture;
  Meeting meeting;
  meeting.wanted = compute_units() + 1;
  Attendants workers(fixture, meeting, compute_units());
  Attendants helper(fixture, meeting, 1);
  const Wait how = any_wait();
  REQUIRE(workers.dispatch() == mux_success);
  sleep_until_present(meeting, compute_units());
  REQUIRE(helper.dispatch() == mux_success);
  CHECK(wait_without_limit(fixture, helper.fence(), how) == mux_success);
  CHECK(meeting.met == meeting.wanted);
  CHECK(meeting.present.count(std::this_thread::get_id()) == 1);
  CHECK(muxWait(fixture.queue, workers.fence()) == mux_success);
}

TEST_CASE(
    "Units: independent commands of one tile get a worker each, also without waiting threads") {
  // Every command waits until all run. "meet_in" writes its own memory, so the commands are
  // independent.
  const size_t count = compute_units();
  Fixture fixture;
  for (int run = 0; run < 20; ++run) {
    Meeting meeting;
    meeting.wanted = count;
    Meeting *address = &meeting;
    std::vector<char> bytes(count);
    Commands commands(fixture);
    for (char &byte : bytes) {
      commands.run(
          fixture.kernel("meet_in"),
          {describe_buffer(fixture.buffer_over(&byte, 1)), describe_data(&address, sizeof address)},
          1, 1);
    }
    commands.finalize();
    const mux_fence_t fence = fixture.fence();
    REQUIRE(fixture.dispatch(commands, fence) == mux_success);
    sleep_until_present(meeting, count);
    CHECK(muxWait(fixture.queue, fence) == mux_success);
  }
}

TEST_CASE("Units: a sleeping thread is woken for idle work") {
  // As above, but the second run becomes ready after its thread has fallen asleep.
  Fixture fixture;
  Meeting meeting;
  meeting.wanted = compute_units() + 1;
  Attendants workers(fixture, meeting, compute_units());
  Meeting *address = &meeting;
  Commands commands(fixture);
  commands.run(fixture.kernel("meet"), {describe_data(&address, sizeof address)}, 1, 1).finalize();
  Commands starter(fixture);
  starter.finalize();
  const mux_semaphore_t start = fixture.semaphore();
  const mux_fence_t started = fixture.fence();
  const mux_fence_t fence = fixture.fence();
  const Wait how = any_wait();
  REQUIRE(fixture.dispatch(commands, fence, {start}) == mux_success);
  REQUIRE(workers.dispatch() == mux_success);
  sleep_until_present(meeting, compute_units());
  mux_result_t result = mux_error_failure;
  std::thread waiter([&] { result = wait_without_limit(fixture, fence, how); });
  std::this_thread::sleep_for(std::chrono::milliseconds(5));
  // All units are taken, so this thread completes the signaling command buffer.
  REQUIRE(fixture.dispatch(starter, started, {}, {start}) == mux_success);
  CHECK(muxWait(fixture.queue, started) == mux_success);
  waiter.join();
  CHECK(result == mux_success);
  CHECK(meeting.met == meeting.wanted);
  CHECK(muxWait(fixture.queue, workers.fence()) == mux_success);
}

TEST_CASE("Units: no more threads than compute units work on a run, including waiting threads") {
  Fixture fixture;
  Crowd crowd;
  Crowd *address = &crowd;
  Commands commands(fixture);
  commands
      .run(fixture.kernel("crowd"), {describe_data(&address, sizeof address)}, 20 * compute_units(),
           1)
      .finalize();
  const mux_fence_t fence = fixture.fence();
  for (int repeat = 0; repeat < 10; ++repeat) {
    REQUIRE(fixture.dispatch(commands, fence) == mux_success);
    std::vector<mux_result_t> results(4, mux_error_failure);
    std::vector<std::thread> threads;
    threads.reserve(results.size());
    for (size_t index = 0; index < results.size(); ++index) {
      threads.emplace_back([&, index] {
        results[index] =
            wait_without_limit(fixture, fence, index % 2 == 0 ? Wait::fence : Wait::everything);
      });
    }
    for (std::thread &thread : threads) {
      thread.join();
    }
    REQUIRE(results == std::vector<mux_result_t>(results.size(), mux_success));
    REQUIRE(muxResetFence(fence) == mux_success);
  }
  CHECK(crowd.most <= compute_units());
}

TEST_CASE("Units: a waiting thread is woken when commands become ready and a unit is free") {
  // oneTBB may give the device one thread only: the three threads are the device's own, that one,
  // and the waiting thread, which cannot help while the callback runs.
  const tbb::global_control control(tbb::global_control::max_allowed_parallelism, 2);
  Fixture fixture;
  Meeting meeting;
  meeting.wanted = std::min(compute_units(), 3U);
  Meeting *address = &meeting;
  Commands commands(fixture);
  commands.call([](mux_queue_t, mux_command_buffer_t,
                   void *) { std::this_thread::sleep_for(std::chrono::milliseconds(20)); },
                nullptr);
  commands.run(fixture.kernel("meet"), {describe_data(&address, sizeof address)}, meeting.wanted, 1)
      .finalize();
  const mux_fence_t fence = fixture.fence();
  const Wait how = any_wait();
  REQUIRE(fixture.dispatch(commands, fence) == mux_success);
  CHECK(wait_without_limit(fixture, fence, how) == mux_success);
  CHECK(meeting.met == meeting.wanted);
}

TEST_CASE("Units: callbacks run while waiting threads hold all units") {
  Fixture fixture;
  const uint32_t units = compute_units();

  // All workers are kept in callbacks, so that the waiting threads must work.
  struct Gate {
    std::atomic<uint32_t> inside{0};
    std::atomic<bool> open{false};
  } gate;
  std::vector<std::unique_ptr<Commands>> blockers;
  for (uint32_t unit = 0; unit < units; ++unit) {
    blockers.push_back(std::make_unique<Commands>(fixture));
    blockers.back()
        ->call(
            [](mux_queue_t, mux_command_buffer_t, void *const data) {
              auto *shared = static_cast<Gate *>(data);
              ++shared->inside;
              while (!shared->open) {
                std::this_thread::sleep_for(std::chrono::microseconds(50));
              }
            },
            &gate)
        .finalize();
    REQUIRE(fixture.dispatch(*blockers.back()) == mux_success);
  }
  while (gate.inside < units) {
    std::this_thread::sleep_for(std::chrono::microseconds(50));
  }

  Meeting meeting;
  meeting.wanted = units + 1;
  std::vector<std::unique_ptr<Attendants>> attendants;
  std::vector<mux_result_t> results(units, mux_error_failure);
  std::vector<std::thread> threads;
  for (uint32_t unit = 0; unit < units; ++unit) {
    attendants.push_back(std::make_unique<Attendants>(fixture, meeting, 1));
    REQUIRE(attendants.back()->dispatch() == mux_success);
    threads.emplace_back([&fixture, &result = results[unit], &own = *attendants.back()] {
      result = muxWait(fixture.queue, own.fence());
    });
  }
  sleep_until_present(meeting, units);
  gate.open = true;

  // The callback is the last participant.
  Commands callback(fixture);
  callback
      .call([](mux_queue_t, mux_command_buffer_t,
               void *const data) { enter(*static_cast<Meeting *>(data)); },
            &meeting)
      .finalize();
  const mux_fence_t fence = fixture.fence();
  REQUIRE(fixture.dispatch(callback, fence) == mux_success);
  for (std::thread &thread : threads) {
    thread.join();
  }
  CHECK(meeting.met == meeting.wanted);
  CHECK(results == std::vector<mux_result_t>(units, mux_success));
  CHECK(muxWait(fixture.queue, fence) == mux_success);
  CHECK(muxWaitAll(fixture.queue) == mux_success);
}

TEST_CASE("Units: a unit released by a waiting thread is taken by a worker") {
  // Waiting threads hold all units; later work without helpers runs when they return.
  Fixture fixture;
  const uint32_t units = compute_units();
  Commands later(fixture);
  std::atomic<uint64_t> total{0};
  later
      .run(fixture.kernel("count"), {describe_buffer(fixture.buffer_over(&total, sizeof total))},
           40, 1)
      .finalize();
  const mux_fence_t fence = fixture.fence();
  for (uint64_t repeat = 1; repeat <= 20; ++repeat) {
    Meeting meeting;
    meeting.wanted = units + 1;
    std::vector<std::unique_ptr<Attendants>> attendants;
    std::vector<mux_result_t> results(units, mux_error_failure);
    std::vector<std::thread> threads;
    for (uint32_t unit = 0; unit < units; ++unit) {
      attendants.push_back(std::make_unique<Attendants>(fixture, meeting, 1));
      threads.emplace_back([&fixture, &result = results[unit], &own = *attendants.back()] {
        result = own.dispatch();
        if (result == mux_success) {
          result = muxWait(fixture.queue, own.fence());
        }
      });
    }
    sleep_until_present(meeting, units);
    REQUIRE(fixture.dispatch(later, fence) == mux_success);
    enter(meeting);
    CHECK(muxTryWait(fixture.queue, 60'000'000'000, fence) == mux_success);
    for (std::thread &thread : threads) {
      thread.join();
    }
    CHECK(results == std::vector<mux_result_t>(units, mux_success));
    REQUIRE(total == 40 * repeat);
    REQUIRE(muxResetFence(fence) == mux_success);
  }
}

}  // namespace mux::test::units

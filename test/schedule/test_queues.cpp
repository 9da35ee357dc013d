// Queues: dispatches to different queues are independent, and share the workers.

#include <array>
#include <latch>
#include <memory>
#include <thread>

#include "queues.h"
#include "support.h"

namespace mux::test::queues {

namespace {

mux_result_t dispatch(mux_queue_t queue, mux_command_buffer_t commands, mux_semaphore_t wait,
                      mux_semaphore_t signal, mux_fence_t fence = nullptr) {
  return muxDispatch(queue, commands, fence, wait == nullptr ? nullptr : &wait,
                     wait == nullptr ? 0 : 1, signal == nullptr ? nullptr : &signal,
                     signal == nullptr ? 0 : 1, nullptr, nullptr);
}

}  // namespace

TEST_CASE("Schedule: waiting for a queue while another one has a backlog") {
  // All workers are in callbacks that do not end before the waits do, and a large backlog precedes
  // the awaited work: only the waiting thread can run it.
  Fixture fixture;
  const std::vector<mux_queue_t> queues = queues_of(fixture.device);
  REQUIRE(queues.size() > 1);
  struct Block {
    std::latch arrived{static_cast<std::ptrdiff_t>(compute_units())};
    std::latch release{1};
  };
  Block block;
  Commands blocking(fixture);
  blocking.call(
      [](mux_queue_t, mux_command_buffer_t, void *user_data) {
        auto *self = static_cast<Block *>(user_data);
        self->arrived.count_down();
        self->release.wait();
      },
      &block);
  blocking.finalize();
  std::atomic<uint64_t> total{0};
  mux_buffer_t buffer = fixture.buffer_over(&total, sizeof total);
  Commands counts(fixture);
  counts.run(fixture.kernel("count"), {describe_buffer(buffer)}, 1, 1).finalize();
  mux_fence_t blocked = fixture.fence();
  for (uint32_t unit = 0; unit < compute_units(); ++unit) {
    REQUIRE(dispatch(queues[1], blocking, nullptr, nullptr, blocked) == mux_success);
  }
  block.arrived.wait();
  uint64_t expected = 0;
  for (int repeat = 0; repeat < 20; ++repeat) {
    for (int index = 0; index < 100; ++index) {
      REQUIRE(dispatch(queues[1], counts, nullptr, nullptr) == mux_success);
    }
    REQUIRE(dispatch(queues[0], counts, nullptr, nullptr) == mux_success);
    REQUIRE(muxWaitAll(queues[0]) == mux_success);
    expected += 101;
    CHECK(total >= static_cast<uint64_t>(repeat) + 1);
  }
  CHECK(muxTryWait(queues[1], 0, blocked) == mux_fence_not_ready);
  block.release.count_down();
  REQUIRE(muxWaitAll(queues[1]) == mux_success);
  CHECK(total == expected);
}

TEST_CASE("Schedule: streams on separate queues, with dependences") {
  // Each thread dispatches a stream to its queue, ordered by semaphores, and sometimes waits for
  // all of it. Every tenth dispatch also waits for one of the previous stream.
  constexpr size_t length = 200;
  Fixture fixture;
  const std::vector<mux_queue_t> queues = queues_of(fixture.device);
  struct Stream {
    // Only guarded by the order of the stream.
    size_t calls = 0;
    std::vector<mux_semaphore_t> semaphores;
    std::unique_ptr<Commands> commands;
    size_t failures = 0;
  };
  std::vector<Stream> streams(queues.size());
  for (Stream &stream : streams) {
    stream.commands = std::make_unique<Commands>(fixture);
    stream.commands
        ->call([](mux_queue_t, mux_command_buffer_t,
                  void *user_data) { ++*static_cast<size_t *>(user_data); },
               &stream.calls)
        .finalize();
    for (size_t index = 0; index < length; ++index) {
      stream.semaphores.push_back(fixture.semaphore());
    }
  }
  const auto dispatch_stream = [&](size_t own) {
    Stream &stream = streams[own];
    for (size_t index = 0; index < length; ++index) {
      std::array<mux_semaphore_t, 2> wait{};
      uint32_t count = 0;
      if (index != 0) {
        wait[count++] = stream.semaphores[index - 1];
      }
      if (own != 0 && index % 10 == 9) {
        wait[count++] = streams[own - 1].semaphores[index];
      }
      stream.failures +=
          muxDispatch(queues[own], *stream.commands, nullptr, count == 0 ? nullptr : wait.data(),
                      count, &stream.semaphores[index], 1, nullptr, nullptr) != mux_success;
      if (index % 25 == 24) {
        stream.failures += muxWaitAll(queues[own]) != mux_success;
        stream.failures += stream.calls != index + 1;
      }
    }
  };
  std::vector<std::thread> threads;
  for (size_t own = 0; own < queues.size(); ++own) {
    threads.emplace_back(dispatch_stream, own);
  }
  for (std::thread &thread : threads) {
    thread.join();
  }
  for (const Stream &stream : streams) {
    CHECK(stream.failures == 0);
    CHECK(stream.calls == length);
  }
}

TEST_CASE("Schedule: several threads wait for one queue, each for earlier dispatches") {
  Fixture fixture;
  const std::vector<mux_queue_t> queues = queues_of(fixture.device);
  REQUIRE(queues.size() > 1);
  std::atomic<int> ended{0};
  Commands commands(fixture);
  commands.call([](mux_queue_t, mux_command_buffer_t,
                   void *user_data) { ++*static_cast<std::atomic<int> *>(user_data); },
                &ended);
  commands.finalize();
  // On another queue, and not complete before the end.
  mux_semaphore_t over = fixture.semaphore();
  REQUIRE(dispatch(queues[1], commands, over, nullptr) == mux_success);
  std::array<int, 4> failures{};
  std::vector<std::thread> threads;
  for (int &own : failures) {
    threads.emplace_back([&] {
      for (int repeat = 1; repeat <= 200; ++repeat) {
        own += dispatch(queues[0], commands, nullptr, nullptr) != mux_success;
        own += muxWaitAll(queues[0]) != mux_success;
        own += ended < repeat;
      }
    });
  }
  for (std::thread &thread : threads) {
    thread.join();
  }
  CHECK(failures == std::array<int, 4>{});
  CHECK(ended == 800);
  REQUIRE(dispatch(queues[0], commands, nullptr, over) == mux_success);
  REQUIRE(muxWaitAll(queues[1]) == mux_success);
  REQUIRE(muxWaitAll(queues[0]) == mux_success);
  CHECK(ended == 802);
}

}  // namespace mux::test::queues

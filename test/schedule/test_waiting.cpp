// Waiting: polling, time limits, and waiting for everything.

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <cstring>
#include <map>
#include <string>
#include <thread>

#include "support.h"

namespace mux::test::waiting {

TEST_CASE("Schedule: all compute units work, with and without waiting threads") {
  Fixture fixture;
  Meeting meeting;
  meeting.wanted = compute_units();
  Meeting *address = &meeting;
  Commands commands(fixture);
  commands.run(fixture.kernel("meet"), {describe_data(&address, 8)}, meeting.wanted, 1).finalize();
  mux_fence_t fence = fixture.fence();
  REQUIRE(fixture.dispatch(commands, fence) == mux_success);

  SECTION("a wait with a time-out does not run groups") {
    CHECK(muxTryWait(fixture.queue, 60'000'000'000, fence) == mux_success);
    CHECK(meeting.present.count(std::this_thread::get_id()) == 0);
  }
  SECTION("no thread waits") {
    while (muxTryWait(fixture.queue, 0, fence) == mux_fence_not_ready) {
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
  }
  CHECK(meeting.met == meeting.wanted);
}

TEST_CASE("Schedule: a dispatch finds a worker while others are busy") {
  if (compute_units() < 2) {
    return;
  }
  // The first work-group ends only after the second has begun.
  Fixture fixture;
  for (int repeat = 0; repeat < 20; ++repeat) {
    Meeting meeting;
    meeting.wanted = 2;
    Meeting *address = &meeting;
    Commands commands(fixture);
    commands.run(fixture.kernel("meet"), {describe_data(&address, 8)}, 1, 1).finalize();
    mux_fence_t first = fixture.fence();
    mux_fence_t second = fixture.fence();
    REQUIRE(fixture.dispatch(commands, first) == mux_success);
    while (meeting.met == 0) {
      std::this_thread::sleep_for(std::chrono::microseconds(100));
    }
    REQUIRE(fixture.dispatch(commands, second) == mux_success);
    CHECK(muxTryWait(fixture.queue, 60'000'000'000, first) == mux_success);
    CHECK(muxTryWait(fixture.queue, 60'000'000'000, second) == mux_success);
    CHECK(meeting.met == 2);
  }
}

TEST_CASE("Schedule: muxTryWait polls, and gives up after its limit") {
  Fixture fixture;
  Commands commands(fixture);
  commands.finalize();
  mux_semaphore_t semaphore = fixture.semaphore();
  mux_fence_t fence = fixture.fence();
  REQUIRE(fixture.dispatch(commands, fence, {semaphore}) == mux_success);
  CHECK(muxTryWait(fixture.queue, 0, fence) == mux_fence_not_ready);
  CHECK(muxTryWait(fixture.queue, 1, fence) == mux_fence_not_ready);
  CHECK(muxTryWait(fixture.queue, 3'000'000, fence) == mux_fence_not_ready);
  REQUIRE(fixture.dispatch(commands, nullptr, {}, {semaphore}) == mux_success);
  // Beyond the range of the clock, but not "no limit".
  CHECK(muxTryWait(fixture.queue, UINT64_MAX - 1, fence) == mux_success);
}

TEST_CASE("Schedule: muxWaitAll waits for all earlier dispatches, blocked or not") {
  Fixture fixture;
  Commands commands(fixture);
  std::atomic<uint64_t> total{0};
  mux_buffer_t buffer = fixture.buffer_over(&total, sizeof total);
  commands.run(fixture.kernel("count"), {describe_buffer(buffer)}, 50, 1).finalize();
  for (int repeat = 1; repeat <= 100; ++repeat) {
    mux_semaphore_t semaphore = nullptr;
    REQUIRE(muxCreateSemaphore(fixture.device, fixture.allocator, &semaphore) == mux_success);
    for (int index = 0; index < 5; ++index) {
      REQUIRE(fixture.dispatch(commands, nullptr, {semaphore}) == mux_success);
    }
    std::atomic<mux_result_t> result{mux_error_failure};
    std::thread signaller([&] {
      std::this_thread::sleep_for(std::chrono::microseconds(repeat * 10));
      result = fixture.dispatch(commands, nullptr, {}, {semaphore});
    });
    REQUIRE(muxWaitAll(fixture.queue) == mux_success);
    signaller.join();
    REQUIRE(result == mux_success);
    REQUIRE(muxWaitAll(fixture.queue) == mux_success);
    REQUIRE(total == 300u * repeat);
    muxDestroySemaphore(fixture.device, semaphore, fixture.allocator);
  }
}

TEST_CASE("Schedule: many threads wait for one fence, with all functions") {
  Fixture fixture;
  Commands commands(fixture);
  commands.call([](mux_queue_t, mux_command_buffer_t,
                   void *) { std::this_thread::sleep_for(std::chrono::microseconds(300)); },
                nullptr);
  commands.finalize();
  mux_fence_t fence = fixture.fence();
  for (int repeat = 0; repeat < 50; ++repeat) {
    REQUIRE(fixture.dispatch(commands, fence) == mux_success);
    std::vector<mux_result_t> results(6, mux_error_failure);
    std::vector<std::thread> threads;
    for (size_t index = 0; index < results.size(); ++index) {
      threads.emplace_back([&, index] {
        results[index] = index % 3 == 0   ? muxWait(fixture.queue, fence)
                         : index % 3 == 1 ? muxTryWait(fixture.queue, 60'000'000'000, fence)
                                          : muxWaitAll(fixture.queue);
      });
    }
    for (std::thread &thread : threads) {
      thread.join();
    }
    CHECK(results == std::vector<mux_result_t>(results.size(), mux_success));
    REQUIRE(muxResetFence(fence) == mux_success);
  }
}

TEST_CASE("Schedule: threads that dispatch with one fence wait at least for their own dispatch") {
  Fixture fixture;
  Commands commands(fixture);
  commands.finalize();
  mux_fence_t fence = fixture.fence();
  const auto end = [](mux_command_buffer_t, mux_result_t, void *user_data) {
    // Not atomic: the fence publishes it.
    ++*static_cast<int *>(user_data);
  };
  std::vector<int> missed(4, 0);
  std::vector<std::thread> threads;
  for (int &own : missed) {
    threads.emplace_back([&] {
      int ended = 0;
      for (int repeat = 1; repeat <= 500; ++repeat) {
        own += fixture.dispatch(commands, fence, {}, {}, end, &ended) != mux_success;
        own += muxWait(fixture.queue, fence) != mux_success;
        own += ended != repeat;
      }
    });
  }
  for (std::thread &thread : threads) {
    thread.join();
  }
  CHECK(missed == std::vector<int>(4, 0));
}

TEST_CASE("Schedule: muxWaitAll for a cycle of semaphores", "[.]") {
  // Never returns: the test below runs it in another process, and kills that.
  Fixture fixture;
  mux_semaphore_t first = fixture.semaphore();
  mux_semaphore_t second = fixture.semaphore();
  Commands one(fixture);
  one.finalize();
  Commands other(fixture);
  other.finalize();
  REQUIRE(fixture.dispatch(one, nullptr, {first}, {second}) == mux_success);
  REQUIRE(fixture.dispatch(other, nullptr, {second}, {first}) == mux_success);
  std::fprintf(stderr, "command buffer %p waits for semaphores %p\n",
               static_cast<void *>(static_cast<mux_command_buffer_t>(one)),
               static_cast<void *>(first));
  std::fprintf(stderr, "command buffer %p waits for semaphores %p\n",
               static_cast<void *>(static_cast<mux_command_buffer_t>(other)),
               static_cast<void *>(second));
  muxWaitAll(fixture.queue);
}

TEST_CASE("Schedule: muxWaitAll logs a deadlock of command buffers", "[slow]") {
  char self[4096] = {};
  REQUIRE(readlink("/proc/self/exe", self, sizeof self - 1) > 0);
  int output[2];
  REQUIRE(pipe(output) == 0);
  const pid_t child = fork();
  REQUIRE(child >= 0);
  if (child == 0) {
    // Time limit in case nothing is reported.
    alarm(60);
    dup2(output[1], STDERR_FILENO);
    close(output[0]);
    close(output[1]);
    execl(self, self, "Schedule: muxWaitAll for a cycle of semaphores", nullptr);
    _exit(99);
  }
  close(output[1]);

  // The child prints the two objects of each dispatch first, then muxWaitAll reports both.
  FILE *lines = fdopen(output[0], "r");
  REQUIRE(lines);
  std::map<std::string, std::string> expected;
  std::map<std::string, std::string> reported;
  std::string text;
  char line[1024];
  while (reported.size() < 2 && std::fgets(line, sizeof line, lines)) {
    text += line;
    char run[32] = "";
    char semaphore[32] = "";
    const char *report = std::strstr(line, "muxWaitAll still waits for command buffer ");
    if (std::sscanf(line, "command buffer %31[^ ] waits for semaphores %31s", run, semaphore) ==
        2) {
      expected[run] = semaphore;
    } else if (report && std::sscanf(report,
                                     "muxWaitAll still waits for command buffer %31[^,], which "
                                     "waits for semaphores %31s",
                                     run, semaphore) == 2) {
      reported[run] = semaphore;
    }
  }
  kill(child, SIGKILL);
  int status = 0;
  waitpid(child, &status, 0);
  std::fclose(lines);
  INFO(text);
  CHECK(expected.size() == 2);
  CHECK(reported == expected);
  // It was still waiting: the report does not end the wait.
  CHECK((WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL));
}

}  // namespace mux::test::waiting

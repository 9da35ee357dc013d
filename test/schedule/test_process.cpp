// Process lifetime: fork, and exit without cleanup.

#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <thread>
#include <vector>

#include "support.h"

namespace mux::test::process {

namespace {

// Starts a child that runs a function and exits with its result.
template <typename Function>
pid_t start_child(Function function) {
  const pid_t child = fork();
  if (child == 0) {
    alarm(60);
    std::exit(function());
  }
  return child;
}

// The exit status, or -1 if the child was killed.
int end_of(pid_t child) {
  int status = 0;
  waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

template <typename Function>
int in_child(Function function) {
  return end_of(start_child(function));
}

}  // namespace

// Locks of sanitizers do not survive a fork of a process with several threads.
#if !defined(__SANITIZE_THREAD__) && !defined(__SANITIZE_ADDRESS__)

namespace {

// Creates a device, and runs all kinds of commands on it. Returns the number of errors.
int work_on_own_device() {
  Fixture fixture;
  std::atomic<uint64_t> total{0};
  std::atomic<uint64_t> called{0};
  mux_buffer_t buffer = fixture.buffer_over(&total, sizeof total);
  Commands commands(fixture);
  commands.run(fixture.kernel("count"), {describe_buffer(buffer)}, 1000, 1)
      .call([](mux_queue_t, mux_command_buffer_t,
               void *data) { ++*static_cast<std::atomic<uint64_t> *>(data); },
            &called)
      .finalize();
  mux_fence_t fence = fixture.fence();
  int wrong = 0;
  for (int round = 0; round < 10; ++round) {
    wrong += muxResetFence(fence) != mux_success;
    wrong += fixture.dispatch(commands, fence) != mux_success;
    // Also without a helping thread.
    wrong += (round % 2 == 0 ? muxTryWait(fixture.queue, 20'000'000'000, fence)
                             : muxWait(fixture.queue, fence)) != mux_success;
  }
  // As many threads as the device has compute units.
  Meeting meeting;
  meeting.wanted = compute_units();
  Meeting *pointer = &meeting;
  Commands meet(fixture);
  meet.run(fixture.kernel("meet"), {describe_data(&pointer, sizeof pointer)}, 64, 1).finalize();
  wrong += fixture.dispatch(meet) != mux_success;
  wrong += muxWaitAll(fixture.queue) != mux_success;
  wrong += meeting.present.size() < compute_units();
  return wrong + (total != 10'000) + (called != 10);
}

}  // namespace

TEST_CASE("Schedule: a forked child gets errors for work, frees its memory, and exits") {
  Fixture fixture;
  std::atomic<uint64_t> total{0};
  mux_buffer_t buffer = fixture.buffer_over(&total, sizeof total);
  Commands commands(fixture);
  commands.run(fixture.kernel("count"), {describe_buffer(buffer)}, 1000, 1).finalize();
  mux_fence_t fence = fixture.fence();
  mux_semaphore_t semaphore = fixture.semaphore();
  // Something is in flight at the moment of the fork, so destruction would have to wait.
  REQUIRE(fixture.dispatch(commands, fence, {semaphore}) == mux_success);

  CHECK(in_child([] { return 7; }) == 7);
  CHECK(in_child([&] {
          int wrong = 0;
          wrong += fixture.dispatch(commands, fence) != mux_error_failure;
          wrong += muxWait(fixture.queue, fence) != mux_error_failure;
          wrong += muxTryWait(fixture.queue, 0, fence) != mux_error_failure;
          wrong += muxWaitAll(fixture.queue) != mux_error_failure;
          wrong += std::string(muxGetLastErrorMessage()).find("fork") == std::string::npos;
          mux_command_buffer_t fresh = nullptr;
          wrong += muxCreateCommandBuffer(fixture.device, nullptr, fixture.allocator, &fresh) !=
                   mux_success;
          wrong += muxFinalizeCommandBuffer(fresh) != mux_error_failure;
          mux_device_info_t info = fixture.device->info;
          mux_device_t device = nullptr;
          wrong += muxCreateDevices(1, &info, fixture.allocator, &device) != mux_success;
          muxDestroyDevice(device, fixture.allocator);
          muxDestroyCommandBuffer(fixture.device, fresh, fixture.allocator);
          // All objects of the parent, in any state.
          muxDestroyCommandBuffer(fixture.device, commands, fixture.allocator);
          const int64_t before = fixture.counting.live();
          muxDestroyDevice(fixture.device, fixture.allocator);
          wrong += fixture.counting.live() >= before;
          return wrong;
        }) == 0);
  CHECK(in_child([] {
          execl("/bin/true", "true", nullptr);
          return 1;
        }) == 0);

  // The parent is not affected.
  Commands empty(fixture);
  empty.finalize();
  REQUIRE(fixture.dispatch(empty, nullptr, {}, {semaphore}) == mux_success);
  CHECK(muxWait(fixture.queue, fence) == mux_success);
  CHECK(total == 1000);
}

TEST_CASE("Schedule: a forked child runs work on devices that it makes, and so do its children") {
  Fixture fixture;
  CHECK(in_child(work_on_own_device) == 0);
  CHECK(in_child([] {
          const int wrong = work_on_own_device();
          return wrong + in_child([] { return work_on_own_device() + work_on_own_device(); }) +
                 work_on_own_device();
        }) == 0);
  std::vector<pid_t> children;
  for (int child = 0; child < 4; ++child) {
    children.push_back(start_child(work_on_own_device));
  }
  for (const pid_t child : children) {
    CHECK(end_of(child) == 0);
  }
  int status = -1;
  std::thread([&] { status = in_child(work_on_own_device); }).join();
  CHECK(status == 0);
}

TEST_CASE("Schedule: a child forked while its parent's devices are busy has its own") {
  Fixture fixture;
  std::atomic<uint64_t> total{0};
  mux_buffer_t buffer = fixture.buffer_over(&total, sizeof total);
  Commands commands(fixture);
  commands.run(fixture.kernel("count"), {describe_buffer(buffer)}, 100'000, 10).finalize();
  for (int round = 0; round < 10; ++round) {
    REQUIRE(fixture.dispatch(commands) == mux_success);
    CHECK(in_child(work_on_own_device) == 0);
  }
  REQUIRE(muxWaitAll(fixture.queue) == mux_success);
  CHECK(total == 1'000'000);
}

#endif

TEST_CASE("Schedule: a process may fork before it has a device") {
  // A child of a process without devices has full functionality. Earlier tests have created devices
  // in this process, so a new process is started: this program, with another test.
  char self[4096] = {};
  REQUIRE(readlink("/proc/self/exe", self, sizeof self - 1) > 0);
  const pid_t child = fork();
  if (child == 0) {
    alarm(60);
    execl(self, self, "Schedule: a device made in a forked child", nullptr);
    _exit(99);
  }
  int status = 0;
  waitpid(child, &status, 0);
  CHECK(status == 0);
}

TEST_CASE("Schedule: a device made in a forked child", "[.]") {
  CHECK(in_child([] {
          Fixture fixture;
          Commands commands(fixture);
          commands.finalize();
          mux_fence_t fence = fixture.fence();
          return fixture.dispatch(commands, fence) == mux_success &&
                         muxWait(fixture.queue, fence) == mux_success
                     ? 0
                     : 1;
        }) == 0);
}

TEST_CASE("Schedule: a process exits cleanly without destroying anything") {
  char self[4096] = {};
  REQUIRE(readlink("/proc/self/exe", self, sizeof self - 1) > 0);
  for (int repeat = 0; repeat < 10; ++repeat) {
    const pid_t child = fork();
    if (child == 0) {
      alarm(60);
      setenv("ASAN_OPTIONS", "detect_leaks=0", 1);
      execl(self, self, "Schedule: exit without destroying anything", nullptr);
      _exit(99);
    }
    int status = 0;
    waitpid(child, &status, 0);
    CHECK(status == 0);
  }
}

TEST_CASE("Schedule: exit without destroying anything", "[.]") {
  auto *fixture = new Fixture;
  static std::atomic<uint64_t> total{0};
  mux_buffer_t buffer = fixture->buffer_over(&total, sizeof total);
  auto *commands = new Commands(*fixture);
  commands->run(fixture->kernel("count"), {describe_buffer(buffer)}, 1000, 1).finalize();
  mux_fence_t fence = fixture->fence();
  REQUIRE(fixture->dispatch(*commands, fence) == mux_success);
  REQUIRE(muxWait(fixture->queue, fence) == mux_success);
  // Blocked forever.
  REQUIRE(fixture->dispatch(*commands, nullptr, {fixture->semaphore()}) == mux_success);
}

}  // namespace mux::test::process

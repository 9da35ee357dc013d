// Children forked after a device was created: calls that would run or wait return errors without a
// hang, and objects can be destroyed.

#include <mux/extensions.h>
#include <sys/wait.h>
#include <unistd.h>

#include <catch2/catch.hpp>
#include <cstdlib>

#include "fixtures.h"

namespace mux::test::processes {

namespace {

/// Runs `work` in a forked child and returns its result; an alarm kills the child if it hangs.
template <class Work>
int in_child(Work work) {
  const pid_t child = fork();
  if (child == 0) {
    alarm(30);
    _exit(work());
  }
  int status = -1;
  REQUIRE(waitpid(child, &status, 0) == child);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 1000 + status;
}

}  // namespace

TEST_CASE_METHOD(CommandBufferFixture,
                 "kernels: calls in a forked child fail with mux_error_failure, without a hang",
                 "[kernels]") {
  record_mark(command_buffer);
  REQUIRE(run(command_buffer) == mux_success);
  mux_fence_t fence = make_fence();
  mux_semaphore_t semaphore = make_semaphore();
  const int failed = in_child([&] {
    const mux_result_t dispatched =
        muxDispatch(queue, command_buffer, fence, nullptr, 0, nullptr, 0, nullptr, nullptr);
    int wrong = 0;
    wrong += dispatched != mux_error_failure;
    wrong += muxGetLastErrorMessage()[0] == '\0';
    wrong += 10 * (muxWait(queue, fence) != mux_error_failure);
    wrong += 20 * (muxTryWait(queue, UINT64_MAX, fence) != mux_error_failure);
    wrong += 40 * (muxWaitAll(queue) != mux_error_failure);
    wrong += 80 * (muxSignalSemaphore(semaphore, mux_success) != mux_error_failure);
    return wrong;
  });
  CHECK(failed == 0);
  // The parent is not affected.
  CHECK(dispatch_and_wait(command_buffer) == mux_success);
  CHECK(marks_seen == 2);
}

TEST_CASE_METHOD(CommandBufferFixture, "kernels: a forked child destroys inherited objects",
                 "[kernels]") {
  mux_command_buffer_t commands = nullptr;
  REQUIRE(muxCreateCommandBuffer(device, no_callback(), allocator, &commands) == mux_success);
  REQUIRE(muxFinalizeCommandBuffer(commands) == mux_success);
  REQUIRE(dispatch_and_wait(commands) == mux_success);
  const int failed = in_child([&] {
    muxDestroyCommandBuffer(device, commands, allocator);
    clean_up();
    muxDestroyDevice(device, allocator);
    return counter.live() == 0 ? 0 : 1;
  });
  CHECK(failed == 0);
  CHECK(dispatch_and_wait(commands) == mux_success);
  muxDestroyCommandBuffer(device, commands, allocator);
}

TEST_CASE_METHOD(CommandBufferFixture, "kernels: fork and exec works while work is running",
                 "[kernels]") {
  const TestBuffer buffer = make_buffer(size_t{1} << 20);
  const uint32_t pattern = 1;
  for (int i = 0; i < 100; ++i) {
    REQUIRE(muxCommandFillBuffer(command_buffer, buffer.buffer, 0, size_t{1} << 20, &pattern, 4, 0,
                                 nullptr, nullptr) == mux_success);
  }
  REQUIRE(muxFinalizeCommandBuffer(command_buffer) == mux_success);
  REQUIRE(muxDispatch(queue, command_buffer, nullptr, nullptr, 0, nullptr, 0, nullptr, nullptr) ==
          mux_success);
  const int status = in_child([] {
    execl("/bin/true", "true", static_cast<char *>(nullptr));
    return 1;
  });
  CHECK(status == 0);
  CHECK(muxWaitAll(queue) == mux_success);
}

}  // namespace mux::test::processes

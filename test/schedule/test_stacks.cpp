// Waiting threads run kernels, on any stack.

#include <pthread.h>
#include <ucontext.h>

#include <functional>
#include <memory>
#include <vector>

#include "support.h"

namespace mux::test::stacks {

// Sanitizers need more stack, and do not support fibers.
#if !defined(__SANITIZE_THREAD__) && !defined(__SANITIZE_ADDRESS__)

namespace {

constexpr size_t groups = 3;

/// Repeatedly dispatches a kernel that needs more stack than threads have by default, and waits for
/// it.
class DeepWork {
 public:
  DeepWork() : commands_(fixture_), fence_(fixture_.fence()) {
    const mux_buffer_t buffer = fixture_.buffer_over(sums_.data(), sizeof(uint64_t) * groups);
    commands_.run(fixture_.kernel("deep"), {describe_buffer(buffer)}, groups, 1).finalize();
  }

  /// Without assertions: the caller's stack may be too small for Catch2's.
  void run() {
    for (int round = 0; round < 3; ++round) {
      sums_.assign(groups, 0);
      bool right = muxResetFence(fence_) == mux_success;
      right = right && muxDispatchForWaiter(fixture_.queue, commands_, fence_, nullptr, 0, nullptr,
                                            0) == mux_success;
      right = right && muxWait(fixture_.queue, fence_) == mux_success;
      right_rounds_ += right && sums_ == std::vector<uint64_t>(groups, deep_sum()) ? 1 : 0;
      right = muxDispatch(fixture_.queue, commands_, nullptr, nullptr, 0, nullptr, 0, nullptr,
                          nullptr) == mux_success;
      right = muxWaitAll(fixture_.queue) == mux_success && right;
      right_rounds_ += right ? 1 : 0;
    }
  }
  int right_rounds() const { return right_rounds_; }

 private:
  Fixture fixture_;
  Commands commands_;
  mux_fence_t fence_;
  std::vector<uint64_t> sums_ = std::vector<uint64_t>(groups);
  int right_rounds_ = 0;
};

constexpr int all_rounds = 6;

/// Runs the function on a thread with these attributes.
void on_thread(const pthread_attr_t &attributes, const std::function<void()> &function) {
  pthread_t thread;
  const auto call = [](void *argument) -> void * {
    (*static_cast<const std::function<void()> *>(argument))();
    return nullptr;
  };
  REQUIRE(pthread_create(&thread, &attributes, call,
                         const_cast<void *>(static_cast<const void *>(&function))) == 0);
  pthread_join(thread, nullptr);
}

struct Fiber {
  ucontext_t context;
  ucontext_t caller;
  const std::function<void()> *function;
};

thread_local Fiber fiber;

/// Runs the function on a stack that the thread library does not know.
void on_fiber(std::byte *stack, size_t size, const std::function<void()> &function) {
  getcontext(&fiber.context);
  fiber.context.uc_stack.ss_sp = stack;
  fiber.context.uc_stack.ss_size = size;
  fiber.context.uc_link = &fiber.caller;
  fiber.function = &function;
  makecontext(&fiber.context, [] { (*fiber.function)(); }, 0);
  swapcontext(&fiber.caller, &fiber.context);
}

}  // namespace

TEST_CASE("Schedule: threads with small stacks wait for kernels that need more") {
  for (const size_t kilobytes : {64, 128, 256, 1024, 4096}) {
    DeepWork work;
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    REQUIRE(pthread_attr_setstacksize(&attributes, kilobytes * 1024) == 0);
    on_thread(attributes, [&] { work.run(); });
    pthread_attr_destroy(&attributes);
    CHECK(work.right_rounds() == all_rounds);
  }
}

TEST_CASE("Schedule: threads on stacks of the program wait for kernels that need more") {
  DeepWork work;
  constexpr size_t size = 128 * 1024;
  const std::unique_ptr<std::byte, void (*)(void *)> stack(
      static_cast<std::byte *>(std::aligned_alloc(4096, size)), std::free);
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  REQUIRE(pthread_attr_setstack(&attributes, stack.get(), size) == 0);
  on_thread(attributes, [&] { work.run(); });
  pthread_attr_destroy(&attributes);
  CHECK(work.right_rounds() == all_rounds);
}

TEST_CASE("Schedule: fibers wait for kernels that need more stack than they have") {
  DeepWork work;
  std::vector<std::byte> stack(48 * 1024);
  const std::function<void()> wait = [&] { work.run(); };
  // The thread's own limits are determined before the first fiber, and in between.
  work.run();
  on_fiber(stack.data(), stack.size(), wait);
  work.run();
  on_fiber(stack.data(), stack.size(), wait);
  CHECK(work.right_rounds() == 4 * all_rounds);
}

#endif

}  // namespace mux::test::stacks

// Fences that threads pass to each other.

#include <poll.h>
#include <unistd.h>

#include <barrier>

#include "program.h"

namespace gallium_test::thread_fences {

namespace {

constexpr uint32_t rounds = 20;

class Fence {
 public:
  Fence() { succeed(muxGalliumCreateFence(screen(), mux_gallium_fence_type_one_time, &handle_)); }
  ~Fence() {
    if (handle_ != nullptr) {
      muxGalliumReleaseFence(handle_);
    }
  }
  Fence(const Fence &) = delete;
  Fence &operator=(const Fence &) = delete;
  Fence(Fence &&other) noexcept : handle_(std::exchange(other.handle_, nullptr)) {}

  operator mux_gallium_fence_t() const { return handle_; }

 private:
  mux_gallium_fence_t handle_ = nullptr;
};

}  // namespace

TEST_CASE("S21, S23 threads: contexts change a buffer in turns by fences alone") {
  const Resource shared = zeros();
  const Resource history = zeros();
  // Fence i lets the turn i begin.
  std::vector<Fence> fences(thread_count * rounds + 1);
  {
    Context first;
    succeed(muxGalliumFenceServerSignal(first, fences[0]));
    succeed(muxGalliumFlush(first, mux_gallium_flush_async, nullptr));
  }
  require_no_failures(run_in_threads([&](unsigned thread) {
    ThreadContext context;
    for (uint32_t round = 0; round < rounds; ++round) {
      const size_t turn = round * thread_count + thread;
      context.note(muxGalliumFenceServerSync(context, fences[turn]));
      context.add(shared);
      context.sum(history, shared);
      context.note(muxGalliumFenceServerSignal(context, fences[turn + 1]));
      context.flush(mux_gallium_flush_async);
    }
    context.finish();
    return context.failures();
  }));
  constexpr uint32_t turns = thread_count * rounds;
  Context context;
  CHECK(context.read_as<uint32_t>(shared, 0, number_count) ==
        std::vector<uint32_t>(number_count, turns));
  CHECK(context.read_as<uint32_t>(history, 0, number_count) ==
        std::vector<uint32_t>(number_count, turns * (turns + 1) / 2));
}

TEST_CASE("S04, S16 threads: all wait for the fence of one flush, and see what it ordered") {
  const Resource shared = zeros();
  std::vector<mux_gallium_fence_t> fences(rounds);
  std::barrier flushed(thread_count);
  std::barrier read(thread_count);
  require_no_failures(run_in_threads([&](unsigned thread) {
    ThreadContext context;
    for (uint32_t round = 0; round < rounds; ++round) {
      if (round % thread_count == thread) {
        context.add(shared);
        context.note(
            muxGalliumFlush(context, round % 2 == 0 ? 0 : mux_gallium_flush_async, &fences[round]));
      }
      flushed.arrive_and_wait();
      context.note(muxGalliumRetainFence(fences[round]));
      if (thread % 2 == 0) {
        bool signaled = false;
        context.note(
            muxGalliumFenceFinish(screen(), nullptr, fences[round], UINT64_MAX, &signaled));
        context.expect(signaled);
      } else {
        int file = -1;
        context.note(muxGalliumGetFenceFile(screen(), fences[round], &file));
        pollfd request = {file, POLLIN, 0};
        context.expect(poll(&request, 1, 60'000) == 1);
        close(file);
      }
      context.note(muxGalliumReleaseFence(fences[round]));
      context.expect(context.has(shared, round + 1));
      read.arrive_and_wait();
    }
    return context.failures();
  }));
  for (mux_gallium_fence_t fence : fences) {
    succeed(muxGalliumReleaseFence(fence));
  }
}

}  // namespace gallium_test::thread_fences

#include <poll.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include "fixtures.h"

namespace gallium_test::fences {

namespace {

class Fence {
 public:
  explicit Fence(mux_gallium_fence_type_e type) {
    succeed(muxGalliumCreateFence(screen(), type, &handle_));
  }
  ~Fence() { muxGalliumReleaseFence(handle_); }
  Fence(const Fence &) = delete;
  Fence &operator=(const Fence &) = delete;

  operator mux_gallium_fence_t() const { return handle_; }
  bool is_signaled(uint64_t timeout = 0) const {
    bool signaled = false;
    succeed(muxGalliumFenceFinish(screen(), nullptr, handle_, timeout, &signaled));
    return signaled;
  }

 private:
  mux_gallium_fence_t handle_ = nullptr;
};

bool is_readable(int file, int timeout) {
  pollfd request = {file, POLLIN, 0};
  return poll(&request, 1, timeout) == 1;
}

void fill(mux_gallium_context_t context, mux_gallium_resource_t buffer, uint32_t value) {
  succeed(muxGalliumClearBuffer(context, buffer, 0, 64, &value, 4));
}

constexpr uint64_t long_time = 60'000'000'000;

}  // namespace

TEST_CASE("S21, S22, S23, S24 fence_server_sync: commands after a wait start after the signal") {
  Context producer;
  Context consumer;
  const Resource buffer(buffer_of(64));
  const Resource copy(buffer_of(64));
  const Fence fence(mux_gallium_fence_type_one_time);
  // The wait is recorded first; what was recorded before it does not wait.
  fill(consumer, copy, 1);
  succeed(muxGalliumFenceServerSync(consumer, fence));
  const Box all = bytes(0, 64);
  succeed(muxGalliumResourceCopyRegion(consumer, copy, 0, 0, 0, 0, buffer, 0, &all));
  succeed(muxGalliumFlush(consumer, mux_gallium_flush_async, nullptr));
  CHECK_FALSE(fence.is_signaled(5'000'000));
  Blockade blockade(producer);
  fill(producer, buffer, 8);
  succeed(muxGalliumFenceServerSignal(producer, fence));
  succeed(muxGalliumFlush(producer, mux_gallium_flush_async, nullptr));
  CHECK_FALSE(fence.is_signaled(5'000'000));
  blockade.release();
  CHECK(fence.is_signaled(long_time));
  CHECK(consumer.read_as<uint32_t>(copy, 0, 1)[0] == 8);
  // One signal only.
  refuse(muxGalliumFenceServerSignal(producer, fence), mux_error_invalid_value, "signal already");
}

TEST_CASE("S18, S19, S20 fence_server_sync: a wait resets a reusable fence, frame after frame") {
  Context producer;
  Context consumer;
  const Resource buffer(buffer_of(64));
  const Resource sum(buffer_of(64));
  fill(consumer, sum, 0);
  consumer.finish();
  const Fence ready(mux_gallium_fence_type_reusable);
  const Fence taken(mux_gallium_fence_type_reusable);
  mux_gallium_compute_state_t add =
      compile(consumer,
              "kernel void add(global uint *buffer_0, global const uint *buffer_1) {"
              "  size_t i = get_global_id(0); buffer_0[i] = buffer_0[i] * 10 + buffer_1[i]; }");
  bind_buffer(consumer, 0, sum);
  bind_buffer(consumer, 1, buffer);
  for (uint32_t frame = 1; frame <= 4; ++frame) {
    if (frame != 1) {
      succeed(muxGalliumFenceServerSync(producer, taken));
    }
    fill(producer, buffer, frame);
    succeed(muxGalliumFenceServerSignal(producer, ready));
    succeed(muxGalliumFlush(producer, mux_gallium_flush_async, nullptr));
    succeed(muxGalliumFenceServerSync(consumer, ready));
    CHECK_FALSE(ready.is_signaled());
    run(consumer, add, 16);
    succeed(muxGalliumFenceServerSignal(consumer, taken));
    succeed(muxGalliumFlush(consumer, mux_gallium_flush_async, nullptr));
  }
  CHECK(consumer.read_as<uint32_t>(sum, 0, 16) == std::vector<uint32_t>(16, 1234));
}

TEST_CASE("S18 fence_finish: a wait of the program does not reset a reusable fence") {
  Context context;
  const Fence fence(mux_gallium_fence_type_reusable);
  succeed(muxGalliumFenceServerSignal(context, fence));
  succeed(muxGalliumFlush(context, 0, nullptr));
  CHECK(fence.is_signaled(long_time));
  CHECK(fence.is_signaled());
  succeed(muxGalliumFenceServerSync(context, fence));
  CHECK_FALSE(fence.is_signaled());
}

TEST_CASE("S19 fence_server_sync: a reusable fence has at most one waiter") {
  Context one;
  Context other;
  const Fence fence(mux_gallium_fence_type_reusable);
  succeed(muxGalliumFenceServerSync(one, fence));
  refuse(muxGalliumFenceServerSync(other, fence), mux_error_invalid_value, "waiter");
  succeed(muxGalliumFenceServerSignal(other, fence));
  succeed(muxGalliumFlush(other, mux_gallium_flush_async, nullptr));
  one.finish();
}

TEST_CASE("S16 get_fence_file: a file becomes readable when the fence is signaled") {
  Context context;
  Blockade blockade(context);
  mux_gallium_fence_t fence = nullptr;
  succeed(muxGalliumFlush(context, 0, &fence));
  int file = -1;
  succeed(muxGalliumGetFenceFile(screen(), fence, &file));
  CHECK_FALSE(is_readable(file, 5));
  blockade.release();
  CHECK(is_readable(file, 60'000));
  int signaled = -1;
  succeed(muxGalliumGetFenceFile(screen(), fence, &signaled));
  CHECK(is_readable(signaled, 60'000));
  close(file);
  close(signaled);
  succeed(muxGalliumReleaseFence(fence));
}

TEST_CASE("S16, S18 create_fence_from_file: waits for a file, and resets it if it is reusable") {
  Context context;
  const Resource buffer(buffer_of(64));
  const int file = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
  mux_gallium_fence_t fence = nullptr;
  succeed(muxGalliumCreateFenceFromFile(context, file, mux_gallium_fence_type_reusable, &fence));
  bool signaled = true;
  succeed(muxGalliumFenceFinish(screen(), nullptr, fence, 2'000'000, &signaled));
  CHECK_FALSE(signaled);
  succeed(muxGalliumFenceServerSync(context, fence));
  refuse(muxGalliumFenceServerSync(context, fence), mux_error_invalid_value, "waiter");
  fill(context, buffer, 2);
  mux_gallium_fence_t done = nullptr;
  succeed(muxGalliumFlush(context, 0, &done));
  succeed(muxGalliumFenceFinish(screen(), context, done, 5'000'000, &signaled));
  CHECK_FALSE(signaled);
  constexpr uint64_t one = 1;
  REQUIRE(write(file, &one, sizeof one) == sizeof one);
  succeed(muxGalliumFenceFinish(screen(), context, done, long_time, &signaled));
  CHECK(signaled);
  CHECK_FALSE(is_readable(file, 0));
  succeed(muxGalliumReleaseFence(done));
  // The other way: the context signals the file.
  succeed(muxGalliumFenceServerSignal(context, fence));
  succeed(muxGalliumFlush(context, 0, nullptr));
  CHECK(is_readable(file, 60'000));
  succeed(muxGalliumFenceFinish(screen(), nullptr, fence, 0, &signaled));
  CHECK(signaled);
  succeed(muxGalliumReleaseFence(fence));
  close(file);
  refuse(muxGalliumCreateFenceFromFile(context, -1, mux_gallium_fence_type_one_time, &fence),
         mux_error_invalid_value, "not open");
}

TEST_CASE("fences: wrong calls are refused") {
  Context context;
  mux_gallium_fence_t fence = nullptr;
  refuse(muxGalliumCreateFence(screen(), static_cast<mux_gallium_fence_type_e>(2), &fence),
         mux_error_invalid_value, "type");
  succeed(muxGalliumFlush(context, 0, &fence));
  refuse(muxGalliumFenceServerSignal(context, fence), mux_error_invalid_value, "of a flush");
  refuse(muxGalliumFenceFinish(screen(), context, fence, 0, nullptr), mux_error_null_out_parameter,
         "out_signaled");
  refuse(muxGalliumFenceServerSync(context, nullptr), mux_error_invalid_value, "NULL");
  succeed(muxGalliumReleaseFence(fence));
}

TEST_CASE("S04, S05 fence_finish: a wait for an asynchronous flush orders no other context") {
  Context blocked;
  Context other;
  const Resource buffer(buffer_of(64));
  const Resource another(buffer_of(64));
  const Fence gate(mux_gallium_fence_type_one_time);
  succeed(muxGalliumFenceServerSync(blocked, gate));
  fill(blocked, buffer, 3);
  mux_gallium_fence_t flushed = nullptr;
  succeed(muxGalliumFlush(blocked, mux_gallium_flush_async, &flushed));
  bool signaled = true;
  succeed(muxGalliumFenceFinish(screen(), blocked, flushed, 0, &signaled));
  CHECK_FALSE(signaled);
  fill(other, another, 4);
  mux_gallium_fence_t independent = nullptr;
  succeed(muxGalliumFlush(other, mux_gallium_flush_async, &independent));
  succeed(muxGalliumFenceFinish(screen(), nullptr, independent, long_time, &signaled));
  CHECK(signaled);
  succeed(muxGalliumFenceServerSignal(other, gate));
  succeed(muxGalliumFlush(other, mux_gallium_flush_async, nullptr));
  succeed(muxGalliumFenceFinish(screen(), blocked, flushed, UINT64_MAX, &signaled));
  CHECK(signaled);
  succeed(muxGalliumReleaseFence(independent));
  succeed(muxGalliumReleaseFence(flushed));
}

}  // namespace gallium_test::fences

#include "fixtures.h"

namespace gallium_test::flush {

namespace {

bool finish(mux_gallium_context_t context, mux_gallium_fence_t fence, uint64_t timeout) {
  bool signaled = false;
  succeed(muxGalliumFenceFinish(screen(), context, fence, timeout, &signaled));
  return signaled;
}

mux_gallium_fence_t flush(mux_gallium_context_t context, uint32_t flags) {
  mux_gallium_fence_t fence = nullptr;
  succeed(muxGalliumFlush(context, flags, &fence));
  REQUIRE(fence != nullptr);
  return fence;
}

constexpr uint64_t short_time = 20'000'000;
/// Long enough for a loaded machine; tests that pass do not wait so long.
constexpr uint64_t long_time = 60'000'000'000;

void fill(mux_gallium_context_t context, mux_gallium_resource_t buffer, uint32_t value) {
  succeed(muxGalliumClearBuffer(context, buffer, 0, 64, &value, 4));
}

}  // namespace

TEST_CASE("S01, S08, S16 flush: the fence is signaled when the commands have ended, not before") {
  Context context;
  const Resource buffer(buffer_of(64));
  Blockade blockade(context);
  fill(context, buffer, 3);
  mux_gallium_fence_t fence = flush(context, mux_gallium_flush_hint_finish);
  CHECK_FALSE(finish(nullptr, fence, 0));
  CHECK_FALSE(finish(context, fence, short_time));
  blockade.release();
  CHECK(finish(context, fence, UINT64_MAX));
  CHECK(context.read_as<uint32_t>(buffer, 0, 1)[0] == 3);
  succeed(muxGalliumReleaseFence(fence));
}

TEST_CASE("S17 flush: a fence of a flush stays signaled") {
  Context context;
  mux_gallium_fence_t fence = flush(context, 0);
  for (int round = 0; round < 3; ++round) {
    CHECK(finish(nullptr, fence, long_time));
    succeed(muxGalliumFenceServerSync(context, fence));
  }
  succeed(muxGalliumRetainFence(fence));
  succeed(muxGalliumReleaseFence(fence));
  CHECK(finish(nullptr, fence, 0));
  succeed(muxGalliumReleaseFence(fence));
}

TEST_CASE("S02 flush: the end of a frame changes no result") {
  Context context;
  const Resource buffer(buffer_of(64));
  fill(context, buffer, 3);
  succeed(muxGalliumFlush(context, mux_gallium_flush_end_of_frame, nullptr));
  CHECK(context.read_as<uint32_t>(buffer, 0, 1)[0] == 3);
}

TEST_CASE("S03, S04 flush: a deferred fence is valid, and a wait with its context flushes") {
  Context context;
  Context other;
  const Resource buffer(buffer_of(64));
  fill(context, buffer, 3);
  mux_gallium_fence_t fence = flush(context, mux_gallium_flush_deferred);
  // Another context promises nothing, and must not fail.
  finish(other, fence, 0);
  finish(nullptr, fence, 0);
  CHECK(finish(context, fence, long_time));
  CHECK(context.read_as<uint32_t>(buffer, 0, 1)[0] == 3);
  succeed(muxGalliumReleaseFence(fence));
}

TEST_CASE("S05, S07 flush: an asynchronous flush ends without further calls") {
  Context context;
  const Resource buffer(buffer_of(64));
  fill(context, buffer, 4);
  mux_gallium_fence_t fence = flush(context, mux_gallium_flush_async);
  CHECK(finish(nullptr, fence, long_time));
  // Ordered by the fence alone.
  Context other;
  succeed(muxGalliumFenceServerSync(other, fence));
  CHECK(other.read_as<uint32_t>(buffer, 0, 1)[0] == 4);
  succeed(muxGalliumReleaseFence(fence));
}

TEST_CASE(
    "S06 flush: commands of other contexts run after a plain flush, and not after an asynchronous "
    "one") {
  for (const bool ordered : {true, false}) {
    Context context;
    Context other;
    const Resource buffer(buffer_of(64));
    const Resource unrelated(buffer_of(64));
    Blockade blockade(context);
    fill(context, buffer, 5);
    succeed(muxGalliumFlush(context, ordered ? 0 : mux_gallium_flush_async, nullptr));
    fill(other, unrelated, 6);
    mux_gallium_fence_t fence = flush(other, 0);
    CHECK(finish(other, fence, ordered ? short_time : long_time) == !ordered);
    blockade.release();
    CHECK(finish(other, fence, long_time));
    succeed(muxGalliumReleaseFence(fence));
  }
}

TEST_CASE("S06, S01 flush: a fence of a context without commands follows other flushes") {
  Context context;
  Context other;
  const Resource buffer(buffer_of(64));
  Blockade blockade(context);
  fill(context, buffer, 5);
  succeed(muxGalliumFlush(context, 0, nullptr));
  mux_gallium_fence_t fence = flush(other, 0);
  CHECK_FALSE(finish(other, fence, short_time));
  blockade.release();
  CHECK(finish(other, fence, long_time));
  succeed(muxGalliumReleaseFence(fence));
}

TEST_CASE(
    "S09, S10, S11, S12, S13 flush: fine-grained fences need a deferred flush, one at a time") {
  Context context;
  const Resource buffer(buffer_of(64));
  fill(context, buffer, 7);
  for (const uint32_t flag : {mux_gallium_flush_top_of_pipe, mux_gallium_flush_bottom_of_pipe}) {
    mux_gallium_fence_t none = nullptr;
    refuse(muxGalliumFlush(context, flag, &none), mux_error_invalid_value, "deferred");
    mux_gallium_fence_t fence = flush(context, mux_gallium_flush_deferred | flag);
    CHECK(finish(context, fence, long_time));
    succeed(muxGalliumReleaseFence(fence));
  }
  refuse(muxGalliumFlush(context,
                         mux_gallium_flush_deferred | mux_gallium_flush_top_of_pipe |
                             mux_gallium_flush_bottom_of_pipe,
                         nullptr),
         mux_error_invalid_value, "exclude");
  refuse(muxGalliumFlush(context, 1U << 9U, nullptr), mux_error_invalid_value, "unknown");
}

TEST_CASE(
    "S14, S15 flush_resource: its writes are submitted, and uses inside the screen do not need "
    "it") {
  Context context;
  std::vector<uint32_t> memory(16, 0);
  const mux_gallium_resource_template_t description = buffer_of(64);
  mux_gallium_resource_t buffer = nullptr;
  succeed(muxGalliumCreateResourceFromMemory(screen(), &description, memory.data(), 64, &buffer));
  const Resource copy(buffer_of(64));
  fill(context, buffer, 9);
  const Box all = bytes(0, 64);
  succeed(muxGalliumResourceCopyRegion(context, copy, 0, 0, 0, 0, buffer, 0, &all));
  CHECK(context.read_as<uint32_t>(copy, 0, 1)[0] == 9);
  fill(context, buffer, 10);
  succeed(muxGalliumFlushResource(context, buffer));
  uint32_t references = 1;
  while (references != 0) {
    std::this_thread::yield();
    succeed(muxGalliumIsResourceReferenced(context, buffer, &references));
  }
  CHECK(memory == std::vector<uint32_t>(16, 10));
  refuse(muxGalliumFlushResource(context, nullptr), mux_error_invalid_value, "NULL");
  succeed(muxGalliumReleaseResource(buffer));
}

TEST_CASE("S29 is_resource_referenced: pending commands that read or write, without waiting") {
  Context context;
  Context other;
  const Resource from(buffer_of(64));
  const Resource to(buffer_of(64));
  const auto references = [](mux_gallium_context_t on, mux_gallium_resource_t of) {
    uint32_t got = 99;
    succeed(muxGalliumIsResourceReferenced(on, of, &got));
    return got;
  };
  fill(context, from, 1);
  context.finish();
  CHECK(references(context, from) == 0);
  Blockade blockade(context);
  const Box all = bytes(0, 64);
  succeed(muxGalliumResourceCopyRegion(context, to, 0, 0, 0, 0, from, 0, &all));
  CHECK(references(context, from) == mux_gallium_referenced_for_read);
  CHECK(references(context, to) == mux_gallium_referenced_for_write);
  succeed(muxGalliumFlush(context, 0, nullptr));
  CHECK(references(other, to) == mux_gallium_referenced_for_write);
  blockade.release();
  context.finish();
  CHECK(references(context, from) == 0);
  CHECK(references(other, to) == 0);
}

}  // namespace gallium_test::flush

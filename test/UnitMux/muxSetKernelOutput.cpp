#include <mux/extensions.h>

#include <algorithm>
#include <bit>
#include <catch2/catch.hpp>
#include <set>

#include "fixtures.h"
#include "printed_text.h"

namespace mux::test::mux_set_kernel_output {

namespace {

constexpr EntryPoint entry_point("muxSetKernelOutput");

class KernelOutputFixture : public KernelFixture {
 public:
  ReceivedTexts received;
  mux_kernel_t kernel = build(
      "kernel void k(int by) { printf(\"%d and %s\\n\", (int)get_global_id(0) + by, \"text\"); }",
      "k");

  mux_command_buffer_t make_command_buffer(mux_callback_info_t callback) {
    mux_command_buffer_t made = nullptr;
    REQUIRE(muxCreateCommandBuffer(device, callback, allocator, &made) == mux_success);
    at_end([=, this] { muxDestroyCommandBuffer(device, made, allocator); });
    return made;
  }
  void record_kernel(mux_command_buffer_t target, int by, const Range &range) {
    Arguments arguments;
    arguments.value(by);
    REQUIRE(record(target, kernel, arguments, range) == mux_success);
  }
};

}  // namespace

TEST_CASE_METHOD(KernelOutputFixture,
                 "muxSetKernelOutput: an invalid command buffer is mux_error_invalid_value",
                 "[muxSetKernelOutput]") {
  const InvalidObjects<mux_command_buffer_t> invalid(command_buffer->id);
  for (mux_command_buffer_t object : invalid) {
    entry_point.fails(mux_error_invalid_value,
                      muxSetKernelOutput(object, mux_kernel_output_stdout));
  }
}

TEST_CASE_METHOD(KernelOutputFixture,
                 "muxSetKernelOutput: an unknown output is mux_error_invalid_value",
                 "[muxSetKernelOutput]") {
  mux_command_buffer_t target = make_command_buffer(received.info());
  REQUIRE(muxSetKernelOutput(target, mux_kernel_output_callback) == mux_success);
  for (const uint32_t value : {2U, 3U, 0x7fffffffU, 0xffffffffU}) {
    // An enumerator that does not exist, as a C program can pass.
    const auto output = std::bit_cast<mux_kernel_output_e>(value);
    entry_point.fails(mux_error_invalid_value, muxSetKernelOutput(target, output));
  }
  record_kernel(target, 1, Range::linear(1, 1));
  REQUIRE(run(target) == mux_success);
  CHECK(received.joined() == "1 and text\n");
}

TEST_CASE_METHOD(KernelOutputFixture,
                 "muxSetKernelOutput: a command buffer without a callback prints to stdout only",
                 "[muxSetKernelOutput]") {
  mux_command_buffer_t target = make_command_buffer(nullptr);
  entry_point.fails(mux_error_invalid_value,
                    muxSetKernelOutput(target, mux_kernel_output_callback));
  CHECK(muxSetKernelOutput(target, mux_kernel_output_stdout) == mux_success);
  record_kernel(target, 7, Range::linear(1, 1));
  CapturedOutput output;
  const mux_result_t result = run(target);
  const std::string text = output.stop();
  CHECK(result == mux_success);
  CHECK(text == "7 and text\n");
}

TEST_CASE_METHOD(KernelOutputFixture,
                 "muxSetKernelOutput: a finalized command buffer is mux_error_invalid_value",
                 "[muxSetKernelOutput]") {
  mux_command_buffer_t target = make_command_buffer(received.info());
  REQUIRE(muxSetKernelOutput(target, mux_kernel_output_callback) == mux_success);
  record_kernel(target, 3, Range::linear(2, 2));
  REQUIRE(muxFinalizeCommandBuffer(target) == mux_success);
  entry_point.fails(mux_error_invalid_value, muxSetKernelOutput(target, mux_kernel_output_stdout));
  REQUIRE(dispatch_and_wait(target) == mux_success);
  CHECK(received.texts() == std::vector<std::string>{"3 and text\n", "4 and text\n"});
}

TEST_CASE_METHOD(KernelOutputFixture,
                 "muxSetKernelOutput: the standard output is flushed before the fence is signaled",
                 "[muxSetKernelOutput]") {
  mux_command_buffer_t target = make_command_buffer(received.info());
  record_kernel(target, 0, Range::linear(100, 10));
  std::string early;
  CapturedOutput output;
  const mux_result_t result = run(target);
  early = output.text();
  output.stop();
  CHECK(result == mux_success);
  CHECK(std::count(early.begin(), early.end(), '\n') == 100);
  CHECK(received.texts().empty());
}

TEST_CASE_METHOD(KernelOutputFixture,
                 "muxSetKernelOutput: before the kernel or after it, for the whole command buffer",
                 "[muxSetKernelOutput]") {
  mux_command_buffer_t target = make_command_buffer(received.info());
  record_kernel(target, 10, Range::linear(1, 1));
  REQUIRE(muxSetKernelOutput(target, mux_kernel_output_callback) == mux_success);
  record_kernel(target, 20, Range::linear(1, 1));
  REQUIRE(run(target) == mux_success);
  CHECK(received.joined() == "10 and text\n20 and text\n");
  CHECK_FALSE(received.damaged());
  CHECK(received.errors().empty());
}

TEST_CASE_METHOD(KernelOutputFixture, "muxSetKernelOutput: a reset restores standard output",
                 "[muxSetKernelOutput]") {
  mux_command_buffer_t target = make_command_buffer(received.info());
  REQUIRE(muxSetKernelOutput(target, mux_kernel_output_callback) == mux_success);
  record_kernel(target, 1, Range::linear(1, 1));
  REQUIRE(run(target) == mux_success);
  REQUIRE(muxResetCommandBuffer(target) == mux_success);
  record_kernel(target, 2, Range::linear(1, 1));
  CapturedOutput output;
  const mux_result_t result = run(target);
  const std::string text = output.stop();
  CHECK(result == mux_success);
  CHECK(text == "2 and text\n");
  CHECK(received.joined() == "1 and text\n");
}

TEST_CASE_METHOD(KernelOutputFixture, "muxSetKernelOutput: a clone has the output of its original",
                 "[muxSetKernelOutput]") {
  if (!device->info->can_clone_command_buffers) {
    return;
  }
  mux_command_buffer_t target = make_command_buffer(received.info());
  REQUIRE(muxSetKernelOutput(target, mux_kernel_output_callback) == mux_success);
  record_kernel(target, 1, Range::linear(1, 1));
  REQUIRE(muxFinalizeCommandBuffer(target) == mux_success);
  mux_command_buffer_t clone = nullptr;
  REQUIRE(muxCloneCommandBuffer(device, allocator, target, &clone) == mux_success);
  at_end([=, this] { muxDestroyCommandBuffer(device, clone, allocator); });
  REQUIRE(dispatch_and_wait(clone) == mux_success);
  CHECK(received.joined() == "1 and text\n");
}

TEST_CASE_METHOD(KernelOutputFixture,
                 "muxSetKernelOutput: texts come one at a time, all before the fence, and never on "
                 "the thread that waits",
                 "[muxSetKernelOutput][scheduling]") {
  constexpr int count = 3000;
  mux_command_buffer_t target = make_command_buffer(received.info());
  REQUIRE(muxSetKernelOutput(target, mux_kernel_output_callback) == mux_success);
  record_kernel(target, 0, Range::linear(count, 5));
  REQUIRE(muxFinalizeCommandBuffer(target) == mux_success);
  for (int round = 1; round <= 3; ++round) {
    REQUIRE(dispatch_and_wait(target) == mux_success);
    CHECK(received.texts().size() == static_cast<size_t>(round * count));
  }
  CHECK_FALSE(received.overlapped());
  CHECK_FALSE(received.damaged());
  const std::vector<std::string> texts = received.texts();
  std::multiset<std::string> expected;
  for (int i = 0; i < 3 * count; ++i) {
    expected.insert(std::to_string(i % count) + " and text\n");
  }
  CHECK(std::multiset<std::string>(texts.begin(), texts.end()) == expected);
  const std::vector<std::thread::id> threads = received.threads();
  CHECK(std::count(threads.begin(), threads.end(), std::this_thread::get_id()) == 0);
}

TEST_CASE_METHOD(KernelOutputFixture,
                 "muxSetKernelOutput: a callback may make calls that do not wait for commands",
                 "[muxSetKernelOutput][scheduling]") {
  struct Context {
    KernelOutputFixture *fixture;
    mux_fence_t fence;
    mux_command_buffer_t other;
    std::atomic<int> refused{0};
    std::atomic<int> failed{0};
  };
  mux_command_buffer_t target = make_command_buffer(received.info());
  REQUIRE(muxSetKernelOutput(target, mux_kernel_output_callback) == mux_success);
  record_kernel(target, 0, Range::linear(20, 1));
  mux_command_buffer_t other = KernelFixture::make_command_buffer();
  record_mark(other);
  REQUIRE(muxFinalizeCommandBuffer(target) == mux_success);
  REQUIRE(muxFinalizeCommandBuffer(other) == mux_success);
  Context context{this, make_fence(), other};
  received.user_data = &context;
  received.on_text = [](void *user_data) {
    auto &in = *static_cast<Context *>(user_data);
    // Waiting for the printing command buffer is rejected, without a deadlock.
    in.refused += muxTryWait(in.fixture->queue, UINT64_MAX, in.fence) == mux_error_failure;
    in.failed += muxDispatch(in.fixture->queue, in.other, nullptr, nullptr, 0, nullptr, 0, nullptr,
                             nullptr) != mux_success;
  };
  REQUIRE(muxDispatch(queue, target, context.fence, nullptr, 0, nullptr, 0, nullptr, nullptr) ==
          mux_success);
  REQUIRE(muxTryWait(queue, UINT64_MAX, context.fence) == mux_success);
  REQUIRE(muxWaitAll(queue) == mux_success);
  CHECK(context.refused == 20);
  CHECK(context.failed == 0);
  CHECK(marks_seen == 20);
}

}  // namespace mux::test::mux_set_kernel_output

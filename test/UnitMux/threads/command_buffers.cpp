// Concurrent use of command buffers.

#include <algorithm>
#include <atomic>
#include <catch2/catch.hpp>

#include "object_checks.h"
#include "threads/program.h"

namespace mux::test::command_buffers {

namespace {

mux_result_t create(mux_device_t device, mux_allocator_info_t allocator,
                    mux_command_buffer_t *out) {
  return muxCreateCommandBuffer(device, no_callback(), allocator, out);
}

/// Finalized command buffers that each increment the numbers of their own buffer.
class IncrementFixture : public KernelFixture {
 public:
  static constexpr size_t items = 64;

  IncrementFixture() {
    for (unsigned i = 0; i < thread_count; ++i) {
      buffers.push_back(make_buffer(items * sizeof(int)));
      targets.push_back(make_increment(buffers.back()));
    }
  }

  mux_command_buffer_t make_increment(const TestBuffer &buffer) {
    mux_command_buffer_t made = make_command_buffer();
    REQUIRE(record(made, kernel, Arguments().buffer(buffer), Range::linear(items, 16)) ==
            mux_success);
    REQUIRE(muxFinalizeCommandBuffer(made) == mux_success);
    return made;
  }

  /// Updates the kernel of a command buffer to another buffer.
  static mux_result_t redirect(mux_command_buffer_t target, const TestBuffer &buffer) {
    Arguments arguments;
    arguments.buffer(buffer);
    uint64_t index = 0;
    return muxUpdateDescriptors(target, 0, 1, &index, arguments.descriptors.data());
  }

  static bool all_are(const TestBuffer &buffer, int value) {
    const std::span<int> values = buffer.as<int>();
    return std::count(values.begin(), values.end(), value) == items;
  }

  mux_kernel_t kernel = make_kernel(load(thread_program()), "increment");
  std::vector<TestBuffer> buffers;
  std::vector<mux_command_buffer_t> targets;
};

}  // namespace

TEST_CASE_METHOD(DeviceFixture,
                 "muxCreateCommandBuffer.vu01: eight threads create command buffers at once",
                 "[muxCreateCommandBuffer][threads]") {
  check_threads<mux_command_buffer_t>(*this, create, muxDestroyCommandBuffer);
}

TEST_CASE_METHOD(CommandBufferFixture,
                 "muxDestroyCommandBuffer.vu01: eight threads destroy command buffers at once",
                 "[muxDestroyCommandBuffer][threads]") {
  // Some are new, some finalized, and some run while they are destroyed.
  const int64_t live = counter.live();
  std::vector<mux_command_buffer_t> made(size_t{thread_count} * 30);
  int dispatched = 0;
  for (size_t i = 0; i < made.size(); ++i) {
    REQUIRE(create(device, allocator, &made[i]) == mux_success);
    record_mark(made[i]);
    if (i % 3 != 0) {
      REQUIRE(muxFinalizeCommandBuffer(made[i]) == mux_success);
    }
    if (i % 3 == 2) {
      REQUIRE(muxDispatch(queue, made[i], nullptr, nullptr, 0, nullptr, 0, nullptr, nullptr) ==
              mux_success);
      ++dispatched;
    }
  }
  CHECK(counter.live() > live);
  destroy_in_threads(
      made, [&](mux_command_buffer_t each) { muxDestroyCommandBuffer(device, each, allocator); });
  CHECK(marks_seen == dispatched);
  CHECK(counter.misuses() == 0);
}

TEST_CASE_METHOD(CommandBufferFixture,
                 "muxFinalizeCommandBuffer.vu01: distinct command buffers on eight threads",
                 "[muxFinalizeCommandBuffer][threads]") {
  std::vector<mux_command_buffer_t> command_buffers;
  for (unsigned i = 0; i < thread_count; ++i) {
    command_buffers.push_back(make_command_buffer());
    for (int j = 0; j < 100; ++j) {
      record_mark(command_buffers.back());
    }
  }
  const auto results = run_in_threads(
      [&](unsigned thread) { return muxFinalizeCommandBuffer(command_buffers[thread]); });
  CHECK(all_zero(results));
  for (mux_command_buffer_t each : command_buffers) {
    CHECK(dispatch_and_wait(each) == mux_success);
  }
  CHECK(marks_seen == 100 * static_cast<int>(thread_count));
}

TEST_CASE_METHOD(CommandBufferFixture,
                 "muxResetCommandBuffer.vu01: distinct command buffers on eight threads",
                 "[muxResetCommandBuffer][threads]") {
  std::vector<mux_command_buffer_t> command_buffers;
  for (unsigned i = 0; i < thread_count; ++i) {
    command_buffers.push_back(make_command_buffer());
    record_mark(command_buffers.back());
  }
  CHECK(all_zero(run_in_threads(
      [&](unsigned thread) { return muxResetCommandBuffer(command_buffers[thread]); })));
  for (mux_command_buffer_t each : command_buffers) {
    CHECK(run(each) == mux_success);
  }
  CHECK(marks_seen == 0);
}

TEST_CASE_METHOD(CommandBufferFixture,
                 "muxResetCommandBuffer.vu01: eight threads reset one command buffer at once, "
                 "recorded, finalized or in flight",
                 "[muxResetCommandBuffer][threads]") {
  const TestBuffer buffer = make_buffer(256);
  const uint32_t pattern = 7;
  int expected = 0;
  for (int round = 0; round < 200; ++round) {
    for (int i = 0; i < 20; ++i) {
      mux_sync_point_t sync_point = nullptr;
      REQUIRE(muxCommandFillBuffer(command_buffer, buffer.buffer, 0, 256, &pattern, 4, 0, nullptr,
                                   &sync_point) == mux_success);
    }
    record_mark(command_buffer);
    if (round % 3 != 0) {
      REQUIRE(muxFinalizeCommandBuffer(command_buffer) == mux_success);
    }
    if (round % 3 == 1) {
      REQUIRE(muxDispatch(queue, command_buffer, nullptr, nullptr, 0, nullptr, 0, nullptr,
                          nullptr) == mux_success);
      ++expected;
    }
    CHECK(
        all_zero(run_in_threads([&](unsigned) { return muxResetCommandBuffer(command_buffer); })));
    CHECK(marks_seen == expected);
  }
  // Earlier commands were removed.
  record_mark(command_buffer);
  REQUIRE(run(command_buffer) == mux_success);
  CHECK(marks_seen == expected + 1);
}

TEST_CASE_METHOD(IncrementFixture,
                 "muxCloneCommandBuffer.vu01: distinct command buffers, and one, on eight threads",
                 "[muxCloneCommandBuffer][threads]") {
  const auto clone_and_run = [&](mux_command_buffer_t original) {
    int failed = 0;
    for (int i = 0; i < 50; ++i) {
      mux_command_buffer_t clone = nullptr;
      if (muxCloneCommandBuffer(device, allocator, original, &clone) != mux_success) {
        ++failed;
        continue;
      }
      failed += dispatch_and_wait(clone) != mux_success;
      muxDestroyCommandBuffer(device, clone, allocator);
    }
    return failed;
  };
  CHECK(all_zero(run_in_threads([&](unsigned thread) { return clone_and_run(targets[thread]); })));
  for (const TestBuffer &buffer : buffers) {
    CHECK(all_are(buffer, 50));
  }
  record_mark(command_buffer);
  REQUIRE(muxFinalizeCommandBuffer(command_buffer) == mux_success);
  CHECK(all_zero(run_in_threads([&](unsigned) { return clone_and_run(command_buffer); })));
  CHECK(marks_seen == 50 * static_cast<int>(thread_count));
}

TEST_CASE_METHOD(IncrementFixture,
                 "muxUpdateDescriptors.vu01: distinct command buffers on eight threads",
                 "[muxUpdateDescriptors][threads]") {
  // Each alternates between two buffers before every dispatch.
  std::vector<TestBuffer> others;
  for (unsigned i = 0; i < thread_count; ++i) {
    others.push_back(make_buffer(items * sizeof(int)));
  }
  const auto failures = run_in_threads([&](unsigned thread) {
    int failed = 0;
    for (int i = 0; i < 100; ++i) {
      const TestBuffer &next = i % 2 == 0 ? others[thread] : buffers[thread];
      failed += redirect(targets[thread], next) != mux_success;
      failed += dispatch_and_wait(targets[thread]) != mux_success;
    }
    return failed;
  });
  CHECK(all_zero(failures));
  for (unsigned i = 0; i < thread_count; ++i) {
    CHECK(all_are(buffers[i], 50));
    CHECK(all_are(others[i], 50));
  }
}

TEST_CASE_METHOD(IncrementFixture,
                 "muxUpdateDescriptors: one command buffer updated, dispatched and cloned by eight "
                 "threads at once counts in the buffers that it was updated to",
                 "[muxUpdateDescriptors][threads]") {
  mux_kernel_t count = make_kernel(load(thread_program()), "count");
  std::vector<TestBuffer> totals;
  for (unsigned i = 0; i < thread_count; ++i) {
    totals.push_back(make_buffer(sizeof(uint64_t)));
  }
  mux_command_buffer_t shared = make_command_buffer();
  REQUIRE(record(shared, count, Arguments().buffer(totals[0]), Range::linear(items, 16)) ==
          mux_success);
  REQUIRE(muxFinalizeCommandBuffer(shared) == mux_success);
  constexpr int rounds = 50;
  const auto failures = run_in_threads([&](unsigned thread) {
    int failed = 0;
    for (int i = 0; i < rounds; ++i) {
      failed += redirect(shared, totals[thread]) != mux_success;
      failed += dispatch_and_wait(shared) != mux_success;
      mux_command_buffer_t clone = nullptr;
      if (muxCloneCommandBuffer(device, allocator, shared, &clone) == mux_success) {
        failed += dispatch_and_wait(clone) != mux_success;
        muxDestroyCommandBuffer(device, clone, allocator);
      } else {
        ++failed;
      }
    }
    return failed;
  });
  CHECK(all_zero(failures));
  uint64_t counted = 0;
  for (const TestBuffer &total : totals) {
    counted += total.as<uint64_t>()[0];
  }
  CHECK(counted == 2 * rounds * thread_count * items);
}

}  // namespace mux::test::command_buffers

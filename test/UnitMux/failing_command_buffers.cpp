// Failing allocations of entry points that finalize, clone, update or dispatch command buffers.

#include <mux/extensions.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "failing_allocations.h"

namespace mux::test::failing_command_buffers {

using namespace failing_allocations;

namespace {

/// A command buffer with commands of many kinds, not finalized.
class FailingCommandBufferFixture : public FailingCommandsFixture {
 public:
  FailingCommandBufferFixture() {
    const uint32_t pattern = 7;
    arguments.buffer(told).value(7).local(local_items * sizeof(int)).null_buffer();
    record_mark(command_buffer);
    REQUIRE(record_telling(command_buffer, arguments) == mux_success);
    REQUIRE(muxCommandFillBuffer(command_buffer, buffer.buffer, 0, 256, &pattern, 4, 0, nullptr,
                                 nullptr) == mux_success);
    REQUIRE(muxCommandCopyBufferRegions(command_buffer, buffer.buffer, other.buffer, &region, 1, 0,
                                        nullptr, nullptr) == mux_success);
    REQUIRE(muxCommandReadBuffer(command_buffer, other.buffer, 0, host, 256, 0, nullptr, nullptr) ==
            mux_success);
  }

  /// Dispatches, and checks the effect of every command.
  void expect_effects(mux_command_buffer_t target, int value_told) {
    clear(told);
    clear(other);
    const int marks_before = marks_seen;
    REQUIRE(dispatch_and_wait(target) == mux_success);
    CHECK(marks_seen == marks_before + 1);
    CHECK(report(told) == Report{value_told, -1, 1, 0});
    CHECK(host[0] == 7);
    CHECK(host[64] == 0);
  }

  TestBuffer told = make_report();
  Arguments arguments;
};

}  // namespace

TEST_CASE_METHOD(FailingCommandBufferFixture, "failing allocations: muxFinalizeCommandBuffer",
                 "[failing_allocations][failing_command_buffers]") {
  // A device may keep scratch memory if finalization fails later.
  mux_command_buffer_t first = make_command_buffer();
  REQUIRE(record_telling(first, arguments) == mux_success);
  REQUIRE(muxFinalizeCommandBuffer(first) == mux_success);
  fails_each_allocation(counter, [&] {
    const mux_result_t result = muxFinalizeCommandBuffer(command_buffer);
    if (result != mux_success) {
      // Still recording, and cannot be dispatched.
      CHECK(muxDispatch(queue, command_buffer, nullptr, nullptr, 0, nullptr, 0, nullptr, nullptr) ==
            mux_error_invalid_value);
    }
    return result;
  });
  expect_effects(command_buffer, 7);
}

TEST_CASE_METHOD(FailingCommandBufferFixture,
                 "failing allocations: muxFinalizeCommandBuffer, with "
                 "the first scratch memory of the device",
                 "[failing_allocations][failing_command_buffers]") {
  fails_each_allocation(counter, [&] { return muxFinalizeCommandBuffer(command_buffer); }, 3);
  expect_effects(command_buffer, 7);
}

TEST_CASE_METHOD(FailingCommandBufferFixture, "failing allocations: muxCloneCommandBuffer",
                 "[failing_allocations][failing_command_buffers]") {
  REQUIRE(muxFinalizeCommandBuffer(command_buffer) == mux_success);
  mux_command_buffer_t clone = nullptr;
  fails_each_allocation(
      counter,
      [&] {
        const mux_result_t result =
            muxCloneCommandBuffer(device, allocator, command_buffer, &clone);
        CHECK((clone != nullptr) == (result == mux_success));
        return result;
      },
      4);
  expect_effects(clone, 7);
  expect_effects(command_buffer, 7);
  muxDestroyCommandBuffer(device, clone, allocator);
}

TEST_CASE_METHOD(FailingCommandBufferFixture, "failing allocations: muxUpdateDescriptors",
                 "[failing_allocations][failing_command_buffers]") {
  REQUIRE(muxFinalizeCommandBuffer(command_buffer) == mux_success);
  const auto update = [&](int number, size_t local) {
    Update change{{value, scratch}, {}};
    change.arguments.value(number).local(local);
    return change.apply(command_buffer, 1);
  };
  SECTION("while nothing is in flight, more scratch memory") {
    // The dispatches in between leave runs; how many depends on when workers return them.
    constexpr int64_t runs_of_dispatches = 30;
    fails_each_allocation(
        counter,
        [&] {
          const int64_t live = counter.live();
          const mux_result_t result = update(8, 100'000);
          if (result != mux_success) {
            // If a worker still holds the last run, there has to be a new plan as well; when only
            // that fails, the device keeps the scratch memory for the next time.
            CHECK(counter.live() <= live + device->info->compute_units + 1);
            counter.succeed();
            expect_effects(command_buffer, 7);
          }
          return result;
        },
        1, runs_of_dispatches);
  }
  SECTION("another buffer, which changes the dependences") {
    const TestBuffer pointee = make_pointee(9);
    Update change{{value, maybe}, {}};
    change.arguments.value(9).buffer(pointee);
    counter.fail_always();
    const mux_result_t result = change.apply(command_buffer, 1);
    counter.succeed();
    REQUIRE(result == mux_success);
    // The update needs no memory; the first dispatch after it does, and keeps a run.
    mux_fence_t fence = make_fence();
    fails_each_allocation(
        counter,
        [&] {
          return muxDispatch(queue, command_buffer, fence, nullptr, 0, nullptr, 0, nullptr,
                             nullptr);
        },
        3, 1);
    REQUIRE(muxWait(queue, fence) == mux_success);
    CHECK(report(told) == Report{9, 9, 1, 0});
    clear(told);
    REQUIRE(dispatch_and_wait(command_buffer) == mux_success);
    CHECK(report(told) == Report{9, 9, 1, 0});
    Update back{{value, maybe}, {}};
    back.arguments.value(8).null_buffer();
    REQUIRE(back.apply(command_buffer, 1) == mux_success);
  }
  SECTION("in flight, a new plan") {
    mux_semaphore_t start = make_semaphore();
    mux_fence_t fence = make_fence();
    REQUIRE(muxDispatch(queue, command_buffer, fence, &start, 1, nullptr, 0, nullptr, nullptr) ==
            mux_success);
    fails_each_allocation(counter, [&] { return update(8, 64); }, 2);
    mux_command_buffer_t starter = make_command_buffer();
    REQUIRE(muxFinalizeCommandBuffer(starter) == mux_success);
    clear(told);
    REQUIRE(muxDispatch(queue, starter, nullptr, nullptr, 0, &start, 1, nullptr, nullptr) ==
            mux_success);
    REQUIRE(muxWait(queue, fence) == mux_success);
    CHECK(report(told).value == 7);
  }
  expect_effects(command_buffer, 8);
}

TEST_CASE_METHOD(FailingCommandBufferFixture, "failing allocations: muxUpdateNDRanges",
                 "[failing_allocations][failing_command_buffers]") {
  REQUIRE(muxFinalizeCommandBuffer(command_buffer) == mux_success);
  Arguments changed;
  changed.buffer(told).value(8).local(64).null_buffer();
  const Range range = Range::linear(groups * local_items, local_items);
  mux_ndrange_update_t update = {1, kernel, {}};
  update.options = {changed.descriptors.data(),
                    changed.descriptors.size(),
                    {local_items, 1, 1},
                    range.offset,
                    range.global,
                    1};
  mux_semaphore_t start = make_semaphore();
  mux_fence_t fence = make_fence();
  REQUIRE(muxDispatch(queue, command_buffer, fence, &start, 1, nullptr, 0, nullptr, nullptr) ==
          mux_success);
  fails_each_allocation(counter, [&] { return muxUpdateNDRanges(command_buffer, 1, &update); }, 2);
  REQUIRE(muxSignalSemaphore(start, mux_success) == mux_success);
  REQUIRE(muxWait(queue, fence) == mux_success);
  CHECK(report(told).value == 7);
  expect_effects(command_buffer, 8);
}

TEST_CASE_METHOD(FailingCommandBufferFixture, "failing allocations: muxDispatch",
                 "[failing_allocations][failing_command_buffers]") {
  REQUIRE(muxFinalizeCommandBuffer(command_buffer) == mux_success);
  std::vector<mux_semaphore_t> wait;
  std::vector<mux_semaphore_t> signal;
  for (int i = 0; i < 40; ++i) {
    wait.push_back(make_semaphore());
    signal.push_back(make_semaphore());
  }
  mux_command_buffer_t starter = make_command_buffer();
  REQUIRE(muxFinalizeCommandBuffer(starter) == mux_success);
  REQUIRE(muxDispatch(queue, starter, nullptr, nullptr, 0, wait.data(),
                      static_cast<uint32_t>(wait.size()), nullptr, nullptr) == mux_success);
  mux_fence_t fence = make_fence();
  // A new command buffer for each attempt, because each keeps its resources for later dispatches.
  std::vector<mux_command_buffer_t> clones;
  for (int i = 0; i < 8; ++i) {
    clones.push_back(nullptr);
    REQUIRE(muxCloneCommandBuffer(device, allocator, command_buffer, &clones.back()) ==
            mux_success);
    at_end([clone = clones.back(), this] { muxDestroyCommandBuffer(device, clone, allocator); });
  }
  size_t next = 0;
  const FailingAllocations seen = for_each_failing_allocation(counter, [&] {
    return muxDispatch(queue, clones.at(next++), fence, wait.data(),
                       static_cast<uint32_t>(wait.size()), signal.data(),
                       static_cast<uint32_t>(signal.size()), nullptr, nullptr);
  });
  CHECK(seen.result == mux_success);
  // The run, the wait list and the signal list.
  CHECK(seen.attempts == 3);
  REQUIRE(muxWait(queue, fence) == mux_success);
  CHECK(marks_seen == 1);
  // The failed dispatches neither signaled nor waited: the semaphores can be used once.
  REQUIRE(muxResetFence(fence) == mux_success);
  REQUIRE(muxDispatch(queue, starter, fence, signal.data(), static_cast<uint32_t>(signal.size()),
                      nullptr, 0, nullptr, nullptr) == mux_success);
  REQUIRE(muxWait(queue, fence) == mux_success);
  for (mux_command_buffer_t clone : clones) {
    expect_effects(clone, 7);
  }
}

TEST_CASE_METHOD(FailingCommandBufferFixture,
                 "failing allocations: calls that need no memory succeed without any",
                 "[failing_allocations][failing_command_buffers]") {
  REQUIRE(muxFinalizeCommandBuffer(command_buffer) == mux_success);
  mux_buffer_t unbound = nullptr;
  REQUIRE(muxCreateBuffer(device, 64, allocator, &unbound) == mux_success);
  mux_memory_t memory = make_memory(64);
  mux_fence_t fence = make_fence();
  mux_semaphore_t semaphore = make_semaphore();
  mux_command_buffer_t reset = make_command_buffer();
  record_mark(reset);
  REQUIRE(muxDispatch(queue, command_buffer, fence, nullptr, 0, nullptr, 0, nullptr, nullptr) ==
          mux_success);
  REQUIRE(muxWait(queue, fence) == mux_success);

  counter.fail_always();
  const auto results = [&] {
    mux_queue_t got = nullptr;
    void *data = nullptr;
    return std::vector<mux_result_t>{
        muxGetQueue(device, mux_queue_type_compute, 0, &got),
        muxBindBufferMemory(device, memory, unbound, 0),
        muxMapMemory(device, memory, 0, 64, &data),
        muxFlushMappedMemoryToDevice(device, memory, 0, 64),
        muxFlushMappedMemoryFromDevice(device, memory, 0, 64),
        muxUnmapMemory(device, memory),
        muxFinalizeCommandBuffer(command_buffer),
        muxWait(queue, fence),
        muxTryWait(queue, 0, fence),
        muxWaitAll(queue),
        muxResetFence(fence),
        muxResetSemaphore(semaphore),
        muxResetCommandBuffer(reset),
        muxFinalizeCommandBuffer(command_buffer),
    };
  }();
  counter.succeed();
  for (const mux_result_t result : results) {
    CHECK(result == mux_success);
  }
  muxDestroyBuffer(device, unbound, allocator);
}

TEST_CASE_METHOD(KernelFixture,
                 "failing allocations: a kernel whose specialization fails runs its previous code",
                 "[failing_allocations][failing_command_buffers]") {
  const std::string binary = compile(R"(
kernel void sum(global int *out, int count) {
  int total = 0;
  for (int i = 0; i < count; ++i) {
    total += (int)get_local_size(0) * i;
  }
  out[get_global_id(0)] = total;
})");
  const TestBuffer out = make_buffer(64 * sizeof(int));
  // Dispatches the kernel of a new executable, with one allocation failing, and returns how many
  // allocations that took.
  const auto dispatch_often = [&](const char *specialize, int64_t successes) {
    setenv("MUX_SPECIALIZE", specialize, 1);
    mux_executable_t executable = nullptr;
    REQUIRE(muxCreateExecutable(device, binary.data(), binary.size(), allocator, &executable) ==
            mux_success);
    unsetenv("MUX_SPECIALIZE");
    mux_kernel_t kernel = nullptr;
    REQUIRE(muxCreateKernel(device, executable, "sum", 3, allocator, &kernel) == mux_success);
    mux_command_buffer_t commands = nullptr;
    REQUIRE(muxCreateCommandBuffer(device, nullptr, allocator, &commands) == mux_success);
    Arguments arguments;
    arguments.buffer(out).value(10);
    REQUIRE(record(commands, kernel, arguments, Range::linear(64, 16)) == mux_success);
    REQUIRE(muxFinalizeCommandBuffer(commands) == mux_success);
    const uint64_t total = counter.total();
    counter.fail_after(successes);
    // Code for the local size comes first, then for the value, then another strategy.
    for (int done = 0; done < 4;) {
      std::fill(out.bytes.begin(), out.bytes.end(), uint8_t{0});
      const mux_result_t result = dispatch_and_wait(commands);
      if (result == mux_success) {
        CHECK(std::count(out.as<int>().begin(), out.as<int>().end(), 16 * 45) == 64);
        ++done;
      } else {
        REQUIRE(result == mux_error_out_of_memory);
      }
    }
    counter.succeed();
    const uint64_t allocations = counter.total() - total;
    muxDestroyCommandBuffer(device, commands, allocator);
    muxDestroyKernel(device, kernel, allocator);
    muxDestroyExecutable(device, executable, allocator);
    return allocations;
  };
  constexpr int64_t all = INT64_MAX;
  // A dispatch needs memory if a thread still holds the previous run.
  uint64_t without = dispatch_often("0", all);
  for (int repeat = 0; repeat < 10; ++repeat) {
    without = std::min(without, dispatch_often("0", all));
  }
  const uint64_t with = dispatch_often("at-once", all);
  CHECK(with >= without + 2);
  const int64_t live = counter.live();
  const uint64_t failures = counter.failures();
  for (uint64_t successes = 0; successes < with; ++successes) {
    dispatch_often("at-once", static_cast<int64_t>(successes));
    CHECK(counter.live() == live);
  }
  // The number of allocations depends on when a comparison ends; the last ones may not happen.
  CHECK(counter.failures() - failures >= without + 2);
}

}  // namespace mux::test::failing_command_buffers

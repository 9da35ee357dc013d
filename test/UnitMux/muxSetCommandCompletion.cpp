#include <mux/extensions.h>

#include <atomic>
#include <catch2/catch.hpp>
#include <deque>
#include <functional>
#include <string>
#include <thread>
#include <vector>

#include "command_buffer_fixture.h"
#include "object_checks.h"
#include "told_commands.h"

namespace mux::test::mux_set_command_completion {

namespace {

constexpr EntryPoint entry_point("muxSetCommandCompletion");

class CommandCompletionFixture : public KernelFixture {
 public:
  CommandCompletionFixture() {
    REQUIRE(muxCreateBuiltInKernel(device, "mux_copy", 8, allocator, &copy) == mux_success);
    at_end([this] { muxDestroyKernel(device, copy, allocator); });
  }

  void fill(mux_command_buffer_t target, const TestBuffer &buffer) {
    const uint8_t pattern = 1;
    REQUIRE(muxCommandFillBuffer(target, buffer.buffer, 0, buffer.bytes.size(), &pattern, 1, 0,
                                 nullptr, nullptr) == mux_success);
  }
  /// Records a kernel that copies a buffer; with a null buffer it fails.
  void record_copy(mux_command_buffer_t target, const TestBuffer *source,
                   const TestBuffer &destination, size_t groups = 1) {
    Arguments arguments;
    if (source != nullptr) {
      arguments.buffer(*source);
    } else {
      arguments.null_buffer();
    }
    arguments.buffer(destination).value(uint64_t{destination.bytes.size()});
    REQUIRE(record(target, copy, arguments, Range::linear(groups, 1)) == mux_success);
  }
  /// Sets completions of the first commands of a command buffer.
  void follow(mux_command_buffer_t target, mux_command_id_t count) {
    for (mux_command_id_t command = 0; command < count; ++command) {
      told.emplace_back();
      REQUIRE(told.back().follow(target, command) == mux_success);
    }
  }
  /// Whether each completion was called `calls` times, the last time with this status.
  bool all_told(size_t calls, mux_result_t status) const {
    return std::all_of(told.begin(), told.end(), [&](const ToldCommand &command) {
      return command.calls() == calls && command.last().status == status;
    });
  }
  mux_result_t dispatch(mux_command_buffer_t target, mux_fence_t fence,
                        mux_semaphore_t *wait = nullptr) {
    return muxDispatch(queue, target, fence, wait, wait == nullptr ? 0 : 1, nullptr, 0, nullptr,
                       nullptr);
  }

  mux_kernel_t copy = nullptr;
  std::deque<ToldCommand> told;
  TestBuffer buffer = make_buffer(64);
  TestBuffer other = make_buffer(64);
};

}  // namespace

TEST_CASE_METHOD(CommandCompletionFixture,
                 "muxSetCommandCompletion: null, wrong-type and foreign command buffers are "
                 "mux_error_invalid_value",
                 "[muxSetCommandCompletion]") {
  ToldCommand nobody;
  for (mux_command_buffer_t invalid : InvalidObjects<mux_command_buffer_t>(device->id)) {
    entry_point.fails(mux_error_invalid_value, nobody.follow(invalid, 0));
  }
  CHECK(nobody.calls() == 0);
}

TEST_CASE_METHOD(CommandCompletionFixture,
                 "muxSetCommandCompletion: a finalized command buffer is mux_error_invalid_value, "
                 "and keeps its completions",
                 "[muxSetCommandCompletion]") {
  fill(command_buffer, buffer);
  follow(command_buffer, 1);
  REQUIRE(muxFinalizeCommandBuffer(command_buffer) == mux_success);
  ToldCommand late;
  entry_point.fails_because("finalized", mux_error_invalid_value, late.follow(command_buffer, 0));
  entry_point.fails(mux_error_invalid_value,
                    muxSetCommandCompletion(command_buffer, 0, nullptr, nullptr));
  REQUIRE(dispatch_and_wait(command_buffer) == mux_success);
  CHECK(all_told(1, mux_success));
  CHECK(late.calls() == 0);
}

TEST_CASE_METHOD(CommandCompletionFixture,
                 "muxSetCommandCompletion: an unknown command is mux_error_invalid_value",
                 "[muxSetCommandCompletion]") {
  ToldCommand first;
  entry_point.fails(mux_error_invalid_value, first.follow(command_buffer, 0));
  fill(command_buffer, buffer);
  REQUIRE(first.follow(command_buffer, 0) == mux_success);
  ToldCommand nobody;
  for (const mux_command_id_t missing : {1U, 2U, 0x80000000U, UINT32_MAX}) {
    entry_point.fails_because("has 1 commands", mux_error_invalid_value,
                              nobody.follow(command_buffer, missing));
  }
  REQUIRE(run(command_buffer) == mux_success);
  CHECK(first.calls() == 1);
  CHECK(nobody.calls() == 0);
}

TEST_CASE_METHOD(CommandCompletionFixture,
                 "muxSetCommandCompletion: without memory it is mux_error_out_of_memory, and keeps "
                 "the previous completion",
                 "[muxSetCommandCompletion]") {
  fill(command_buffer, buffer);
  std::deque<ToldCommand> candidates;
  mux_result_t result = mux_success;
  // The first commands need no memory.
  counter.fail_always();
  while (result == mux_success && candidates.size() < 100'000) {
    result = candidates.emplace_back().follow(command_buffer, 0);
  }
  counter.succeed();
  entry_point.fails(mux_error_out_of_memory, result);
  REQUIRE(candidates.size() > 1);
  REQUIRE(run(command_buffer) == mux_success);
  for (size_t i = 0; i < candidates.size(); ++i) {
    CHECK(candidates[i].calls() == (i + 2 == candidates.size() ? 1 : 0));
  }
}

TEST_CASE_METHOD(CommandCompletionFixture,
                 "muxSetCommandCompletion: the function can be replaced and removed",
                 "[muxSetCommandCompletion]") {
  fill(command_buffer, buffer);
  fill(command_buffer, other);
  follow(command_buffer, 2);
  ToldCommand replaces;
  REQUIRE(replaces.follow(command_buffer, 0) == mux_success);
  REQUIRE(muxSetCommandCompletion(command_buffer, 1, nullptr, &replaces) == mux_success);
  REQUIRE(run(command_buffer) == mux_success);
  CHECK(all_told(0, mux_error_internal));
  CHECK(replaces.calls() == 1);
}

TEST_CASE_METHOD(CommandCompletionFixture, "muxSetCommandCompletion: the user's data may be null",
                 "[muxSetCommandCompletion]") {
  static std::atomic<int> calls;
  calls = 0;
  fill(command_buffer, buffer);
  REQUIRE(muxSetCommandCompletion(
              command_buffer, 0,
              [](const mux_command_completion_t *, void *user_data) {
                calls += user_data == nullptr ? 1 : 1000;
              },
              nullptr) == mux_success);
  REQUIRE(run(command_buffer) == mux_success);
  CHECK(calls == 1);
}

TEST_CASE_METHOD(CommandCompletionFixture,
                 "muxSetCommandCompletion: is called once in each dispatch for every kind of "
                 "command, with its times",
                 "[muxSetCommandCompletion][scheduling]") {
  const TestBuffer large = make_buffer(size_t{4} << 20);
  const TestBuffer large_copy = make_buffer(large.bytes.size());
  uint32_t host = 3;
  mux_query_pool_t pool = nullptr;
  REQUIRE(muxCreateQueryPool(queue, mux_query_type_duration, 1, nullptr, allocator, &pool) ==
          mux_success);
  at_end([=, this] { muxDestroyQueryPool(queue, pool, allocator); });
  REQUIRE(muxCommandBeginQuery(command_buffer, pool, 0, 1, 0, nullptr, nullptr) == mux_success);
  fill(command_buffer, large);
  REQUIRE(muxCommandCopyBuffer(command_buffer, large.buffer, 0, large_copy.buffer, 0,
                               large.bytes.size(), 0, nullptr, nullptr) == mux_success);
  REQUIRE(muxCommandWriteBuffer(command_buffer, buffer.buffer, 0, &host, 4, 0, nullptr, nullptr) ==
          mux_success);
  // Many tiles, one tile, no work-group.
  record_copy(command_buffer, &large, large_copy, 10'000);
  record_copy(command_buffer, &buffer, other);
  record_copy(command_buffer, &buffer, other, 0);
  record_mark(command_buffer);
  REQUIRE(muxCommandBarrier(command_buffer, 0, nullptr, nullptr) == mux_success);
  REQUIRE(muxCommandCopyMemory(command_buffer, &host, buffer.bytes.data(), 4, 0, nullptr,
                               nullptr) == mux_success);
  REQUIRE(muxCommandFillMemory(command_buffer, other.bytes.data(), 4, &host, 4, 0, nullptr,
                               nullptr) == mux_success);
  REQUIRE(muxCommandEndQuery(command_buffer, pool, 0, 1, 0, nullptr, nullptr) == mux_success);
  REQUIRE(muxCommandResetQueryPool(command_buffer, pool, 0, 1, 0, nullptr, nullptr) == mux_success);
  constexpr mux_command_id_t commands = 13;
  follow(command_buffer, commands);
  ToldCommand nobody;
  entry_point.fails(mux_error_invalid_value, nobody.follow(command_buffer, commands));
  REQUIRE(muxFinalizeCommandBuffer(command_buffer) == mux_success);
  for (size_t dispatch = 1; dispatch <= 20; ++dispatch) {
    const uint64_t before = told_clock();
    REQUIRE(dispatch_and_wait(command_buffer) == mux_success);
    const uint64_t after = told_clock();
    CHECK(all_told(dispatch, mux_success));
    for (const ToldCommand &command : told) {
      const mux_command_completion_t last = command.last();
      CHECK((before <= last.start_time && last.start_time <= last.end_time &&
             last.end_time <= after));
    }
  }
}

TEST_CASE_METHOD(CommandCompletionFixture,
                 "muxSetCommandCompletion: is called only for commands that have one",
                 "[muxSetCommandCompletion]") {
  for (int i = 0; i < 4; ++i) {
    fill(command_buffer, i % 2 == 0 ? buffer : other);
  }
  ToldCommand one;
  ToldCommand two;
  REQUIRE(one.follow(command_buffer, 1) == mux_success);
  // One function for two commands.
  REQUIRE(two.follow(command_buffer, 2) == mux_success);
  REQUIRE(two.follow(command_buffer, 3) == mux_success);
  REQUIRE(run(command_buffer) == mux_success);
  CHECK(one.calls() == 1);
  CHECK(two.calls() == 2);
}

TEST_CASE_METHOD(
    CommandCompletionFixture,
    "muxSetCommandCompletion: after the command's effects, before its dependents start",
    "[muxSetCommandCompletion][scheduling]") {
  // Each link is a large fill and a large copy of it, in many tiles. Between them the completion
  // checks the filled memory and changes it.
  constexpr uint8_t links = 20;
  const TestBuffer source = make_buffer(size_t{3} << 20);
  const TestBuffer destination = make_buffer(source.bytes.size());
  std::deque<ToldCommand> filled;
  std::deque<ToldCommand> copied;
  std::atomic<size_t> wrong{0};
  const size_t middle = source.bytes.size() / 2;
  for (uint8_t link = 1; link <= links; ++link) {
    REQUIRE(muxCommandFillBuffer(command_buffer, source.buffer, 0, source.bytes.size(), &link, 1, 0,
                                 nullptr, nullptr) == mux_success);
    filled.emplace_back([&, link] {
      const auto count = std::count(source.bytes.begin(), source.bytes.end(), link);
      wrong += source.bytes.size() - static_cast<size_t>(count);
      source.bytes.front() = source.bytes[middle] = source.bytes.back() = 100 + link;
    });
    REQUIRE(filled.back().follow(command_buffer, 2U * link - 2) == mux_success);
    REQUIRE(muxCommandCopyBuffer(command_buffer, source.buffer, 0, destination.buffer, 0,
                                 source.bytes.size(), 0, nullptr, nullptr) == mux_success);
    copied.emplace_back([&, link] {
      for (const size_t index : {size_t{0}, middle, destination.bytes.size() - 1}) {
        wrong += destination.bytes[index] != 100 + link;
      }
    });
    REQUIRE(copied.back().follow(command_buffer, 2U * link - 1) == mux_success);
  }
  REQUIRE(run(command_buffer) == mux_success);
  CHECK(wrong == 0);
  for (uint8_t link = 0; link < links; ++link) {
    CHECK(filled[link].calls() == 1);
    CHECK(copied[link].calls() == 1);
    CHECK(filled[link].last().end_time <= copied[link].last().start_time);
  }
}

TEST_CASE_METHOD(CommandCompletionFixture,
                 "muxSetCommandCompletion: before the user_function, the semaphores and the fence",
                 "[muxSetCommandCompletion][scheduling]") {
  const bool fails = GENERATE(false, true);
  fill(command_buffer, buffer);
  record_copy(command_buffer, fails ? nullptr : &buffer, other);
  fill(command_buffer, other);
  follow(command_buffer, 3);
  REQUIRE(muxFinalizeCommandBuffer(command_buffer) == mux_success);
  struct Ending {
    CommandCompletionFixture *fixture;
    size_t calls = 0;
    bool early = false;
  } ending{this};
  for (size_t round = 1; round <= 50; ++round) {
    mux_fence_t fence = make_fence();
    REQUIRE(muxDispatch(
                queue, command_buffer, fence, nullptr, 0, nullptr, 0,
                [](mux_command_buffer_t, mux_result_t, void *const user_data) {
                  auto *self = static_cast<Ending *>(user_data);
                  ++self->calls;
                  for (const ToldCommand &command : self->fixture->told) {
                    self->early |= command.calls() != self->calls;
                  }
                },
                &ending) == mux_success);
    CHECK(muxWait(queue, fence) == (fails ? mux_error_fence_failure : mux_success));
    CHECK(ending.calls == round);
    CHECK_FALSE(ending.early);
  }
}

TEST_CASE_METHOD(CommandCompletionFixture,
                 "muxSetCommandCompletion: in a dispatch that fails, commands that had ended "
                 "before succeed, and all others fail",
                 "[muxSetCommandCompletion][scheduling]") {
  fill(command_buffer, buffer);
  REQUIRE(muxCommandBarrier(command_buffer, 0, nullptr, nullptr) == mux_success);
  record_copy(command_buffer, nullptr, other);
  fill(command_buffer, other);
  REQUIRE(muxCommandBarrier(command_buffer, 0, nullptr, nullptr) == mux_success);
  record_mark(command_buffer);
  fill(command_buffer, make_buffer(size_t{2} << 20));
  follow(command_buffer, 7);
  REQUIRE(muxFinalizeCommandBuffer(command_buffer) == mux_success);
  for (size_t round = 1; round <= 20; ++round) {
    CHECK(dispatch_and_wait(command_buffer) == mux_error_fence_failure);
    for (size_t command = 0; command < told.size(); ++command) {
      CAPTURE(command);
      CHECK(told[command].calls() == round);
      const mux_command_completion_t last = told[command].last();
      CHECK(last.status == (command < 2 ? mux_success : mux_error_failure));
      CHECK((0 < last.start_time && last.start_time <= last.end_time));
    }
  }
  CHECK(marks_seen == 0);

  // An update sets the missing buffer.
  Update update{{0}, {}};
  update.arguments.buffer(buffer);
  REQUIRE(update.apply(command_buffer, 2) == mux_success);
  CHECK(dispatch_and_wait(command_buffer) == mux_success);
  CHECK(all_told(21, mux_success));
  CHECK(marks_seen == 1);
}

TEST_CASE_METHOD(
    CommandCompletionFixture,
    "muxSetCommandCompletion: if the wait fails, no command starts, and all completions are called",
    "[muxSetCommandCompletion][scheduling]") {
  fill(command_buffer, buffer);
  record_copy(command_buffer, &buffer, other, 100);
  record_mark(command_buffer);
  follow(command_buffer, 3);
  REQUIRE(muxFinalizeCommandBuffer(command_buffer) == mux_success);
  mux_fence_t fence = make_fence();
  const uint64_t before = told_clock();
  SECTION("the semaphore fails while it waits") {
    mux_semaphore_t semaphore = make_semaphore();
    REQUIRE(dispatch(command_buffer, fence, &semaphore) == mux_success);
    REQUIRE(muxSignalSemaphore(semaphore, mux_error_failure) == mux_success);
    CHECK(muxWait(queue, fence) == mux_error_fence_failure);
  }
  SECTION("the semaphore has failed before") {
    mux_semaphore_t semaphore = make_semaphore();
    REQUIRE(muxSignalSemaphore(semaphore, mux_error_failure) == mux_success);
    REQUIRE(dispatch(command_buffer, fence, &semaphore) == mux_success);
    CHECK(muxWait(queue, fence) == mux_error_fence_failure);
  }
  SECTION("the semaphore is destroyed") {
    mux_semaphore_t lost = nullptr;
    REQUIRE(muxCreateSemaphore(device, allocator, &lost) == mux_success);
    REQUIRE(dispatch(command_buffer, fence, &lost) == mux_success);
    muxDestroySemaphore(device, lost, allocator);
    CHECK(muxWait(queue, fence) == mux_error_fence_failure);
  }
  SECTION("the command buffer that signals the semaphore fails") {
    mux_semaphore_t semaphore = make_semaphore();
    mux_command_buffer_t fails = make_command_buffer();
    record_copy(fails, nullptr, other);
    REQUIRE(muxFinalizeCommandBuffer(fails) == mux_success);
    REQUIRE(dispatch(command_buffer, fence, &semaphore) == mux_success);
    REQUIRE(muxDispatch(queue, fails, nullptr, nullptr, 0, &semaphore, 1, nullptr, nullptr) ==
            mux_success);
    CHECK(muxWait(queue, fence) == mux_error_fence_failure);
    CHECK(muxWaitAll(queue) == mux_success);
  }
  CHECK(all_told(1, mux_error_fence_failure));
  for (const ToldCommand &command : told) {
    const mux_command_completion_t last = command.last();
    CHECK((before <= last.start_time && last.start_time <= last.end_time &&
           last.end_time <= told_clock()));
  }
  CHECK(marks_seen == 0);
  // A failed dispatch can be repeated.
  CHECK(dispatch_and_wait(command_buffer) == mux_success);
  CHECK(all_told(2, mux_success));
}

TEST_CASE_METHOD(CommandCompletionFixture,
                 "muxSetCommandCompletion: a command buffer without commands",
                 "[muxSetCommandCompletion]") {
  mux_semaphore_t semaphore = make_semaphore();
  mux_fence_t fence = make_fence();
  REQUIRE(muxFinalizeCommandBuffer(command_buffer) == mux_success);
  REQUIRE(muxSignalSemaphore(semaphore, mux_error_failure) == mux_success);
  REQUIRE(dispatch(command_buffer, fence, &semaphore) == mux_success);
  CHECK(muxWait(queue, fence) == mux_error_fence_failure);
  CHECK(dispatch_and_wait(command_buffer) == mux_success);
}

TEST_CASE_METHOD(
    CommandCompletionFixture,
    "muxSetCommandCompletion: clones keep completions, also after the original was destroyed",
    "[muxSetCommandCompletion][scheduling]") {
  mux_command_buffer_t original = nullptr;
  REQUIRE(muxCreateCommandBuffer(device, no_callback(), allocator, &original) == mux_success);
  fill(original, buffer);
  // A copy of a null buffer fails immediately, and commands that have not started never do.
  REQUIRE(muxCommandBarrier(original, 0, nullptr, nullptr) == mux_success);
  record_copy(original, &buffer, other);
  follow(original, 3);
  REQUIRE(muxFinalizeCommandBuffer(original) == mux_success);
  mux_command_buffer_t clone = nullptr;
  REQUIRE(muxCloneCommandBuffer(device, allocator, original, &clone) == mux_success);
  REQUIRE(dispatch_and_wait(clone) == mux_success);
  CHECK(all_told(1, mux_success));
  REQUIRE(dispatch_and_wait(original) == mux_success);
  CHECK(all_told(2, mux_success));
  REQUIRE(muxResetCommandBuffer(original) == mux_success);
  muxDestroyCommandBuffer(device, original, allocator);
  REQUIRE(dispatch_and_wait(clone) == mux_success);
  CHECK(all_told(3, mux_success));
  Update update{{0}, {}};
  update.arguments.null_buffer();
  REQUIRE(update.apply(clone, 2) == mux_success);
  CHECK(dispatch_and_wait(clone) == mux_error_fence_failure);
  CHECK(told[0].last().status == mux_success);
  CHECK(told[1].last().status == mux_success);
  CHECK(told[2].last().status == mux_error_failure);
  muxDestroyCommandBuffer(device, clone, allocator);
}

TEST_CASE_METHOD(CommandCompletionFixture, "muxSetCommandCompletion: a reset removes completions",
                 "[muxSetCommandCompletion]") {
  fill(command_buffer, buffer);
  follow(command_buffer, 1);
  REQUIRE(run(command_buffer) == mux_success);
  REQUIRE(muxResetCommandBuffer(command_buffer) == mux_success);
  ToldCommand next;
  entry_point.fails(mux_error_invalid_value, next.follow(command_buffer, 0));
  fill(command_buffer, buffer);
  fill(command_buffer, other);
  REQUIRE(next.follow(command_buffer, 1) == mux_success);
  REQUIRE(run(command_buffer) == mux_success);
  CHECK(all_told(1, mux_success));
  CHECK(next.calls() == 1);
}

TEST_CASE_METHOD(CommandCompletionFixture,
                 "muxSetCommandCompletion: with updates while dispatches are in flight",
                 "[muxSetCommandCompletion][scheduling]") {
  fill(command_buffer, buffer);
  record_copy(command_buffer, &buffer, other);
  follow(command_buffer, 2);
  REQUIRE(muxFinalizeCommandBuffer(command_buffer) == mux_success);
  const TestBuffer another = make_buffer(64);
  mux_semaphore_t start = make_semaphore();
  constexpr size_t dispatches = 16;
  for (size_t i = 0; i < dispatches; ++i) {
    // New plans while the old ones wait: with the same edges, and with others.
    Update update{{0}, {}};
    update.arguments.buffer(i % 4 < 2 ? buffer : another);
    REQUIRE(update.apply(command_buffer, 1) == mux_success);
    REQUIRE(dispatch(command_buffer, nullptr, &start) == mux_success);
  }
  CHECK(all_told(0, mux_error_internal));
  REQUIRE(muxSignalSemaphore(start, mux_success) == mux_success);
  REQUIRE(muxWaitAll(queue) == mux_success);
  CHECK(all_told(dispatches, mux_success));
}

TEST_CASE_METHOD(
    CommandCompletionFixture,
    "muxSetCommandCompletion: signals a semaphore that starts dependents while other commands run",
    "[muxSetCommandCompletion][scheduling]") {
  Gate gate;
  mux_semaphore_t semaphore = make_semaphore();
  ToldCommand signals([&] { muxSignalSemaphore(semaphore, mux_success); });
  fill(command_buffer, buffer);
  REQUIRE(signals.follow(command_buffer, 0) == mux_success);
  REQUIRE(gate.record(command_buffer) == mux_success);
  REQUIRE(muxFinalizeCommandBuffer(command_buffer) == mux_success);
  // Only commands that waiting threads can run: the only worker may be at the gate.
  mux_command_buffer_t waits = make_command_buffer();
  fill(waits, other);
  REQUIRE(muxFinalizeCommandBuffer(waits) == mux_success);
  mux_fence_t fence = make_fence();
  mux_fence_t waits_fence = make_fence();
  REQUIRE(dispatch(waits, waits_fence, &semaphore) == mux_success);
  REQUIRE(dispatch(command_buffer, fence) == mux_success);
  CHECK(muxWait(queue, waits_fence) == mux_success);
  CHECK(other.bytes[63] == 1);
  CHECK(muxTryWait(queue, 0, fence) == mux_fence_not_ready);
  gate.open();
  CHECK(muxWait(queue, fence) == mux_success);
  CHECK(signals.calls() == 1);
}

TEST_CASE_METHOD(
    CommandCompletionFixture,
    "muxSetCommandCompletion: it may dispatch other command buffers and destroy unused objects",
    "[muxSetCommandCompletion][scheduling]") {
  mux_command_buffer_t next = make_command_buffer();
  record_mark(next);
  REQUIRE(muxFinalizeCommandBuffer(next) == mux_success);
  mux_command_buffer_t old = nullptr;
  mux_semaphore_t old_semaphore = nullptr;
  std::atomic<int> refused{0};
  ToldCommand dispatches([&] {
    refused += dispatch(next, nullptr) != mux_success;
    muxDestroyCommandBuffer(device, old, allocator);
    muxDestroySemaphore(device, old_semaphore, allocator);
  });
  fill(command_buffer, buffer);
  record_mark(command_buffer);
  REQUIRE(dispatches.follow(command_buffer, 0) == mux_success);
  REQUIRE(muxFinalizeCommandBuffer(command_buffer) == mux_success);
  const int64_t live = counter.live();
  for (int round = 1; round <= 100; ++round) {
    REQUIRE(muxCreateCommandBuffer(device, no_callback(), allocator, &old) == mux_success);
    REQUIRE(muxCreateSemaphore(device, allocator, &old_semaphore) == mux_success);
    fill(old, other);
    REQUIRE(run(old) == mux_success);
    REQUIRE(dispatch_and_wait(command_buffer) == mux_success);
    REQUIRE(muxWaitAll(queue) == mux_success);
    CHECK(marks_seen == 2 * round);
  }
  CHECK(refused == 0);
  // Except for memory kept for later dispatches, whose amount is not deterministic. A leak in each
  // iteration would be a hundred.
  CHECK(counter.live() < live + 50);
}

TEST_CASE_METHOD(CommandCompletionFixture,
                 "muxSetCommandCompletion: calls that would deadlock in it are rejected",
                 "[muxSetCommandCompletion][scheduling]") {
  mux_fence_t fence = make_fence();
  std::vector<mux_result_t> results;
  ToldCommand forbidden([&] {
    results = {muxTryWait(queue, UINT64_MAX, fence), muxWaitAll(queue),
               muxResetCommandBuffer(command_buffer)};
    muxDestroyCommandBuffer(device, command_buffer, allocator);
  });
  fill(command_buffer, buffer);
  REQUIRE(forbidden.follow(command_buffer, 0) == mux_success);
  REQUIRE(muxFinalizeCommandBuffer(command_buffer) == mux_success);
  REQUIRE(dispatch(command_buffer, fence) == mux_success);
  REQUIRE(muxWait(queue, fence) == mux_success);
  REQUIRE(results.size() == 3);
  CHECK(std::count(results.begin(), results.end(), mux_error_failure) == 3);
  CHECK(dispatch_and_wait(command_buffer) == mux_success);
  CHECK(forbidden.calls() == 2);
}

TEST_CASE_METHOD(CommandCompletionFixture,
                 "muxSetCommandCompletion: ten thousand commands with completions",
                 "[muxSetCommandCompletion][scheduling]") {
  // Many commands read the output of one, and one writes it again: it waits for a join.
  constexpr mux_command_id_t readers = 10'000;
  const TestBuffer copies = make_buffer(readers);
  uint8_t first = 1;
  uint8_t last = 2;
  REQUIRE(muxCommandFillBuffer(command_buffer, buffer.buffer, 0, 1, &first, 1, 0, nullptr,
                               nullptr) == mux_success);
  for (mux_command_id_t i = 0; i < readers; ++i) {
    REQUIRE(muxCommandCopyBuffer(command_buffer, buffer.buffer, 0, copies.buffer, i, 1, 0, nullptr,
                                 nullptr) == mux_success);
  }
  REQUIRE(muxCommandFillBuffer(command_buffer, buffer.buffer, 0, 1, &last, 1, 0, nullptr,
                               nullptr) == mux_success);
  std::atomic<mux_command_id_t> told_before{0};
  std::atomic<mux_command_id_t> seen_by_last{0};
  const auto count = [](const mux_command_completion_t *, void *user_data) {
    ++*static_cast<std::atomic<mux_command_id_t> *>(user_data);
  };
  for (mux_command_id_t i = 0; i <= readers; ++i) {
    REQUIRE(muxSetCommandCompletion(command_buffer, i, count, &told_before) == mux_success);
  }
  ToldCommand ends([&] { seen_by_last = told_before.load(); });
  REQUIRE(ends.follow(command_buffer, readers + 1) == mux_success);
  ToldCommand nobody;
  entry_point.fails(mux_error_invalid_value, nobody.follow(command_buffer, readers + 2));
  REQUIRE(muxFinalizeCommandBuffer(command_buffer) == mux_success);
  for (mux_command_id_t round = 1; round <= 3; ++round) {
    REQUIRE(dispatch_and_wait(command_buffer) == mux_success);
    CHECK(told_before == round * (readers + 1));
    CHECK(seen_by_last == round * (readers + 1));
    CHECK(ends.calls() == round);
  }
}

}  // namespace mux::test::mux_set_command_completion

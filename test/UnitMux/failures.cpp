// Commands that fail during execution: a failed fence, an error for user_function, failed waiters,
// and a message with the reason and the command.

#include <mux/extensions.h>

#include <atomic>
#include <catch2/catch.hpp>
#include <mutex>
#include <thread>

#include "fixtures.h"

namespace mux::test::failures {

namespace {

/// Collects the messages of command buffers, from any thread.
class Messages {
 public:
  mux_callback_info_t info() { return &info_; }

  std::vector<std::string> all() {
    const std::lock_guard guard(mutex_);
    return texts_;
  }

 private:
  static void receive(void *user_data, const char *message, const void *data, size_t data_size) {
    const auto *info = static_cast<const mux_message_info_t *>(data);
    if (data_size == sizeof *info && info->kind == mux_message_kind_vectorization) {
      return;
    }
    auto *self = static_cast<Messages *>(user_data);
    const std::lock_guard guard(self->mutex_);
    self->texts_.emplace_back(message);
    if (data != nullptr || data_size != 0) {
      self->texts_.emplace_back("and data, though there is none");
    }
  }

  std::mutex mutex_;
  std::vector<std::string> texts_;
  mux_callback_info_s info_ = {receive, this};
};

/// The arguments of a user_function.
struct Ending {
  std::atomic<int> calls{0};
  std::atomic<mux_result_t> error{mux_success};

  static void note(mux_command_buffer_t, mux_result_t result, void *const user_data) {
    auto *self = static_cast<Ending *>(user_data);
    self->error = result;
    ++self->calls;
  }
};

class FailuresFixture : public KernelFixture {
 public:
  mux_command_buffer_t make_telling(Messages &messages) {
    mux_command_buffer_t made = nullptr;
    REQUIRE(muxCreateCommandBuffer(device, messages.info(), allocator, &made) == mux_success);
    at_end([=, this] { muxDestroyCommandBuffer(device, made, allocator); });
    return made;
  }
  mux_result_t dispatch(mux_command_buffer_t target, mux_fence_t fence,
                        std::vector<mux_semaphore_t> wait, std::vector<mux_semaphore_t> signal,
                        Ending *ending = nullptr) {
    return muxDispatch(queue, target, fence, wait.empty() ? nullptr : wait.data(),
                       static_cast<uint32_t>(wait.size()), signal.empty() ? nullptr : signal.data(),
                       static_cast<uint32_t>(signal.size()),
                       ending == nullptr ? nullptr : Ending::note, ending);
  }
  /// A semaphore that is never signaled: destroying it fails its waiters.
  mux_semaphore_t make_lost_semaphore() {
    mux_semaphore_t semaphore = nullptr;
    REQUIRE(muxCreateSemaphore(device, allocator, &semaphore) == mux_success);
    return semaphore;
  }
};

}  // namespace

TEST_CASE_METHOD(
    FailuresFixture,
    "failures: the fence fails, user_function gets the error, the callback the reason, "
    "and no command runs",
    "[failures][scheduling]") {
  Messages messages;
  mux_command_buffer_t target = make_telling(messages);
  record_mark(target);
  REQUIRE(muxFinalizeCommandBuffer(target) == mux_success);
  mux_fence_t fence = make_fence();
  mux_semaphore_t fine = make_semaphore();
  mux_semaphore_t lost = make_lost_semaphore();
  Ending ending;
  REQUIRE(dispatch(target, fence, {fine, lost}, {}, &ending) == mux_success);
  CHECK(muxTryWait(queue, 0, fence) == mux_fence_not_ready);
  muxDestroySemaphore(device, lost, allocator);
  mux_command_buffer_t starter = make_command_buffer();
  REQUIRE(muxFinalizeCommandBuffer(starter) == mux_success);
  REQUIRE(dispatch(starter, nullptr, {}, {fine}) == mux_success);

  CHECK(muxWait(queue, fence) == mux_error_fence_failure);
  CHECK(muxTryWait(queue, 0, fence) == mux_error_fence_failure);
  CHECK(std::string(muxGetLastErrorMessage()).find("failed") != std::string::npos);
  CHECK(ending.calls == 1);
  CHECK(ending.error == mux_error_failure);
  CHECK(messages.all() ==
        std::vector<std::string>{"wait_semaphores[1]: the semaphore was destroyed before it was "
                                 "signalled"});
  CHECK(marks_seen == 0);

  // A failed dispatch can be repeated.
  REQUIRE(muxResetFence(fence) == mux_success);
  REQUIRE(dispatch(target, fence, {}, {}, &ending) == mux_success);
  CHECK(muxWait(queue, fence) == mux_success);
  CHECK(ending.calls == 2);
  CHECK(ending.error == mux_success);
  CHECK(messages.all().size() == 1);
  CHECK(marks_seen == 1);
}

TEST_CASE_METHOD(FailuresFixture, "failures: propagate along semaphores to the last waiter",
                 "[failures][scheduling]") {
  constexpr int length = 20;
  Messages messages;
  mux_semaphore_t lost = make_lost_semaphore();
  mux_semaphore_t before = lost;
  mux_semaphore_t side = make_semaphore();
  std::vector<mux_semaphore_t> chain;
  std::vector<mux_fence_t> fences;
  std::vector<std::unique_ptr<Ending>> endings;
  for (int i = 0; i < length; ++i) {
    mux_command_buffer_t target = make_telling(messages);
    record_mark(target);
    REQUIRE(muxFinalizeCommandBuffer(target) == mux_success);
    fences.push_back(make_fence());
    chain.push_back(make_semaphore());
    endings.push_back(std::make_unique<Ending>());
    // The last one waits for the chain by its second semaphore.
    const bool last = i + 1 == length;
    REQUIRE(dispatch(target, fences.back(), last ? std::vector{side, before} : std::vector{before},
                     {chain.back()}, endings.back().get()) == mux_success);
    before = chain.back();
  }
  mux_command_buffer_t starter = make_command_buffer();
  REQUIRE(muxFinalizeCommandBuffer(starter) == mux_success);
  REQUIRE(dispatch(starter, nullptr, {}, {side}) == mux_success);
  muxDestroySemaphore(device, lost, allocator);
  for (int i = 0; i < length; ++i) {
    CHECK(muxWait(queue, fences[i]) == mux_error_fence_failure);
    CHECK(endings[i]->calls == 1);
    CHECK(endings[i]->error == mux_error_failure);
  }
  CHECK(marks_seen == 0);
  const std::vector<std::string> texts = messages.all();
  REQUIRE(texts.size() == length);
  CHECK(texts[0] == "wait_semaphores[0]: the semaphore was destroyed before it was signalled");
  for (int i = 1; i + 1 < length; ++i) {
    CHECK(texts[i] == "wait_semaphores[0]: the command buffer that signals this semaphore failed");
  }
  CHECK(texts[length - 1] ==
        "wait_semaphores[1]: the command buffer that signals this semaphore failed");

  // A failed semaphore stays failed until it is reset.
  record_mark(command_buffer);
  REQUIRE(muxFinalizeCommandBuffer(command_buffer) == mux_success);
  REQUIRE(muxResetFence(fences[0]) == mux_success);
  REQUIRE(dispatch(command_buffer, fences[0], {chain[3]}, {}) == mux_success);
  CHECK(muxWait(queue, fences[0]) == mux_error_fence_failure);
  REQUIRE(muxResetSemaphore(chain[3]) == mux_success);
  REQUIRE(muxResetFence(fences[0]) == mux_success);
  REQUIRE(dispatch(command_buffer, fences[0], {chain[3]}, {}) == mux_success);
  REQUIRE(dispatch(starter, nullptr, {}, {chain[3]}) == mux_success);
  CHECK(muxWait(queue, fences[0]) == mux_success);
  CHECK(marks_seen == 1);
}

TEST_CASE_METHOD(FailuresFixture,
                 "failures: no memory for scratch memory fails the command that needs it, and only "
                 "its dispatch",
                 "[failures][scheduling]") {
  // A device keeps a block of scratch memory for each worker and one more. Each dispatch below
  // holds a block until it is released, and a thread waits for each of them, so some get none. Only
  // kernels and fills run on waiting threads, so there is no callback before the end.
  mux_kernel_t hold = build(R"(
kernel void hold(global volatile int *state, local int *scratch) {
  scratch[0] = 1;
  atomic_inc(state);
  while (atomic_add(state + 1, 0) == 0) {}
}
)",
                            "hold");
  const TestBuffer state = make_buffer(8);
  Messages messages;
  mux_command_buffer_t target = make_telling(messages);
  const TestBuffer filled = make_buffer(4);
  const uint8_t pattern = 1;
  REQUIRE(muxCommandFillBuffer(target, filled.buffer, 0, 4, &pattern, 1, 0, nullptr, nullptr) ==
          mux_success);
  Arguments arguments;
  arguments.buffer(state).local(64);
  REQUIRE(record(target, hold, arguments, Range::linear(1, 1)) == mux_success);
  REQUIRE(muxFinalizeCommandBuffer(target) == mux_success);
  mux_command_buffer_t starter = make_command_buffer();
  REQUIRE(muxFinalizeCommandBuffer(starter) == mux_success);
  // A first run, so that later ones need no memory.
  mux_semaphore_t start = make_semaphore();
  mux_fence_t started = make_fence();
  REQUIRE(dispatch(starter, started, {}, {start}) == mux_success);
  REQUIRE(muxWait(queue, started) == mux_success);
  REQUIRE(muxWaitAll(queue) == mux_success);
  REQUIRE(muxResetSemaphore(start) == mux_success);

  const uint32_t blocks = device->info->compute_units + 1;
  constexpr uint32_t failing = 3;
  std::vector<mux_fence_t> fences;
  std::vector<std::unique_ptr<Ending>> endings;
  for (uint32_t i = 0; i < blocks + failing; ++i) {
    fences.push_back(make_fence());
    endings.push_back(std::make_unique<Ending>());
    REQUIRE(dispatch(target, fences.back(), {start}, {}, endings.back().get()) == mux_success);
  }
  counter.fail_always();
  std::vector<mux_result_t> results(fences.size());
  std::vector<std::thread> threads;
  for (size_t i = 0; i < fences.size(); ++i) {
    threads.emplace_back([&, i] { results[i] = muxWait(queue, fences[i]); });
  }
  // A worker may still hold the run of the starter's first dispatch.
  uint64_t failures_before = counter.failures();
  while (dispatch(starter, nullptr, {}, {start}) != mux_success) {
    failures_before = counter.failures();
  }
  while (counter.failures() < failures_before + failing) {
    std::this_thread::yield();
  }
  std::atomic_ref<int>(state.as<int>()[1]).store(1);
  for (std::thread &thread : threads) {
    thread.join();
  }
  counter.succeed();

  uint32_t failed = 0;
  for (size_t i = 0; i < results.size(); ++i) {
    CHECK((results[i] == mux_success || results[i] == mux_error_fence_failure));
    CHECK(endings[i]->calls == 1);
    CHECK((endings[i]->error == mux_success) == (results[i] == mux_success));
    failed += results[i] == mux_success ? 0 : 1;
  }
  CHECK(failed == failing);
  CHECK(state.as<int>()[0] == static_cast<int>(blocks));
  const std::vector<std::string> texts = messages.all();
  REQUIRE(texts.size() == failing);
  for (const std::string &text : texts) {
    CHECK_THAT(text, Catch::StartsWith("command 1 (ND-range): no memory for the ") &&
                         Catch::EndsWith(" bytes of scratch memory of kernel 'hold'"));
  }
  // Memory is available again.
  CHECK(dispatch_and_wait(target) == mux_success);
}

TEST_CASE_METHOD(FailuresFixture, "failures: a command buffer without a callback fails as well",
                 "[failures][scheduling]") {
  mux_command_buffer_t target = nullptr;
  REQUIRE(muxCreateCommandBuffer(device, nullptr, allocator, &target) == mux_success);
  REQUIRE(muxFinalizeCommandBuffer(target) == mux_success);
  mux_semaphore_t lost = make_lost_semaphore();
  mux_fence_t fence = make_fence();
  REQUIRE(dispatch(target, fence, {lost}, {}) == mux_success);
  muxDestroySemaphore(device, lost, allocator);
  CHECK(muxWait(queue, fence) == mux_error_fence_failure);
  muxDestroyCommandBuffer(device, target, allocator);
}

TEST_CASE_METHOD(FailuresFixture, "failures: a clone calls the callback of its original",
                 "[failures][scheduling]") {
  Messages messages;
  mux_command_buffer_t original = make_telling(messages);
  REQUIRE(muxFinalizeCommandBuffer(original) == mux_success);
  mux_command_buffer_t clone = nullptr;
  REQUIRE(muxCloneCommandBuffer(device, allocator, original, &clone) == mux_success);
  at_end([=, this] { muxDestroyCommandBuffer(device, clone, allocator); });
  mux_semaphore_t lost = make_lost_semaphore();
  mux_fence_t fence = make_fence();
  REQUIRE(dispatch(clone, fence, {lost}, {}) == mux_success);
  muxDestroySemaphore(device, lost, allocator);
  CHECK(muxWait(queue, fence) == mux_error_fence_failure);
  CHECK(messages.all().size() == 1);
}

TEST_CASE_METHOD(
    FailuresFixture,
    "failures: a kernel that fails is named with its command; what came before has run, "
    "what depends on it does not",
    "[failures][scheduling]") {
  // A built-in kernel that copies from a null buffer fails.
  mux_kernel_t copy = nullptr;
  REQUIRE(muxCreateBuiltInKernel(device, "mux_copy", 8, allocator, &copy) == mux_success);
  at_end([=, this] { muxDestroyKernel(device, copy, allocator); });
  const TestBuffer source = make_buffer(64);
  const TestBuffer before = make_buffer(64);
  const TestBuffer target = make_buffer(64);
  source.as<uint32_t>()[0] = 42;
  const uint32_t pattern = 7;
  Messages messages;
  mux_command_buffer_t commands = make_telling(messages);
  REQUIRE(muxCommandFillBuffer(commands, before.buffer, 0, 64, &pattern, 4, 0, nullptr, nullptr) ==
          mux_success);
  record_mark(commands);
  Arguments arguments;
  arguments.null_buffer().buffer(target).value(uint64_t{64});
  REQUIRE(record(commands, copy, arguments, Range::linear(1, 1)) == mux_success);
  REQUIRE(muxCommandFillBuffer(commands, target.buffer, 32, 32, &pattern, 4, 0, nullptr, nullptr) ==
          mux_success);
  record_mark(commands);
  REQUIRE(muxFinalizeCommandBuffer(commands) == mux_success);

  mux_command_buffer_t waiting = make_telling(messages);
  record_mark(waiting);
  REQUIRE(muxFinalizeCommandBuffer(waiting) == mux_success);
  mux_semaphore_t semaphore = make_semaphore();
  mux_fence_t fence = make_fence();
  mux_fence_t last_fence = make_fence();
  Ending ending;
  Ending last_ending;
  REQUIRE(dispatch(waiting, last_fence, {semaphore}, {}, &last_ending) == mux_success);
  REQUIRE(dispatch(commands, fence, {}, {semaphore}, &ending) == mux_success);
  CHECK(muxWait(queue, fence) == mux_error_fence_failure);
  CHECK(muxWait(queue, last_fence) == mux_error_fence_failure);
  CHECK(ending.error == mux_error_failure);
  CHECK(last_ending.error == mux_error_failure);
  CHECK(before.as<uint32_t>()[15] == 7);
  CHECK(target.as<uint32_t>()[15] == 0);
  CHECK(marks_seen == 1);
  const std::vector<std::string> texts = messages.all();
  REQUIRE(texts.size() == 2);
  CHECK_THAT(texts[0], Catch::StartsWith("command 2 (ND-range): kernel 'mux_copy' failed with "
                                         "status "));
  CHECK(texts[1] == "wait_semaphores[0]: the command buffer that signals this semaphore failed");

  // An update sets the missing buffer.
  Arguments update;
  update.buffer(source);
  uint64_t index = 0;
  REQUIRE(muxUpdateDescriptors(commands, 2, 1, &index, update.descriptors.data()) == mux_success);
  CHECK(dispatch_and_wait(commands) == mux_success);
  CHECK(target.as<uint32_t>()[0] == 42);
  CHECK(target.as<uint32_t>()[15] == 7);
  CHECK(marks_seen == 3);
  CHECK(messages.all().size() == 2);
}

}  // namespace mux::test::failures

#include "host/schedule/submission.h"

#include <algorithm>
#include <cstdarg>
#include <cstdio>
#include <utility>

#include "host/schedule/tuning.h"
#include "host/support/futex.h"

namespace mux::host {

static_assert(sizeof(Job) == 64, "a job is one cache line");

namespace {

/// Resizes an array and returns its elements; NULL if an allocation fails.
template <typename T>
T *resize(Array<T> &array, uint32_t count) {
  if (!array.reserve(count)) {
    return nullptr;
  }
  array.clear();
  for (uint32_t index = 0; index < count; ++index) {
    array.append({});
  }
  return array.begin();
}

}  // namespace

Submission::Submission(const Source &source, const Allocator &allocator) noexcept
    : pool_(source.pool),
      command_buffer_(source.command_buffer),
      messages_(source.messages),
      many_waiters_(allocator),
      many_signals_(allocator) {}

Submission *Submission::create(const Source &source, const Plan &plan, const Allocator &allocator) {
  // One block: the submission, jobs, lanes, query states, counters.
  const size_t count = plan.command_count();
  const size_t jobs_offset = (sizeof(Submission) + alignof(Job) - 1) / alignof(Job) * alignof(Job);
  const size_t lanes_offset = jobs_offset + (count + 1) * sizeof(Job);
  const size_t states_offset = lanes_offset + plan.lane_count() * sizeof(Lane);
  const size_t pending_offset = states_offset + plan.query_state_count() * sizeof(QueryState);
  const size_t size = pending_offset + count * sizeof(Atomic<uint32_t>);
  auto *memory = static_cast<std::byte *>(
      allocator.allocate(size, std::max(alignof(Submission), alignof(Job))));
  if (memory == nullptr) {
    return nullptr;
  }
  Submission *submission = new (memory) Submission(source, allocator);
  submission->jobs_ = reinterpret_cast<Job *>(memory + jobs_offset);
  for (size_t index = 0; index <= count; ++index) {
    new (&submission->jobs_[index]) Job{};
  }
  submission->lanes_ = reinterpret_cast<Lane *>(memory + lanes_offset);
  for (size_t index = 0; index < plan.lane_count(); ++index) {
    new (&submission->lanes_[index]) Lane{};
  }
  submission->lane_capacity_ = plan.lane_count();
  submission->command_capacity_ = plan.command_count();
  submission->query_state_capacity_ = plan.query_state_count();
  // Not initialized: a begin command writes before an end command reads.
  submission->query_states_ = reinterpret_cast<QueryState *>(memory + states_offset);
  submission->pending_ = reinterpret_cast<Atomic<uint32_t> *>(memory + pending_offset);
  for (size_t index = 0; index < count; ++index) {
    new (&submission->pending_[index]) Atomic<uint32_t>(0);
  }
  return submission;
}

void Submission::destroy(const Allocator &allocator, Submission *submission) {
  // Only a submission that was in flight at a fork still has a plan.
  if (submission->plan_ != nullptr) {
    submission->release_plan();
  }
  submission->~Submission();
  allocator.release(submission);
}

void Submission::release_plan() {
  std::exchange(plan_, nullptr)->release();
}

bool Submission::make_room(uint32_t wait_length, uint32_t signal_length) {
  SemaphoreWaiter *waiters =
      wait_length <= few_waiters_.size() ? few_waiters_.data() : resize(many_waiters_, wait_length);
  Semaphore **signals = signal_length <= few_signals_.size() ? few_signals_.data()
                                                             : resize(many_signals_, signal_length);
  if (waiters == nullptr || signals == nullptr) {
    return false;
  }
  // Written only on change, to keep the cache line clean.
  if (waiters_ != waiters) {
    waiters_ = waiters;
  }
  if (signals_ != signals) {
    signals_ = signals;
  }
  wait_count_ = wait_length;
  signal_count_ = signal_length;
  return true;
}

bool Submission::prepare(Plan &plan, const Request &request, uint32_t wait_length,
                         const mux_semaphore_t *signal, uint32_t signal_length) {
  plan_ = &plan;
  if (!make_room(wait_length, signal_length)) {
    return false;
  }
  request_ = request;
  for (uint32_t index = 0; index < wait_length; ++index) {
    waiters_[index] = {nullptr, this, nullptr};
  }
  for (uint32_t index = 0; index < signal_length; ++index) {
    signals_[index] = static_cast<Semaphore *>(signal[index]);
  }
  // No other thread sees the submission yet; the scheduler's lock, or a semaphore's, publishes the
  // following.
  const uint32_t count = plan.command_count();
  for (uint32_t index = 0; index < count; ++index) {
    if (plan.pending(index) > 1) {
      pending_[index].store(plan.pending(index), std::memory_order_relaxed);
    }
  }
  if (plan.measures()) {
    totals_.clear();
  }
  unretired_.store(count, std::memory_order_relaxed);
  references_.store(1, std::memory_order_relaxed);
  blockers_.store(1, std::memory_order_relaxed);
  failed_.store(false, std::memory_order_relaxed);
  tells_ = false;
  left_to_waiter_.store(false, std::memory_order_relaxed);
  return true;
}

void Submission::leave_to_waiter() {
  left_to_waiter_.store(true, std::memory_order_relaxed);
  end_of_leaving_to_waiter_ = monotonic_time() + tuning::left_to_waiter_nanoseconds;
}

bool Submission::ends_leaving_to_waiter() {
  return monotonic_time() >= end_of_leaving_to_waiter_ &&
         left_to_waiter_.exchange(false, std::memory_order_relaxed);
}

void Submission::tell(const CompletionHook &completion) {
  completion_ = completion;
  started_.store(0, std::memory_order_relaxed);
  tells_ = true;
}

void Submission::note_first_start() {
  uint64_t none = 0;
  started_.compare_exchange_strong(none, monotonic_time(), std::memory_order_relaxed);
}

void Submission::fail(const char *format, ...) {
  // Only the first failure writes the text. The thread that completes the submission acquires it
  // through the counter that the writer decrements afterwards (tiles, commands or blockers).
  if (failed_.exchange(true, std::memory_order_relaxed)) {
    return;
  }
  va_list arguments;
  va_start(arguments, format);
  std::vsnprintf(message_, sizeof message_, format, arguments);
  va_end(arguments);
}

void Submission::fail_command(const Command &command, const char *format, ...) {
  char reason[sizeof message_];
  va_list arguments;
  va_start(arguments, format);
  std::vsnprintf(reason, sizeof reason, format, arguments);
  va_end(arguments);
  fail("command %u (%s): %.200s", plan_->index_of(command), name_of(command.kind), reason);
}

Job &Submission::ready_job(uint32_t command) {
  const bool completes = command == completion;
  Job &job = jobs_[completes ? plan_->command_count() : command];
  job.tile_count = completes ? 1 : plan_->command(command).tile_count;
  job.next_tile.store(0, std::memory_order_relaxed);
  job.unfinished_tiles.store(job.tile_count, std::memory_order_relaxed);
  if (!completes && plan_->command(command).lane_count > 1) {
    const Command &tiled = plan_->command(command);
    for (uint32_t lane = 0; lane < tiled.lane_count; ++lane) {
      lanes_[tiled.first_lane + lane].taken.store(0, std::memory_order_relaxed);
    }
  }
  job.command = command;
  job.submission = this;
  job.calls_back = completes ? completion_calls_back() : calls_back(plan_->command(command));
  return job;
}

uint32_t Submission::tile_of_claim(const Job &job, uint32_t claimed, uint32_t home) {
  if (job.command == completion || plan_->command(job.command).lane_count == 1) {
    return claimed;
  }
  const Command &command = plan_->command(job.command);
  const uint64_t lanes = command.lane_count;
  // There are no more claims than tiles, and an empty lane stays empty: one pass suffices.
  for (uint64_t step = 0; step < lanes; ++step) {
    const uint64_t lane = (home + step) % lanes;
    const uint64_t first = lane * command.tile_count / lanes;
    const uint64_t last = (lane + 1) * command.tile_count / lanes;
    Atomic<uint32_t> &taken = lanes_[command.first_lane + lane].taken;
    if (first + taken.load(std::memory_order_relaxed) < last) {
      const uint64_t index = first + taken.fetch_add(1, std::memory_order_relaxed);
      if (index < last) {
        return static_cast<uint32_t>(index);
      }
    }
  }
  __builtin_unreachable();
}

bool Submission::calls_back(const Command &command) const {
  return command.kind == CommandKind::user_callback ||
         (command.kind == CommandKind::nd_range && command.nd_range->prints &&
          messages_.kernel_output() == mux_kernel_output_callback);
}

bool Submission::completion_calls_back() const {
  return request_.user_function != nullptr || (failed() && messages_.has_callback());
}

}  // namespace mux::host

/// @file
/// An allocator for tests: counts what is live, notices what is freed wrongly, and fails on
/// request.
///
/// The allocator must outlive every object made with it. alloc and free may be called from any
/// thread; the functions that make it fail belong to the thread of the test, while nothing else
/// allocates.

#pragma once

#include <mux/mux.h>

#include <atomic>
#include <cstddef>
#include <cstdint>

namespace mux::test {

class CountingAllocator {
 public:
  CountingAllocator() = default;
  CountingAllocator(const CountingAllocator &) = delete;
  CountingAllocator &operator=(const CountingAllocator &) = delete;

  mux_allocator_info_t info() { return {allocate, release, this}; }

  /// Blocks that are allocated now.
  int64_t live() const { return live_.load(); }
  /// Blocks that were ever allocated.
  uint64_t total() const { return total_.load(); }
  /// Blocks of any such allocator that the calling thread has freed so far. Threads of the library
  /// may allocate and free at the same time.
  static uint64_t freed_here();
  /// Allocations that were made to fail.
  uint64_t failures() const { return failures_.load(); }
  /// Calls of free with a pointer that is not a live block of this allocator, and calls of alloc
  /// with an alignment that is not a power of two.
  uint64_t misuses() const { return misuses_.load(); }

  /// Makes the allocation that follows the next `successes` ones fail, and only that one.
  void fail_after(int64_t successes);
  /// Makes every allocation fail.
  void fail_always();
  /// Makes allocations succeed again.
  void succeed();

 private:
  static void *allocate(void *user_data, size_t size, size_t alignment);
  static void release(void *user_data, void *pointer);

  std::atomic<int64_t> live_{0};
  std::atomic<uint64_t> total_{0};
  std::atomic<uint64_t> failures_{0};
  std::atomic<uint64_t> misuses_{0};
  std::atomic<int64_t> until_failure_{-1};
  std::atomic<bool> failing_{false};
};

/// What for_each_failing_allocation() saw.
struct FailingAllocations {
  /// Attempts that failed: the n-th one with only its n-th allocation failing.
  int attempts = 0;
  /// The result that stopped it: mux_success, or what a failed allocation must not lead to.
  mux_result_t result = mux_success;
  /// Blocks that failed attempts left behind, all together.
  int64_t leaked = 0;
};

/// Makes the first, then the second, ... allocation of `attempt` fail, until an attempt succeeds or
/// fails with something other than mux_error_out_of_memory. Asserts nothing: the caller does.
template <class Attempt>
FailingAllocations for_each_failing_allocation(CountingAllocator &counter, Attempt attempt) {
  constexpr int most_attempts = 10'000;
  FailingAllocations seen;
  for (; seen.attempts < most_attempts; ++seen.attempts) {
    const int64_t live = counter.live();
    counter.fail_after(seen.attempts);
    seen.result = attempt();
    counter.succeed();
    if (seen.result != mux_error_out_of_memory) {
      break;
    }
    seen.leaked += counter.live() - live;
  }
  return seen;
}

}  // namespace mux::test

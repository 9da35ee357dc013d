/// @file
/// An allocator for tests: counts live blocks, detects invalid frees, and fails on request.
///
/// The allocator must outlive every object created with it. alloc and free are thread-safe; the
/// functions that make it fail must be called by the test's thread, while nothing else allocates.

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

  /// Live blocks.
  int64_t live() const { return live_.load(); }
  /// Blocks allocated so far.
  uint64_t total() const { return total_.load(); }
  /// Blocks of any such allocator that the calling thread has freed so far; threads of the library
  /// may allocate and free concurrently.
  static uint64_t freed_here();
  /// Allocations that failed on request.
  uint64_t failures() const { return failures_.load(); }
  /// Calls of free with a pointer that is not a live block of this allocator, and calls of alloc
  /// with an alignment that is not a power of two.
  uint64_t misuses() const { return misuses_.load(); }

  /// Makes only the allocation after the next `successes` ones fail.
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

/// The result of for_each_failing_allocation().
struct FailingAllocations {
  /// Failed attempts: in the n-th one only its n-th allocation failed.
  int attempts = 0;
  /// The result of the last attempt: mux_success, or an unexpected error.
  mux_result_t result = mux_success;
  /// Blocks leaked by failed attempts.
  int64_t leaked = 0;
};

/// Makes the first, then the second, ... allocation of `attempt` fail, until an attempt succeeds or
/// fails with another error than mux_error_out_of_memory. Makes no assertions.
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

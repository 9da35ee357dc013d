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
  std::atomic<uint64_t> misuses_{0};
  std::atomic<int64_t> until_failure_{-1};
  std::atomic<bool> failing_{false};
};

}  // namespace mux::test

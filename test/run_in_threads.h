/// @file
/// Runs a function on several threads at once. Catch2's assertions are not thread-safe, so the
/// function returns its results, and the test checks them after joining.

#pragma once

#include <algorithm>
#include <barrier>
#include <thread>
#include <type_traits>
#include <vector>

namespace mux::test {

inline constexpr unsigned thread_count = 8;

/// Calls `work(thread)` on `threads` threads that start together.
/// @return the result of each thread.
template <class Work>
auto run_in_threads(Work work, unsigned threads = thread_count) {
  using Result = decltype(work(0U));
  static_assert(!std::is_same_v<Result, bool>, "neighbors of a vector<bool> share a byte");
  std::vector<Result> results(threads);
  std::barrier start(static_cast<std::ptrdiff_t>(threads));
  std::vector<std::thread> running;
  running.reserve(threads);
  for (unsigned i = 0; i < threads; ++i) {
    running.emplace_back([&, i] {
      start.arrive_and_wait();
      results[i] = work(i);
    });
  }
  for (std::thread &thread : running) {
    thread.join();
  }
  return results;
}

/// Whether each thread returned mux_success, or that nothing failed.
template <class Result>
bool all_zero(const std::vector<Result> &results) {
  return std::all_of(results.begin(), results.end(), [](Result result) { return result == 0; });
}

/// Destroys `objects` on all threads at once, round robin.
template <class Handle, class Destroy>
void destroy_in_threads(const std::vector<Handle> &objects, Destroy destroy) {
  run_in_threads([&](unsigned thread) {
    for (size_t i = thread; i < objects.size(); i += thread_count) {
      destroy(objects[i]);
    }
    return 0;
  });
}

}  // namespace mux::test

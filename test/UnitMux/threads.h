/// @file
/// Runs a function on several threads at once. Catch2's assertions are not thread-safe, so the
/// function returns what it saw and the test asserts after all have joined.

#pragma once

#include <barrier>
#include <thread>
#include <vector>

namespace mux::test {

inline constexpr unsigned thread_count = 8;

/// Calls `work(thread)` on `threads` threads that start together.
/// @return what each returned, by thread.
template <class Work>
auto run_in_threads(Work work, unsigned threads = thread_count) {
  using Result = decltype(work(0U));
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

}  // namespace mux::test

/// @file
/// Which entry points the running test case called, as far as the test itself called them: not what
/// its fixture calls to set up and to tear down. Every call that a test program makes comes by here
/// (calls/make_wrappers), from whatever thread.

#pragma once

#include <atomic>
#include <bitset>
#include <cstddef>
#include <span>

namespace mux::test {

/// More than there are entry points.
inline constexpr size_t max_entry_points = 128;

/// Entry points by their places in entry_point_names().
using EntryPoints = std::bitset<max_entry_points>;

/// The names of all entry points.
std::span<const char *const> entry_point_names();

/// Called by the wrapper of each entry point; any thread.
void note_call(size_t entry_point);

/// What was called since forget_calls().
EntryPoints noted_calls();
void forget_calls();

/// While one lives, what its thread calls and asserts does not count: a fixture at work on itself.
class NotTheTest {
 public:
  NotTheTest();
  ~NotTheTest();
  NotTheTest(const NotTheTest &) = delete;
  NotTheTest &operator=(const NotTheTest &) = delete;

  /// Whether there is one on this thread.
  static bool here();
};

}  // namespace mux::test

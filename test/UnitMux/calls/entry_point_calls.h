/// @file
/// Records the entry points that the running test case calls itself, without those of its fixture.
/// Every call of a test program goes through wrappers (calls/make_wrappers), on any thread.

#pragma once

#include <atomic>
#include <bitset>
#include <cstddef>
#include <span>

namespace mux::test {

/// An upper bound of the number of entry points.
inline constexpr size_t max_entry_points = 128;

/// Entry points by their index in entry_point_names().
using EntryPoints = std::bitset<max_entry_points>;

/// The names of all entry points.
std::span<const char *const> entry_point_names();

/// Called by the wrapper of each entry point. Thread-safe.
void note_call(size_t entry_point);

/// The calls since forget_calls().
EntryPoints noted_calls();
void forget_calls();

/// While one lives, calls and assertions of its thread do not count: they are of a fixture.
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

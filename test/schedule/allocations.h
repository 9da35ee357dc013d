/// @file
/// Counts allocations of the whole process, on any thread: calls of malloc, calloc, realloc,
/// reallocarray, aligned_alloc, posix_memalign, memalign, valloc, pvalloc, mmap and mremap, and
/// thereby of operator new, and of oneTBB's allocators. Thread-safe.
///
/// Allocations are attributed by the calling code. Calls from libtbb and libtbbmalloc are for their
/// task pools. All others are the process's: the library under test, the test, Catch2, and the C
/// and C++ libraries.

#pragma once

#include <cstdint>
#include <string>

namespace mux::test {

/// Whether allocations are counted: not under sanitizers.
bool counts_allocations();

struct AllocationCounts {
  /// All except those of oneTBB.
  uint64_t process = 0;
  /// Those of oneTBB's own code.
  uint64_t onetbb = 0;

  AllocationCounts operator-(const AllocationCounts &other) const {
    return {process - other.process, onetbb - other.onetbb};
  }
};

/// The counts so far.
AllocationCounts allocation_counts();

/// The latest allocating calls, most recent first, as "object+offset", for failure messages.
std::string latest_allocations();

}  // namespace mux::test

/// @file
/// Counts what the whole process allocates, on any thread: calls of malloc, calloc, realloc,
/// reallocarray, aligned_alloc, posix_memalign, memalign, valloc, pvalloc, mmap and mremap, and so
/// of operator new, and of the allocators of oneTBB's interface. From any thread.
///
/// Who allocates is told by the code that calls. What libtbb and libtbbmalloc call for is theirs:
/// memory for their pools of tasks. Everything else is the process's: the library under test, the
/// test, Catch2, the C and C++ libraries, wherever in the process it is called from.

#pragma once

#include <cstdint>
#include <string>

namespace mux::test {

/// Whether anything is counted: not under sanitizers.
bool counts_allocations();

struct AllocationCounts {
  /// Of everything but oneTBB.
  uint64_t process = 0;
  /// Of oneTBB, for itself.
  uint64_t onetbb = 0;

  AllocationCounts operator-(const AllocationCounts &other) const {
    return {process - other.process, onetbb - other.onetbb};
  }
};

/// So far.
AllocationCounts allocation_counts();

/// The latest calls that allocated, most recent first, as "object+offset": for a test that found
/// too many.
std::string latest_allocations();

}  // namespace mux::test

/// @file
/// Counts what the whole process allocates with malloc, calloc and realloc, and so with operator
/// new. From any thread.

#pragma once

#include <cstdint>

namespace mux::test {

/// Whether anything is counted: not under sanitizers.
bool counts_allocations();
uint64_t allocation_count();

}  // namespace mux::test

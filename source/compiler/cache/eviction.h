/// @file
/// Keeps the cache below its size.
#pragma once

#include <cstdint>

#include "compiler/cache/directory.h"

namespace mux::compiler {

/// The largest entry that is kept: room for a few is left between two looks.
/// @param most_bytes what the cache may take of the disk.
uint64_t largest_entry(uint64_t most_bytes);

/// Notes that an entry was stored. From time to time, looks through the folder: removes what
/// killed processes left over, and if little room is left, the entries that were not used for the
/// longest, down to three quarters of what the cache may take.
///
/// Several processes may be at it at once: then each sees what the others have removed as gone.
/// Throws nothing but std::bad_alloc.
void make_room(const CacheDirectory &directory, uint64_t stored_bytes, uint64_t most_bytes);

}  // namespace mux::compiler

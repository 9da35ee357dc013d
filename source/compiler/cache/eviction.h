/// @file
/// Eviction: keeps the cache below its size limit.
#pragma once

#include <cstdint>

#include "compiler/cache/directory.h"

namespace mux::compiler {

/// The largest entry that is stored, so that a few fit between two scans.
/// @param max_bytes the cache's limit on disk.
uint64_t largest_entry(uint64_t max_bytes);

/// Must be called after an entry was stored. Once a certain amount was stored, scans the folder,
/// removes files left by killed processes, and, if the limit is nearly reached, evicts the least
/// recently used entries down to three quarters of the limit.
///
/// Several processes may do this concurrently: files removed by another process are ignored. Throws
/// nothing but std::bad_alloc.
void make_room(const CacheDirectory &directory, uint64_t stored_bytes, uint64_t max_bytes);

}  // namespace mux::compiler

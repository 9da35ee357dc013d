/// @file
/// Copies with non-temporal stores, for copies larger than the caches. A plain store first reads
/// the line that it writes; these do not, which saves a third of the memory traffic.
///
/// Thread-safe; cannot fail.
#pragma once

#include <cstddef>
#include <cstdint>

namespace mux::host {

/// Copies `size` bytes between ranges that do not overlap, of any alignment. The writes are ordered
/// before every later store of the thread, as with plain stores.
void stream_copy(std::byte *destination, const std::byte *source, uint64_t size);

}  // namespace mux::host

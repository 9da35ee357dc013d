/// @file
/// Copying memory past the caches: for copies so large that nothing of them would stay in a cache
/// until it is read. A plain store first reads the line it writes; these do not, so a third less
/// memory moves.
///
/// Any thread may call it; it cannot fail.
#pragma once

#include <cstddef>
#include <cstdint>

namespace mux::host {

/// Copies `size` bytes between ranges that do not overlap, of any alignment. What was written is
/// ordered before every later store of the thread, as with plain stores.
void stream_copy(std::byte *destination, const std::byte *source, uint64_t size);

}  // namespace mux::host

/// @file
/// Every constant that trades one cost for another, with the reason for its value.
#pragma once

#include <cstddef>
#include <cstdint>

namespace mux::host::tuning {

/// Tiles of work-groups per compute unit. With one tile per unit the slowest unit decides how long
/// an ND-range takes; with six, at most a sixth of a unit's share is left when the others are done.
/// Each tile costs one atomic add, so more would be cheap too, but tiles of few groups lose the
/// streams that hardware prefetchers follow.
inline constexpr uint64_t tiles_per_compute_unit = 6;

/// Bytes of a copy or a fill that one tile moves. A core moves about 10 GB/s here, so a tile takes
/// some 25 us: far more than claiming it costs, little enough that a late worker still gets a
/// share.
inline constexpr uint64_t transfer_tile_bytes = 256 * 1024;

/// Copies and fills below this size are one tile: waking a second worker takes as long as moving
/// it.
inline constexpr uint64_t transfer_split_bytes = 1024 * 1024;

/// Copies of this size and above go past the caches. It is as much as the last-level cache of the
/// largest machines at hand has: whoever reads the copy next would not find it there anyway. A copy
/// of 1 GiB took 72 ms with plain stores and 46 ms past the caches on two cores; memcpy() on one
/// thread took 86 ms.
inline constexpr uint64_t streamed_copy_bytes = 256 * 1024 * 1024;

/// Bytes that the pattern of a fill is repeated to when the plan is built. A 64-byte fill with a
/// pattern of 4 bytes inside a chain took 140 ns when it was repeated as it ran.
inline constexpr uint64_t fill_block_bytes = 64;

/// Room for so many commands stays with a command buffer that is reset, as does the last chunk of
/// what they point to: growing anew took a tenth of the time of a short recording.
inline constexpr size_t commands_kept_after_reset = 256;

/// Commands that one command waits for, or that wait for one, before a join stands between the two
/// groups. A join costs as much as some ten edges, when the plan is built and when it runs.
inline constexpr uint32_t join_degree = 16;

}  // namespace mux::host::tuning

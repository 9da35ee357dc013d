/// @file
/// Tuning constants of recording and planning, each with the reason for its value.
#pragma once

#include <cstddef>
#include <cstdint>

namespace mux::host::tuning {

/// Tiles of work-groups for each compute unit. With one tile, the slowest unit would determine the
/// execution time of an ND-range; with six, at most a sixth of a unit's share remains when the
/// others are done. Each tile costs one atomic add only, but smaller tiles interrupt the streams of
/// hardware prefetchers.
inline constexpr uint64_t tiles_per_compute_unit = 6;

/// Bytes that one tile of a copy or a fill moves. At about 10 GB/s for each core, a tile takes some
/// 25 us: far more than claiming it, and short enough that a worker that starts late gets a share.
inline constexpr uint64_t transfer_tile_bytes = 256 * 1024;

/// Copies and fills below this size are one tile: waking a second worker takes as long as they do.
inline constexpr uint64_t transfer_split_bytes = 1024 * 1024;

/// Copies of at least this size use non-temporal stores. It is the size of the last-level cache of
/// large servers: the copied data would not stay in the cache until it is read. Measured on two
/// cores: a copy of 1 GiB took 72 ms with plain stores and 46 ms with non-temporal stores; memcpy()
/// on one thread took 86 ms.
inline constexpr uint64_t streamed_copy_bytes = 256 * 1024 * 1024;

/// Bytes to which the pattern of a fill is repeated when the plan is built. Measured: in a chain of
/// commands, a fill of 64 bytes with a pattern of 4 bytes took 140 ns when it was repeated at
/// execution.
inline constexpr uint64_t fill_block_bytes = 64;

/// Capacity for commands that a command buffer keeps when it is reset, as it keeps the last chunk
/// of their records. Measured: allocating them again took a tenth of the time of a short recording.
inline constexpr size_t commands_kept_after_reset = 256;

/// Predecessors or successors of a command beyond which a join is inserted. A join costs as much as
/// some ten edges, both when the plan is built and when it runs.
inline constexpr uint32_t join_degree = 16;

}  // namespace mux::host::tuning

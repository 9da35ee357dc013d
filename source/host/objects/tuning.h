/// @file
/// Tuning constants of objects, each with the reason for its value.
#pragma once

#include <cstddef>
#include <cstdint>

namespace mux::host::tuning {

/// Kernel outputs are written with non-temporal stores if they are at least as large as the
/// last-level cache, or as so many times the level 2 caches, whichever is less. Measured on two
/// cores of a virtual Xeon with 2 MiB each, which reports a last-level cache of 260 MiB: writing an
/// array that is then read took 1.1 ms (16 MiB), 2.4 ms (32 MiB) and 6.5 ms (64 MiB) with plain
/// stores, and 1.4, 2.6 and 4.8 ms with non-temporal stores.
inline constexpr uint64_t streamed_output_per_second_level = 12;

/// Preferred work-group size in x for kernels without a required one: many times the widest
/// vectors, and small enough that values live across barriers stay in the level 2 cache.
inline constexpr size_t preferred_local_size = 256;

/// Minimum number of work-groups for each compute unit where the implementation chooses the local
/// size: bounds the idle time at the end to a fourth of the total.
inline constexpr size_t suggested_groups_per_compute_unit = 4;

/// Compute queues of a device. A queue is three cache lines and no thread, and costs nothing while
/// unused; so there are as many as programs need, independent of the machine. Programs use a few
/// in-order queues at once, one for each thread or stage; CUDA's default for connections of a
/// process's streams is also 8. A layer with more streams assigns them round-robin.
inline constexpr uint32_t compute_queues = 8;

}  // namespace mux::host::tuning

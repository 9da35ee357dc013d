// Every constant that trades one cost for another, with the reason for its value.
#pragma once

#include <cstddef>
#include <cstdint>

namespace mux::host::tuning {

// Tiles of work-groups per compute unit. With one tile per unit the slowest unit decides how long
// an ND-range takes; with six, at most a sixth of a unit's share is left when the others are done.
// Each tile costs one atomic add, so more would be cheap too, but tiles of few groups lose the
// streams that hardware prefetchers follow.
inline constexpr uint64_t tiles_per_compute_unit = 6;

// Lanes that the tiles of a command are divided into; each worker begins in one of its own and goes
// on in the others. More workers than this share lanes.
inline constexpr uint32_t most_lanes = 8;

// Bytes of a copy or a fill that one tile moves. A core moves about 10 GB/s here, so a tile takes
// some 25 us: far more than claiming it costs, little enough that a late worker still gets a share.
inline constexpr uint64_t transfer_tile_bytes = 256 * 1024;

// Copies of this size and above go past the caches. It is as much as the last-level cache of the
// largest machines at hand has: whoever reads the copy next would not find it there anyway. A copy
// of 1 GiB took 72 ms with plain stores and 46 ms past the caches on two cores; memcpy() on one
// thread took 86 ms.
inline constexpr uint64_t streamed_copy_bytes = 256 * 1024 * 1024;

// Outputs of kernels go past the caches if they are as large as the last-level cache, or as so many
// times the second-level caches, whatever is less. Two cores of a virtual Xeon with 2 MiB each
// wrote an array, which was then read, in 1.1 ms (16 MiB), 2.4 ms (32 MiB) and 6.5 ms (64 MiB) with
// plain stores, and in 1.4, 2.6 and 4.8 ms past the caches, although it shows a last level of 260
// MiB.
inline constexpr uint64_t streamed_output_per_second_level = 12;

// Bytes that the pattern of a fill is repeated to when the plan is built. A 64-byte fill with a
// pattern of 4 bytes inside a chain took 140 ns when it was repeated as it ran.
inline constexpr uint64_t fill_block_bytes = 64;

// Commands that one command waits for, or that wait for one, before a join stands between the two
// groups. A join costs as much as some ten edges, when the plan is built and when it runs.
inline constexpr uint32_t join_degree = 16;

// Copies and fills below this size are one tile: waking a second worker takes as long as moving it.
inline constexpr uint64_t transfer_split_bytes = 1024 * 1024;

// How often a thread looks at a taken lock before it sleeps. Sections are tens of nanoseconds long;
// a pause is about 60 ns on recent processors and 5 ns on older ones.
inline constexpr int lock_spins = 40;

// How often a worker with nothing to do looks for work before it sleeps: about 40 us on recent
// processors. Waking a sleeper costs the dispatching thread 2 us and the work 5 to 50 us of delay,
// so a stream of short dispatches should find the worker awake, also when the last kernel of each
// runs on another thread for some 20 us: with half of this, 64 such kernels on two cores took 1.81
// to 1.93 times less than on one, with this 1.90 to 2.01.
inline constexpr int idle_spins = 600;

// How often a thread that waits without limit looks at its fence, when there is nothing left to
// help with, before it sleeps: as often as an idle worker, and for the same reason. What is left is
// the rest of a tile that somebody else runs.
inline constexpr int wait_spins = 600;

// Workers that one thread wakes for a job; each of them wakes as many again while there are tiles
// left. Waking one takes about a microsecond, so on a large machine the thread that dispatches
// would otherwise spend longer on waking than many kernels run.
inline constexpr uint32_t summoned_at_once = 4;

// Ready jobs that enter the list together: a fan-out takes the lock once for so many, and holds it
// as long as linking them takes, some 10 ns each.
inline constexpr uint32_t linked_at_once = 16;

// How long a spare worker stays after the callback it stood in for has returned. Starting a thread
// takes about 50 us, and callbacks that wait tend to come in series.
inline constexpr uint64_t spare_linger_nanoseconds = 10'000'000;

// How long muxWaitAll() waits before it says what for, the first time: longer than what people
// call a pause.
inline constexpr uint64_t stall_report_nanoseconds = 5'000'000'000;

// Command buffers that such a report names.
inline constexpr int stall_report_runs = 16;

// Ready jobs that a helping muxWaitAll() looks at to find one it may run.
inline constexpr int wait_all_scan = 32;

// The work-group size to prefer in x when the kernel does not ask for one: enough work-items to
// fill the widest vectors many times over, few enough that what they keep across barriers stays in
// the level 2 cache.
inline constexpr size_t preferred_local_size = 256;

// Scratch blocks grow to multiples of this, so that kernels of similar need share them.
inline constexpr size_t scratch_granularity = 16 * 1024;

}  // namespace mux::host::tuning

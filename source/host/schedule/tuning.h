/// @file
/// Tuning constants of the scheduler, each with the reason for its value.
#pragma once

#include <cstddef>
#include <cstdint>

namespace mux::host::tuning {

/// Lanes that the tiles of a command are divided into. Each worker starts in its own lane and
/// continues in the others. More workers than this share lanes.
inline constexpr uint32_t max_lanes = 8;

/// Iterations for which an idle worker spins before it sleeps: about 40 us on recent processors.
/// Waking a sleeping worker costs the dispatching thread 2 us and delays the work by 5 to 50 us; so
/// a stream of short dispatches should find the worker awake, even if the last kernel of each runs
/// on another thread for some 20 us. Measured: with half of this value, 64 such kernels on two
/// cores took 1.81 to 1.93 times less than on one; with this value 1.90 to 2.01.
inline constexpr int idle_spins = 600;

/// Iterations (half a microsecond) before such a worker makes a requested call, so that a program
/// that waits right after its request can withdraw it and do the work itself. Measured without the
/// delay: one kernel and clFinish() took 2.3 to 2.5 us instead of 1.45.
inline constexpr int call_spins = 8;

/// Time for which a thread works alone on the submission that it waits for (muxDispatchForWaiter())
/// before it wakes others: about the delay that waking one causes.
inline constexpr uint64_t left_to_waiter_nanoseconds = 20'000;

/// Iterations for which a thread that waits without limit, and has nothing to execute, spins on its
/// fence before it sleeps: as for an idle worker, and for the same reason. Usually it waits for the
/// end of a tile that another thread runs.
inline constexpr int wait_spins = 600;

/// Workers that one thread wakes for a job; each of them wakes as many again while tiles are left.
/// Waking one takes about a microsecond, so on a large machine the dispatching thread would
/// otherwise spend longer on wake-ups than many kernels run.
inline constexpr uint32_t max_wakeups = 4;

/// Ready jobs that are added to the list at once: bounds the time that a fan-out holds the lock, at
/// some 10 ns for each.
inline constexpr uint32_t max_linked_jobs = 16;

/// Time for which a spare worker stays after the callback that it replaced has returned. Starting a
/// thread takes about 50 us, and callbacks that wait tend to come in series.
inline constexpr uint64_t spare_linger_nanoseconds = 10'000'000;

/// Time after which muxWaitAll() first logs what it waits for: longer than a usual pause.
inline constexpr uint64_t stall_report_nanoseconds = 5'000'000'000;

/// Command buffers named in such a report.
inline constexpr int stall_report_submissions = 16;

/// Command buffers that a helping muxWaitAll() searches for work.
inline constexpr int wait_all_scan = 32;

/// Size of a stack for kernels, unless one needs more. Reserves address space only; untouched pages
/// take no memory.
inline constexpr size_t own_stack_bytes = size_t{1} << 20;

/// Granularity of the size of scratch blocks, so that kernels with similar needs share them.
inline constexpr size_t scratch_granularity = 16 * 1024;

/// Size up to which a fill doubles its pattern before it copies whole blocks: small enough for the
/// level 1 cache, large enough for copies at full speed.
inline constexpr uint64_t repeated_block_bytes = 4096;

}  // namespace mux::host::tuning

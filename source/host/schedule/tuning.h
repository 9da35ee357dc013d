/// @file
/// Every constant that trades one cost for another, with the reason for its value.
#pragma once

#include <cstddef>
#include <cstdint>

namespace mux::host::tuning {

/// Lanes that the tiles of a command are divided into; each worker begins in one of its own and
/// goes on in the others. More workers than this share lanes.
inline constexpr uint32_t most_lanes = 8;

/// How often a worker with nothing to do looks for work before it sleeps: about 40 us on recent
/// processors. Waking a sleeper costs the dispatching thread 2 us and the work 5 to 50 us of delay,
/// so a stream of short dispatches should find the worker awake, also when the last kernel of each
/// runs on another thread for some 20 us: with half of this, 64 such kernels on two cores took 1.81
/// to 1.93 times less than on one, with this 1.90 to 2.01.
inline constexpr int idle_spins = 600;

/// How often such a worker looks again before it makes a call that was requested (half a
/// microsecond): a program that waits right after its request takes it back and does the work
/// itself. Without that, one kernel and clFinish() took 2.3 to 2.5 us instead of 1.45.
inline constexpr int call_spins = 8;

/// How long a thread works alone on what it waits for (muxDispatchForWaiter()) before it calls
/// others: about as long as waking one delays it and the work.
inline constexpr uint64_t left_to_waiter_nanoseconds = 20'000;

/// How often a thread that waits without limit looks at its fence, when there is nothing left to
/// help with, before it sleeps: as often as an idle worker, and for the same reason. What is left
/// is the rest of a tile that somebody else runs.
inline constexpr int wait_spins = 600;

/// Workers that one thread wakes for a job; each of them wakes as many again while there are tiles
/// left. Waking one takes about a microsecond, so on a large machine the thread that dispatches
/// would otherwise spend longer on waking than many kernels run.
inline constexpr uint32_t woken_at_once = 4;

/// Ready jobs that enter the list together: a fan-out takes the lock once for so many, and holds it
/// as long as linking them takes, some 10 ns each.
inline constexpr uint32_t linked_at_once = 16;

/// How long a spare worker stays after the callback it stood in for has returned. Starting a thread
/// takes about 50 us, and callbacks that wait tend to come in series.
inline constexpr uint64_t spare_linger_nanoseconds = 10'000'000;

/// How long muxWaitAll() waits before it says what for, the first time: longer than what people
/// call a pause.
inline constexpr uint64_t stall_report_nanoseconds = 5'000'000'000;

/// Command buffers that such a report names.
inline constexpr int stall_report_submissions = 16;

/// Command buffers that a helping muxWaitAll() looks at to find work that it may do.
inline constexpr int wait_all_scan = 32;

/// Bytes of a stack of our own, unless a kernel needs more. Address space: pages that are not
/// touched take no memory.
inline constexpr size_t own_stack_bytes = size_t{1} << 20;

/// Scratch blocks grow to multiples of this, so that kernels of similar need share them.
inline constexpr size_t scratch_granularity = 16 * 1024;

}  // namespace mux::host::tuning

/// @file
/// Tuning constants of queues: sizes of batches, and thresholds for waking a device thread.
#pragma once

#include <cstdint>

#include "client/kernel_cost.h"

namespace mux::client {

/// Maximum commands of a batch. Recorded commands take memory and delay the first command; beyond
/// some dozens, the cost per command no longer falls.
inline constexpr uint32_t max_batch_commands = 64;

/// A device thread that fetches the open batch waits for up to a microsecond (this many spins) for
/// the program to enqueue more, up to `enough_commands`, so that a stream of small commands is not
/// dispatched one by one. Measured for 5,000 kernels: 0.48 us for each instead of 0.52; 0.45 with
/// 32 spins.
inline constexpr int max_gathering_spins = 16;
inline constexpr uint32_t enough_commands = 16;

/// Batches that take no longer than this are left to the waiting thread if all device threads are
/// asleep. Waking one takes the program 8 to 10 us, and as long again until it runs. Measured: a
/// kernel of one work-group and a wait for it, 50 us to 5 ms after the previous one, took 10.6 us
/// with a wake-up, and takes 1.3; with a blocking read of a buffer in place of the wait, 27
/// and 1.7.
inline constexpr ExpectedTime max_time_left_to_waiter = 16'000;

/// Beyond this time of a batch, the costs of its kernels are considered outdated.
inline constexpr ExpectedTime outdated_cost_time = 4 * max_time_left_to_waiter;

/// Fixed time of a copy, and bandwidth of a copy from main memory.
inline constexpr ExpectedTime copy_start_time = 200;
inline constexpr uint64_t copied_bytes_per_nanosecond = 4;

}  // namespace mux::client

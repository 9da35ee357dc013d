/// @file
/// Thresholds for waking a device thread.
#pragma once

#include "client/kernel_cost.h"

namespace mux::client {

/// Batches that take no longer than this are left to the waiting thread if all device threads are
/// asleep. Waking one takes the program 8 to 10 us, and as long again until it runs. Measured: a
/// kernel of one work-group and clFinish(), 50 us to 5 ms after the previous one, took 10.6 us with
/// a wake-up, and takes 1.3; with a blocking clEnqueueReadBuffer() in place of clFinish(), 27 and
/// 1.7.
inline constexpr ExpectedTime max_time_left_to_waiter = 16'000;

/// Beyond this time of a batch, the costs of its kernels are considered outdated.
inline constexpr ExpectedTime outdated_cost_time = 4 * max_time_left_to_waiter;

}  // namespace mux::client

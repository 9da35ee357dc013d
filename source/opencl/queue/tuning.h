/// @file
/// When a queue wakes a thread of the device.
#pragma once

#include "opencl/support/kernel_cost.h"

namespace mux::opencl {

/// What takes no longer than this is left to the thread that will wait for it, if all threads of
/// the device sleep: waking one takes the program 8 to 10 us, and as long again until it works. A
/// kernel of one group and clFinish(), 50 us to 5 ms after the one before, took 10.6 us when one
/// was woken, and takes 1.3; with a blocking clEnqueueReadBuffer() in place of clFinish() 27
/// and 1.7.
inline constexpr ExpectedTime longest_left_to_waiter = 16'000;

/// Batches that take so much longer have kernels that are not what they were.
inline constexpr ExpectedTime far_too_long = 4 * longest_left_to_waiter;

}  // namespace mux::opencl

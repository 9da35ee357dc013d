/// @file
/// Every constant that trades one cost for another, with the reason for its value.
#pragma once

#include <cstddef>
#include <cstdint>

namespace mux::host::tuning {

/// Outputs of kernels go past the caches if they are as large as the last-level cache, or as so
/// many times the second-level caches, whatever is less. Two cores of a virtual Xeon with 2 MiB
/// each wrote an array, which was then read, in 1.1 ms (16 MiB), 2.4 ms (32 MiB) and 6.5 ms (64
/// MiB) with plain stores, and in 1.4, 2.6 and 4.8 ms past the caches, although it shows a last
/// level of 260 MiB.
inline constexpr uint64_t streamed_output_per_second_level = 12;

/// The work-group size to prefer in x when the kernel does not ask for one: enough work-items to
/// fill the widest vectors many times over, few enough that what they keep across barriers stays in
/// the level 2 cache.
inline constexpr size_t preferred_local_size = 256;

/// How many work-groups each compute unit should have at least, where the local size is the
/// implementation's choice: with so many the last ones leave no unit idle for longer than a fourth
/// of the time.
inline constexpr size_t suggested_groups_per_compute_unit = 4;

/// Compute queues of a device. A queue is three cache lines of the device and no thread, and costs
/// nothing while it is not used; so there are as many as programs ask for, whatever the machine
/// has. Programs keep a few in-order queues at once, one for each thread or stage; 8 is also how
/// many connections CUDA gives the streams of a process by default. A layer with more streams deals
/// them out in turn.
inline constexpr uint32_t compute_queues = 8;

}  // namespace mux::host::tuning

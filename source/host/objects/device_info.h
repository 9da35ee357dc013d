/// @file
/// What the host device is: read from the machine once, when somebody first asks, and never freed.
#pragma once

#include <mux/extensions.h>
#include <mux/mux.h>

#include <cstddef>
#include <cstdint>

namespace mux::host {

/// Work-items of a work-group, in all and in each dimension. Nothing in the code limits them, but a
/// group runs on one thread, and what its work-items keep across barriers lies in memory of that
/// thread's: with 8192 and 256 bytes each that is the level 2 cache of large processors. OpenCL
/// programs written for GPUs use 1024 at most, those written for CPUs up to 8192.
inline constexpr uint32_t max_work_group_size = 8192;

/// Alignment of device memory and of buffers in it: the largest OpenCL type, and two cache lines,
/// which is what adjacent-line prefetchers fetch.
inline constexpr uint32_t buffer_alignment = 128;

/// Local memory of a work-group. It is ordinary memory, so the limit is a choice: with 256 KiB it
/// still lies in the level 2 cache of most processors, and GPUs have less.
inline constexpr uint64_t shared_local_memory_size = 256 * 1024;

/// Pixels of an image in each dimension, and layers of an array: so many that a coordinate in
/// single precision still names each of them, and the sizes themselves are exact in single
/// precision, which reading planes relies on (compiler/builtins/library/images.inc).
inline constexpr uint32_t max_image_dimension = uint32_t{1} << 24;

/// Pixels of an image of one dimension, which OpenCL programs make of whole buffers and read at
/// integers: as many as an int counts.
inline constexpr uint32_t max_image_dimension_1d = INT32_MAX;

/// Images that a kernel can write, images that it can read, and samplers. The device does not count
/// them; so many of each at once are a list of parameters that the compiler still takes
/// (compiler/clang/nesting_guard.cpp).
inline constexpr uint32_t max_images = 1024;

/// Whether it is one that get_device_infos() hands out, and so is always there.
bool is_enumerated(mux_device_info_t info);

/// Bytes of a kernel's output that are too many for the caches (NdRange::large_output).
uint64_t large_output();

mux_result_t get_device_infos(uint32_t device_types, uint64_t device_infos_length,
                              mux_device_info_t *out_device_infos,
                              uint64_t *out_device_infos_length);

mux_result_t get_processor_infos(mux_device_info_t device_info, uint64_t infos_length,
                                 mux_processor_info_t *out_infos, uint64_t *out_infos_length);

}  // namespace mux::host

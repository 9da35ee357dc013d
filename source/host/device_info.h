// What the host device is: read from the machine once, when somebody first asks, and never freed.
#pragma once

#include <mux/mux.h>

#include <cstddef>
#include <cstdint>

namespace mux::host {

// Work-items of a work-group, in all and in each dimension: what OpenCL programs written for GPUs
// use at most, while what they keep across barriers stays in the level 2 cache.
inline constexpr uint32_t max_work_group_size = 1024;

// Alignment of device memory and of buffers in it: the largest OpenCL type, and two cache lines,
// which is what adjacent-line prefetchers fetch.
inline constexpr uint32_t buffer_alignment = 128;

// Local memory of a work-group. It is ordinary memory, so the limit is a choice: with 256 KiB it
// still lies in the level 2 cache of most processors, and GPUs have less.
inline constexpr uint64_t shared_local_memory_size = 256 * 1024;

// Pixels of an image in each dimension, and layers of an array. Nothing in the device limits them,
// but a coordinate in single precision still has eight bits for the place between two pixels at the
// far end of so many, as many as texture units filter with. OpenCL asks for 16384, for 2048 in
// three dimensions and of layers.
inline constexpr uint32_t max_image_dimension = 65536;

// Images that a kernel can write, images that it can read, and samplers. Nothing limits them
// either, so these are what OpenCL promises its programs.
inline constexpr uint32_t max_storage_images = 64;
inline constexpr uint32_t max_sampled_images = 128;
inline constexpr uint32_t max_samplers = 16;

// Whether it is one that get_device_infos() hands out, and so is always there.
bool is_enumerated(mux_device_info_t info);

// Bytes of a kernel's output that are too many for the caches (NdRange::large_output).
uint64_t large_output();

mux_result_t get_device_infos(uint32_t device_types, uint64_t device_infos_length,
                              mux_device_info_t *out_device_infos,
                              uint64_t *out_device_infos_length);

}  // namespace mux::host

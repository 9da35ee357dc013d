/// @file
/// Properties of the host device: read from the machine once, on first use, and never freed.
#pragma once

#include <mux/extensions.h>
#include <mux/mux.h>

#include <cstddef>
#include <cstdint>

namespace mux::host {

/// Maximum number of work-items of a work-group, in total and in each dimension. The implementation
/// has no limit, but a group runs on one thread, which stores the values live across barriers of
/// all its work-items: with 8192 and 256 bytes each, that fills the level 2 cache of large
/// processors. OpenCL programs for GPUs use up to 1024, those for CPUs up to 8192.
inline constexpr uint32_t max_work_group_size = 8192;

/// Alignment of device memory and of buffers: the largest OpenCL type, and two cache lines, which
/// adjacent-line prefetchers fetch together.
inline constexpr uint32_t buffer_alignment = 128;

/// Local memory of a work-group. It is ordinary memory, so the limit is a choice: 256 KiB fit the
/// level 2 cache of most processors, and GPUs have less.
inline constexpr uint64_t shared_local_memory_size = 256 * 1024;

/// Maximum size of an image in each dimension, and number of layers: single precision represents
/// every coordinate and the sizes exactly, on which reading planes relies
/// (codegen/builtins/library/images.inc).
inline constexpr uint32_t max_image_dimension = uint32_t{1} << 24;

/// Maximum size of a one-dimensional image, which OpenCL programs create from whole buffers and
/// read with integer coordinates.
inline constexpr uint32_t max_image_dimension_1d = INT32_MAX;

/// Maximum number of images that a kernel reads, of images that it writes, and of samplers. Limited
/// only by the number of parameters that the compiler accepts (codegen/clang/nesting_guard.cpp).
inline constexpr uint32_t max_images = 1024;

/// Whether it is one of the infos of get_device_infos(), which are never freed.
bool is_enumerated(mux_device_info_t info);

/// Size in bytes from which a kernel's output does not fit the caches
/// (NdRange::nontemporal_threshold).
uint64_t nontemporal_threshold();

mux_result_t get_device_infos(uint32_t device_types, uint64_t device_infos_length,
                              mux_device_info_t *out_device_infos,
                              uint64_t *out_device_infos_length);

mux_result_t get_processor_infos(mux_device_info_t device_info, uint64_t infos_length,
                                 mux_processor_info_t *out_infos, uint64_t *out_infos_length);

}  // namespace mux::host

/// @file
/// Limits reported by OpenCL that the mux device does not define.
#pragma once

#include <mux/mux.h>

#include <cstddef>
#include <cstdint>

namespace mux::opencl::limits {

/// In bytes: alignment of buffers and of sub-buffer origins. The size of ulong16, the largest type
/// of OpenCL C.
inline constexpr uint32_t base_alignment = 128;
/// CL_DEVICE_MAX_CONSTANT_ARGS, and CL_DEVICE_MAX_PARAMETER_SIZE in bytes. There are no such
/// limits, but programs expect values.
inline constexpr uint32_t constant_arguments = 480;
inline constexpr size_t parameter_size = 4096;
/// CL_DEVICE_MAX_PIPE_ARGS and CL_DEVICE_PIPE_MAX_ACTIVE_RESERVATIONS: no such limits exist either.
inline constexpr uint32_t pipe_arguments = 16;
inline constexpr uint32_t pipe_reservations = 65536;
/// In pixels of one byte: alignment of the base address and of the row pitch of images created from
/// buffers.
inline constexpr uint32_t image_base_alignment = 128;
inline constexpr uint32_t image_pitch_alignment = 1;

/// CL_DEVICE_MAX_CONSTANT_BUFFER_SIZE and CL_DEVICE_MAX_GLOBAL_VARIABLE_SIZE. Both are global
/// memory, limited only by the memory size. Programs allocate several of the reported size and
/// copies on the host, so it is an eighth of memory.
uint64_t constant_buffer_size(const mux_device_info_s &info);
size_t global_variable_size(const mux_device_info_s &info);

/// Maximum width, height and depth of images. Programs create images that have the maximum size in
/// all dimensions at once, so these are the largest powers of two for which a square or cube of the
/// largest pixels fits in device memory; never below the minimum that OpenCL requires.
size_t image_2d_limit(const mux_device_info_s &info);
size_t image_3d_limit(const mux_device_info_s &info);
/// Maximum pixels of a 1D image buffer: the largest allocation in bytes.
size_t image_buffer_limit(const mux_device_info_s &info);

}  // namespace mux::opencl::limits

/// @file
/// Limits of the layer's own, which the mux device does not have.
#pragma once

#include <mux/mux.h>

#include <cstddef>
#include <cstdint>

namespace mux::opencl::limits {

/// Bytes: where buffers begin, and sub-buffers may. The size of the largest type of OpenCL C,
/// ulong16.
inline constexpr uint32_t base_alignment = 128;
/// Arguments in constant memory of a kernel, and the bytes of all its arguments: there are no such
/// limits, but programs expect one.
inline constexpr uint32_t constant_arguments = 480;
inline constexpr size_t parameter_size = 4096;
/// Pipes among a kernel's arguments, and reservations of a work-item in a pipe that are not
/// committed: there are no such limits either.
inline constexpr uint32_t pipe_arguments = 16;
inline constexpr uint32_t pipe_reservations = 65536;
/// Pixels, of one byte: where the memory of a buffer begins that images are made from, and its
/// rows.
inline constexpr uint32_t image_base_alignment = 128;
inline constexpr uint32_t image_pitch_alignment = 1;

/// The largest buffer in constant memory, and the largest variable of a program. Both are global
/// memory, without a limit of their own but memory itself. Programs take these numbers for
/// something that they can have several of, with copies on the host: that is an eighth of memory.
uint64_t constant_buffer_size(const mux_device_info_s &info);
size_t global_variable_size(const mux_device_info_s &info);

/// How long images may be in one direction. Programs take the limits of all directions at once for
/// something that there can be, so these are the largest powers of two with which the memory of a
/// device holds a square, or a cube, of the largest pixels; but no less than OpenCL asks for.
size_t image_2d_limit(const mux_device_info_s &info);
size_t image_3d_limit(const mux_device_info_s &info);
/// Pixels of an image that is made from a buffer: as many as an allocation has bytes.
size_t image_buffer_limit(const mux_device_info_s &info);

}  // namespace mux::opencl::limits

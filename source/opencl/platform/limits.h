/// @file
/// Limits of the layer's own, which the mux device does not have.
#pragma once

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
/// Pixels: rows of images that are made from buffers.
inline constexpr uint32_t image_alignment_pixels = 1;

}  // namespace mux::opencl::limits

/// @file
/// Formats of pixels.
#pragma once

#include <mux/mux.h>

#include <cstddef>
#include <vector>

#include "opencl/context/context.h"

namespace mux::opencl {

/// Bytes of a pixel; 0 if OpenCL does not know such a format.
size_t pixel_size(const cl_image_format &format);

/// Formats of images of this type that at least one device has, for kernels that use them as the
/// flags say.
std::vector<cl_image_format> supported_formats(const Context &context, cl_mem_flags flags,
                                               cl_mem_object_type type);

/// Whether it is one of the types of images.
bool is_image_type(cl_mem_object_type type);

/// How many dimensions such an image has, not counting layers.
mux_image_type_e mux_image_type(cl_mem_object_type type);

}  // namespace mux::opencl

/// @file
/// Image formats.
#pragma once

#include <mux/mux.h>

#include <cstddef>
#include <vector>

#include "opencl/context/context.h"

namespace mux::opencl {

/// Size of a pixel in bytes; 0 for formats that OpenCL does not define.
size_t pixel_size(const cl_image_format &format);

/// Formats that at least one device supports for the image type and the access of the flags.
std::vector<cl_image_format> supported_formats(const Context &context, cl_mem_flags flags,
                                               cl_mem_object_type type);

/// Whether it is an image type.
bool is_image_type(cl_mem_object_type type);

/// The mux image type, whose dimensions do not count layers.
mux_image_type_e mux_image_type(cl_mem_object_type type);

}  // namespace mux::opencl

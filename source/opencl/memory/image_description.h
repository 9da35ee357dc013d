/// @file
/// What a program wants an image to be, checked.
#pragma once

#include "opencl/memory/image.h"

namespace mux::opencl {

/// How an image is asked for.
struct ImageRequest {
  Context &context;
  const cl_image_format *format;
  const cl_image_desc *description;
  /// Whether the program gives its pixels, or memory for them.
  bool has_memory;
  /// The code for a pitch that is none.
  cl_int invalid_pitch = CL_INVALID_IMAGE_DESCRIPTOR;
};

/// The object whose pixels the image is to have, or NULL.
MemObject *parent_of(const ImageRequest &request);

/// The image that is asked for. Fails with the code that clCreateImage() names for whatever is
/// wrong with the format or the description.
ImageShape checked_shape(const ImageRequest &request, MemObject *parent);

}  // namespace mux::opencl

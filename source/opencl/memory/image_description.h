/// @file
/// Validation of cl_image_desc and cl_image_format.
#pragma once

#include "opencl/memory/image.h"

namespace mux::opencl {

/// Arguments of an image creation.
struct ImageRequest {
  Context &context;
  const cl_image_format *format;
  const cl_image_desc *description;
  /// Whether host_ptr or external memory provides the pixels or their storage.
  bool has_memory;
  /// The error code for an invalid pitch.
  cl_int invalid_pitch = CL_INVALID_IMAGE_DESCRIPTOR;
};

/// The object whose memory the image uses, or NULL.
MemObject *parent_of(const ImageRequest &request);

/// Validates the format and description. Fails with the codes of clCreateImage().
ImageShape checked_shape(const ImageRequest &request, MemObject *parent);

}  // namespace mux::opencl

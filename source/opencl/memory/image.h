/// @file
/// An image, with its own memory or that of a buffer or another image.
#pragma once

#include "opencl/memory/mem_object.h"

namespace mux::opencl {

/// Validated format and dimensions. Members that the image type does not have are 0, as in
/// clGetImageInfo().
struct ImageShape {
  cl_image_format format;
  cl_mem_object_type type;
  size_t pixel_size;
  size_t width;
  size_t height;
  size_t depth;
  size_t array_size;
  size_t row_pitch;
  /// 0 for images without slices or layers.
  size_t slice_pitch;

  /// Size in pixels, as commands count it: layers are the last dimension.
  mux_extent_3d_t extent() const;
  /// Size in bytes.
  size_t size() const;
};

class Image final : public MemObject {
 public:
  static constexpr const char *invalid_text = "not an image of this platform";

  /// @param host pointer for CL_MEM_USE_HOST_PTR or CL_MEM_COPY_HOST_PTR; else NULL.
  /// @param foreign the imported memory; else NULL.
  Image(Context &context, cl_mem_flags flags, std::vector<cl_mem_properties> properties,
        const ImageShape &shape, void *host, std::unique_ptr<ImportedMemory> foreign = nullptr);
  /// Uses the memory of a buffer or image.
  Image(MemObject &parent, cl_mem_flags flags, std::vector<cl_mem_properties> properties,
        const ImageShape &shape);

  const ImageShape &shape() const { return shape_; }
  /// The mux image of a device, by its index in the context.
  mux_image_t on(size_t device_index) const { return images_.on(device_index); }

 private:
  mux_image_t make(size_t device_index, Device &device) const;

  ImageShape shape_;
  OwnedByDevice<mux_image_t, muxDestroyImage> images_;
};

/// The image of a handle. Fails if it is not an image.
Image &checked_image(cl_mem handle);

}  // namespace mux::opencl

/// @file
/// An image, with memory of its own or that of a buffer or of another image.
#pragma once

#include "opencl/memory/mem_object.h"

namespace mux::opencl {

/// What an image is, all of it checked. Members that a type does not have are 0, as
/// clGetImageInfo() tells them.
struct ImageShape {
  cl_image_format format;
  cl_mem_object_type type;
  size_t pixel_size;
  size_t width;
  size_t height;
  size_t depth;
  size_t array_size;
  size_t row_pitch;
  /// 0 for images of a single slice.
  size_t slice_pitch;

  /// Pixels in each dimension, as commands count them: layers are the last one.
  mux_extent_3d_t extent() const;
  /// All its bytes.
  size_t size() const;
};

class Image final : public MemObject {
 public:
  static constexpr const char *invalid_text = "not an image of this platform";

  /// @param host the program's memory that `flags` say to use or to copy; else NULL.
  /// @param foreign the memory that it is imported from; else NULL.
  Image(Context &context, cl_mem_flags flags, std::vector<cl_mem_properties> properties,
        const ImageShape &shape, void *host, std::unique_ptr<ForeignMemory> foreign = nullptr);
  /// Of the pixels that a buffer or an image has.
  Image(MemObject &parent, cl_mem_flags flags, std::vector<cl_mem_properties> properties,
        const ImageShape &shape);

  const ImageShape &shape() const { return shape_; }
  /// The device's, by its position in the context.
  mux_image_t on(size_t device_index) const { return images_.on(device_index); }

 private:
  mux_image_t make(size_t device_index, Device &device) const;

  ImageShape shape_;
  OwnedByDevice<mux_image_t, muxDestroyImage> images_;
};

/// The image behind a handle of the program's. Fails if it is something else.
Image &checked_image(cl_mem handle);

}  // namespace mux::opencl

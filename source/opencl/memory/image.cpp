#include "opencl/memory/image.h"

#include <algorithm>

#include "opencl/memory/image_formats.h"

namespace mux::opencl {
namespace {

uint32_t at_least_one(size_t count) {
  return static_cast<uint32_t>(std::max<size_t>(count, 1));
}

}  // namespace

mux_extent_3d_t ImageShape::extent() const {
  switch (type) {
    case CL_MEM_OBJECT_IMAGE1D_ARRAY:
      return {width, array_size, 1};
    case CL_MEM_OBJECT_IMAGE2D_ARRAY:
      return {width, height, array_size};
    default:
      return {width, at_least_one(height), at_least_one(depth)};
  }
}

size_t ImageShape::size() const {
  return slice_pitch != 0 ? slice_pitch * std::max(depth, array_size)
                          : row_pitch * at_least_one(height);
}

Image::Image(Context &context, cl_mem_flags flags, std::vector<cl_mem_properties> properties,
             const ImageShape &shape, void *host, std::unique_ptr<ImportedMemory> foreign)
    : MemObject(context, {shape.type, flags, std::move(properties), shape.size(), host, false,
                          std::move(foreign)}),
      shape_(shape),
      images_(context.devices(),
              [&](size_t index, Device &device) { return make(index, device); }) {}

Image::Image(MemObject &parent, cl_mem_flags flags, std::vector<cl_mem_properties> properties,
             const ImageShape &shape)
    : MemObject(parent, {shape.type, flags, std::move(properties), shape.size(), nullptr}, 0),
      shape_(shape),
      images_(context().devices(),
              [&](size_t index, Device &device) { return make(index, device); }) {}

mux_image_t Image::make(size_t device_index, Device &device) const {
  // The format values of mux are those of OpenCL.
  const auto format = static_cast<mux_image_format_e>(shape_.format.image_channel_order |
                                                      shape_.format.image_channel_data_type << 16);
  mux_image_t image = nullptr;
  check(muxCreateImage(device.mux(), mux_image_type(shape_.type), format,
                       static_cast<uint32_t>(shape_.width), at_least_one(shape_.height),
                       at_least_one(shape_.depth), static_cast<uint32_t>(shape_.array_size),
                       shape_.row_pitch, shape_.slice_pitch, client::allocator(), &image));
  Owned<mux_image_t, muxDestroyImage> owned(device, image);
  check(muxBindImageMemory(device.mux(), storage().on(device_index), image, offset()));
  return owned.release();
}

Image *MemObject::as_image() {
  const bool is_image = type_ != CL_MEM_OBJECT_BUFFER && type_ != CL_MEM_OBJECT_PIPE;
  return is_image ? static_cast<Image *>(this) : nullptr;
}

Image &checked_image(cl_mem handle) {
  Image *image = checked<MemObject>(handle).as_image();
  require(image != nullptr, CL_INVALID_MEM_OBJECT, Image::invalid_text);
  return *image;
}

}  // namespace mux::opencl

#include "opencl/memory/image_description.h"

#include <algorithm>

#include "opencl/memory/buffer.h"
#include "opencl/memory/image_formats.h"
#include "opencl/platform/limits.h"

namespace mux::opencl {
namespace {

bool has_layers(cl_mem_object_type type) {
  return type == CL_MEM_OBJECT_IMAGE1D_ARRAY || type == CL_MEM_OBJECT_IMAGE2D_ARRAY;
}

bool has_slices(cl_mem_object_type type) {
  return has_layers(type) || type == CL_MEM_OBJECT_IMAGE3D;
}

bool has_height(cl_mem_object_type type) {
  return mux_image_type(type) != mux_image_type_1d;
}

/// Reads only the members that the image type has.
ImageShape shape_of(const cl_image_format &format, const cl_image_desc &description) {
  const cl_mem_object_type type = description.image_type;
  ImageShape shape{};
  shape.format = format;
  shape.type = type;
  shape.pixel_size = pixel_size(format);
  shape.width = description.image_width;
  shape.height = has_height(type) ? description.image_height : 0;
  shape.depth = type == CL_MEM_OBJECT_IMAGE3D ? description.image_depth : 0;
  shape.array_size = has_layers(type) ? description.image_array_size : 0;
  return shape;
}

bool fits(const ImageShape &shape, const mux_device_info_s &info) {
  const auto within = [](size_t value, size_t most) { return value >= 1 && value <= most; };
  switch (shape.type) {
    case CL_MEM_OBJECT_IMAGE1D_BUFFER:
      return within(shape.width, limits::image_buffer_limit(info));
    case CL_MEM_OBJECT_IMAGE3D:
      return within(shape.width, limits::image_3d_limit(info)) &&
             within(shape.height, limits::image_3d_limit(info)) &&
             within(shape.depth, limits::image_3d_limit(info));
    default:
      return within(shape.width, limits::image_2d_limit(info)) &&
             (!has_height(shape.type) || within(shape.height, limits::image_2d_limit(info))) &&
             (!has_layers(shape.type) || within(shape.array_size, info.max_image_array_layers));
  }
}

void require_dimensions(const ImageShape &shape, const Context &context) {
  // The image is created on each device, so it must fit all of them.
  require(
      std::ranges::all_of(context.devices(),
                          [&](const Ref<Device> &device) { return fits(shape, *device->info()); }),
      CL_INVALID_IMAGE_SIZE, "a dimension of the image is 0 or exceeds a limit of a device");
}

void set_pitches(ImageShape &shape, const ImageRequest &request, const MemObject *parent) {
  const cl_image_desc &description = *request.description;
  const bool wants_pitch = description.image_row_pitch != 0 || description.image_slice_pitch != 0;
  require(!wants_pitch || request.has_memory || parent != nullptr, request.invalid_pitch,
          "the image has pitches, but no host_ptr or mem_object");
  const size_t row = shape.width * shape.pixel_size;
  shape.row_pitch = description.image_row_pitch != 0 ? description.image_row_pitch : row;
  require(shape.row_pitch >= row && shape.row_pitch % shape.pixel_size == 0, request.invalid_pitch,
          "image_row_pitch is less than a row or not a multiple of the pixel size");
  if (!has_slices(shape.type)) {
    return;
  }
  size_t slice = 0;
  const bool countable =
      !__builtin_mul_overflow(shape.row_pitch, std::max<size_t>(shape.height, 1), &slice);
  require(countable, CL_INVALID_IMAGE_SIZE, "the size of the image in bytes exceeds size_t");
  shape.slice_pitch = description.image_slice_pitch != 0 ? description.image_slice_pitch : slice;
  require(shape.slice_pitch >= slice && shape.slice_pitch % shape.row_pitch == 0,
          request.invalid_pitch,
          "image_slice_pitch is less than a slice or not a multiple of image_row_pitch");
}

void require_representable_size(const ImageShape &shape) {
  size_t size = 0;
  const bool countable =
      shape.slice_pitch != 0
          ? !__builtin_mul_overflow(shape.slice_pitch, std::max(shape.depth, shape.array_size),
                                    &size)
          : !__builtin_mul_overflow(shape.row_pitch, std::max<size_t>(shape.height, 1), &size);
  require(countable, CL_INVALID_IMAGE_SIZE, "the size of the image in bytes exceeds size_t");
}

/// Whether an image with channel order `from` can be viewed with channel order `to`.
bool compatible(cl_channel_order from, cl_channel_order to) {
  struct Orders {
    cl_channel_order one;
    cl_channel_order other;
  };
  constexpr Orders both_ways[] = {
      {CL_BGRA, CL_sBGRA}, {CL_RGBA, CL_sRGBA}, {CL_RGB, CL_sRGB}, {CL_RGBx, CL_sRGBx}};
  return (from == CL_R && to == CL_DEPTH) ||
         std::ranges::any_of(both_ways, [&](const Orders &orders) {
           return (orders.one == from && orders.other == to) ||
                  (orders.one == to && orders.other == from);
         });
}

void require_same_pixels(const ImageShape &shape, const Image &image) {
  const ImageShape &other = image.shape();
  require(shape.type == other.type && shape.width == other.width && shape.height == other.height &&
              shape.row_pitch == other.row_pitch,
          CL_INVALID_IMAGE_DESCRIPTOR, "image_desc differs from that of the parent image");
  require(shape.format.image_channel_data_type == other.format.image_channel_data_type &&
              compatible(other.format.image_channel_order, shape.format.image_channel_order),
          CL_INVALID_IMAGE_FORMAT_DESCRIPTOR,
          "the image format is incompatible with that of the parent image");
}

void require_fitting(const ImageShape &shape, const MemObject &parent) {
  const size_t alignment = limits::image_pitch_alignment * shape.pixel_size;
  require(shape.type != CL_MEM_OBJECT_IMAGE2D ||
              (reinterpret_cast<uintptr_t>(parent.data()) % alignment == 0 &&
               shape.row_pitch % alignment == 0),
          CL_INVALID_IMAGE_FORMAT_DESCRIPTOR,
          "the buffer or image_row_pitch is not aligned for image pixels");
  require(shape.size() <= parent.size(), CL_INVALID_IMAGE_SIZE,
          "the buffer is smaller than the image");
}

void require_supported(const ImageShape &shape, const Context &context) {
  const std::vector<cl_image_format> formats =
      supported_formats(context, CL_MEM_READ_ONLY, shape.type);
  require(std::ranges::any_of(
              formats,
              [&](const cl_image_format &format) {
                return format.image_channel_order == shape.format.image_channel_order &&
                       format.image_channel_data_type == shape.format.image_channel_data_type;
              }),
          CL_IMAGE_FORMAT_NOT_SUPPORTED, "no device supports the image format");
}

}  // namespace

MemObject *parent_of(const ImageRequest &request) {
  require(request.description != nullptr, CL_INVALID_IMAGE_DESCRIPTOR, "image_desc is NULL");
  const cl_image_desc &description = *request.description;
  const cl_mem_object_type type = description.image_type;
  require(is_image_type(type), CL_INVALID_IMAGE_DESCRIPTOR, "unknown image type");
  cl_mem handle = description.mem_object;
  if (handle == nullptr) {
    require(type != CL_MEM_OBJECT_IMAGE1D_BUFFER, CL_INVALID_IMAGE_DESCRIPTOR,
            "CL_MEM_OBJECT_IMAGE1D_BUFFER needs a buffer in mem_object");
    return nullptr;
  }
  MemObject &parent =
      checked<MemObject>(handle, CL_INVALID_IMAGE_DESCRIPTOR, "mem_object is not a memory object");
  require_same(parent.context(), request.context);
  require(type == CL_MEM_OBJECT_IMAGE2D ||
              (type == CL_MEM_OBJECT_IMAGE1D_BUFFER && parent.as_buffer() != nullptr),
          CL_INVALID_IMAGE_DESCRIPTOR,
          "an image of this type cannot be created from this memory object");
  return &parent;
}

ImageShape checked_shape(const ImageRequest &request, MemObject *parent) {
  require(request.format != nullptr && pixel_size(*request.format) != 0,
          CL_INVALID_IMAGE_FORMAT_DESCRIPTOR, "unknown image format");
  const cl_image_desc &description = *request.description;
  require(description.num_mip_levels == 0 && description.num_samples == 0,
          CL_INVALID_IMAGE_DESCRIPTOR, "num_mip_levels and num_samples must be 0");
  ImageShape shape = shape_of(*request.format, description);
  require_dimensions(shape, request.context);
  set_pitches(shape, request, parent);
  require_representable_size(shape);
  if (parent != nullptr) {
    if (const Image *image = parent->as_image()) {
      require_same_pixels(shape, *image);
    } else {
      require_fitting(shape, *parent);
    }
  }
  require_supported(shape, request.context);
  return shape;
}

}  // namespace mux::opencl

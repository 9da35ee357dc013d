// Entry points that create and query images.

#include <algorithm>

#include "opencl/memory/flags.h"
#include "opencl/memory/image_description.h"
#include "opencl/memory/image_formats.h"
#include "opencl/memory/properties.h"
#include "opencl/support/call.h"
#include "opencl/support/info.h"

using namespace mux::opencl;

namespace {

constexpr cl_mem_flags known_image_flags =
    flags::access | flags::host_access | flags::bytes | CL_MEM_KERNEL_READ_AND_WRITE;

void require_image_support(const Context &context) {
  require(
      std::ranges::any_of(context.devices(),
                          [](const Ref<Device> &device) { return device->info()->image_support; }),
      CL_INVALID_OPERATION, "no device of the context supports images");
}

/// For images created from buffers, clCreateImage() reports an invalid pitch with another code.
cl_int invalid_pitch(const ImageRequest &request, MemObject *parent) {
  return parent != nullptr && parent->as_buffer() != nullptr ? CL_INVALID_IMAGE_FORMAT_DESCRIPTOR
                                                             : request.invalid_pitch;
}

cl_mem create_image(ImageRequest request, const cl_mem_properties *properties, cl_mem_flags flags,
                    void *host_ptr) {
  require_image_support(request.context);
  const MemProperties copy = checked_image_properties(request.context, properties);
  flags::check(flags, known_image_flags);
  request.has_memory = request.has_memory || copy.external;
  MemObject *parent = parent_of(request);
  require(parent == nullptr || !copy.external, CL_INVALID_PROPERTY,
          "the memory is imported, but mem_object is not NULL");
  const cl_mem_flags inherited = parent != nullptr ? flags::inherit(flags, parent->flags()) : flags;
  request.invalid_pitch = invalid_pitch(request, parent);
  const ImageShape shape = checked_shape(request, parent);
  std::unique_ptr<ImportedMemory> foreign =
      import_memory(copy, flags, host_ptr, shape.size(), CL_INVALID_IMAGE_SIZE);
  flags::check_host_pointer(flags, host_ptr);
  if (parent != nullptr) {
    return New<Image>(*parent, inherited, copy.list, shape).give();
  }
  New<Image> image(request.context, flags, copy.list, shape, host_ptr, std::move(foreign));
  close_imported(copy);
  return image.give();
}

/// Implements clCreateImage2D() and clCreateImage3D().
cl_mem create_old_image(cl_context context, cl_mem_flags flags, const cl_image_format *format,
                        const cl_image_desc &description, void *host_ptr) {
  return create_image(
      {checked<Context>(context), format, &description, host_ptr != nullptr, CL_INVALID_IMAGE_SIZE},
      nullptr, flags, host_ptr);
}

cl_int get_formats(cl_context context, cl_mem_flags flags, cl_mem_object_type type,
                   cl_uint num_entries, cl_image_format *formats, cl_uint *count) {
  const Context &object = checked<Context>(context);
  flags::check(flags, known_image_flags);
  require(is_image_type(type), CL_INVALID_VALUE, "unknown image type");
  require(num_entries != 0 || formats == nullptr, CL_INVALID_VALUE,
          "num_entries is 0, but image_formats is not NULL");
  const std::vector<cl_image_format> supported =
      supported_formats(object, flags & (flags::access | CL_MEM_KERNEL_READ_AND_WRITE), type);
  write_list(std::span(supported), num_entries, formats, count);
  return CL_SUCCESS;
}

void image_info(const Image &image, cl_image_info name, const InfoOut &out) {
  const ImageShape &shape = image.shape();
  switch (name) {
    case CL_IMAGE_FORMAT:
      return out.of(shape.format);
    case CL_IMAGE_ELEMENT_SIZE:
      return out.of(shape.pixel_size);
    case CL_IMAGE_ROW_PITCH:
      return out.of(shape.row_pitch);
    case CL_IMAGE_SLICE_PITCH:
      return out.of(shape.slice_pitch);
    case CL_IMAGE_WIDTH:
      return out.of(shape.width);
    case CL_IMAGE_HEIGHT:
      return out.of(shape.height);
    case CL_IMAGE_DEPTH:
      return out.of(shape.depth);
    case CL_IMAGE_ARRAY_SIZE:
      return out.of(shape.array_size);
    case CL_IMAGE_BUFFER: {
      const MemObject *parent = image.parent();
      return out.of<cl_mem>(
          parent != nullptr && parent->type() == CL_MEM_OBJECT_BUFFER ? image.parent() : nullptr);
    }
    case CL_IMAGE_NUM_MIP_LEVELS:
    case CL_IMAGE_NUM_SAMPLES:
      return out.of(cl_uint{0});
    default:
      fail_unknown_info("an image", name);
  }
}

}  // namespace

cl_mem clCreateImage(cl_context context, cl_mem_flags flags, const cl_image_format *image_format,
                     const cl_image_desc *image_desc, void *host_ptr, cl_int *errcode_ret) {
  return create<Context>("clCreateImage", context, errcode_ret, [&] {
    return create_image({checked<Context>(context), image_format, image_desc, host_ptr != nullptr},
                        nullptr, flags, host_ptr);
  });
}

cl_mem clCreateImageWithProperties(cl_context context, const cl_mem_properties *properties,
                                   cl_mem_flags flags, const cl_image_format *image_format,
                                   const cl_image_desc *image_desc, void *host_ptr,
                                   cl_int *errcode_ret) {
  return create<Context>("clCreateImageWithProperties", context, errcode_ret, [&] {
    return create_image({checked<Context>(context), image_format, image_desc, host_ptr != nullptr},
                        properties, flags, host_ptr);
  });
}

cl_mem clCreateImage2D(cl_context context, cl_mem_flags flags, const cl_image_format *image_format,
                       size_t image_width, size_t image_height, size_t image_row_pitch,
                       void *host_ptr, cl_int *errcode_ret) {
  return create<Context>("clCreateImage2D", context, errcode_ret, [&] {
    cl_image_desc description{};
    description.image_type = CL_MEM_OBJECT_IMAGE2D;
    description.image_width = image_width;
    description.image_height = image_height;
    description.image_row_pitch = image_row_pitch;
    return create_old_image(context, flags, image_format, description, host_ptr);
  });
}

cl_mem clCreateImage3D(cl_context context, cl_mem_flags flags, const cl_image_format *image_format,
                       size_t image_width, size_t image_height, size_t image_depth,
                       size_t image_row_pitch, size_t image_slice_pitch, void *host_ptr,
                       cl_int *errcode_ret) {
  return create<Context>("clCreateImage3D", context, errcode_ret, [&] {
    cl_image_desc description{};
    description.image_type = CL_MEM_OBJECT_IMAGE3D;
    description.image_width = image_width;
    description.image_height = image_height;
    // These functions use depth 1 for 2D images.
    description.image_depth = image_depth != 1 ? image_depth : 0;
    description.image_row_pitch = image_row_pitch;
    description.image_slice_pitch = image_slice_pitch;
    return create_old_image(context, flags, image_format, description, host_ptr);
  });
}

cl_int clGetSupportedImageFormats(cl_context context, cl_mem_flags flags,
                                  cl_mem_object_type image_type, cl_uint num_entries,
                                  cl_image_format *image_formats, cl_uint *num_image_formats) {
  return call("clGetSupportedImageFormats", [&] {
    return get_formats(context, flags, image_type, num_entries, image_formats, num_image_formats);
  });
}

cl_int clGetImageInfo(cl_mem image, cl_image_info param_name, size_t param_value_size,
                      void *param_value, size_t *param_value_size_ret) {
  return call("clGetImageInfo", [&] {
    image_info(checked_image(image), param_name,
               {param_value_size, param_value, param_value_size_ret});
  });
}

#include "opencl/memory/image_formats.h"

#include <algorithm>
#include <bit>

namespace mux::opencl {
namespace {

size_t channels(cl_channel_order order) {
  switch (order) {
    case CL_R:
    case CL_A:
    case CL_DEPTH:
    case CL_LUMINANCE:
    case CL_INTENSITY:
      return 1;
    case CL_RG:
    case CL_RA:
    case CL_Rx:
      return 2;
    case CL_RGB:
    case CL_RGx:
    case CL_sRGB:
      return 3;
    case CL_RGBA:
    case CL_ARGB:
    case CL_BGRA:
    case CL_ABGR:
    case CL_RGBx:
    case CL_sRGBA:
    case CL_sBGRA:
    case CL_sRGBx:
      return 4;
    default:
      return 0;
  }
}

/// Bytes of a channel that does not share a word with others.
size_t channel_size(cl_channel_type type) {
  switch (type) {
    case CL_SNORM_INT8:
    case CL_UNORM_INT8:
    case CL_SIGNED_INT8:
    case CL_UNSIGNED_INT8:
      return 1;
    case CL_SNORM_INT16:
    case CL_UNORM_INT16:
    case CL_SIGNED_INT16:
    case CL_UNSIGNED_INT16:
    case CL_HALF_FLOAT:
      return 2;
    case CL_SIGNED_INT32:
    case CL_UNSIGNED_INT32:
    case CL_FLOAT:
      return 4;
    default:
      return 0;
  }
}

bool equal(const cl_image_format &one, const cl_image_format &other) {
  return one.image_channel_order == other.image_channel_order &&
         one.image_channel_data_type == other.image_channel_data_type;
}

/// Whether the format is supported. The current specification contradicts earlier versions, and the
/// conformance tests, about these: CL_Rx has two channels or one, CL_sRGBx four or three, and the
/// border color of CL_RGBx has alpha 0 or 1.
bool is_unambiguous(const cl_image_format &format) {
  return format.image_channel_order != CL_Rx && format.image_channel_order != CL_RGBx &&
         format.image_channel_order != CL_sRGBx;
}

/// OpenCL C has depth image types for 2D images and arrays only.
bool is_valid_for_type(cl_mem_object_type type, const cl_image_format &format) {
  return format.image_channel_order != CL_DEPTH || type == CL_MEM_OBJECT_IMAGE2D ||
         type == CL_MEM_OBJECT_IMAGE2D_ARRAY;
}

bool can_write(const mux_device_info_s &info, cl_mem_object_type type) {
  switch (type) {
    case CL_MEM_OBJECT_IMAGE3D:
      return info.image3d_writes;
    case CL_MEM_OBJECT_IMAGE2D_ARRAY:
      return info.image2d_array_writes;
    default:
      return true;
  }
}

std::vector<mux_image_format_e> formats_of(Device &device, cl_mem_object_type type) {
  const auto get = [&](uint32_t count, mux_image_format_e *formats, uint32_t *out_count) {
    check(muxGetSupportedImageFormats(device.mux(), mux_image_type(type),
                                      mux_allocation_type_alloc_host, count, formats, out_count));
  };
  uint32_t count = 0;
  get(0, nullptr, &count);
  std::vector<mux_image_format_e> formats(count);
  if (count != 0) {
    get(count, formats.data(), nullptr);
  }
  return formats;
}

}  // namespace

size_t pixel_size(const cl_image_format &format) {
  const cl_channel_order order = format.image_channel_order;
  switch (format.image_channel_data_type) {
    case CL_UNORM_SHORT_565:
    case CL_UNORM_SHORT_555:
      return order == CL_RGB || order == CL_RGBx ? 2 : 0;
    case CL_UNORM_INT_101010:
      return order == CL_RGB || order == CL_RGBx ? 4 : 0;
    case CL_UNORM_INT_101010_2:
      return order == CL_RGBA ? 4 : 0;
    case CL_UNORM_INT_2_101010_EXT:
      return order == CL_ABGR ? 4 : 0;
    default: {
      const size_t size = channels(order) * channel_size(format.image_channel_data_type);
      return std::has_single_bit(size) ? size : 0;
    }
  }
}

std::vector<cl_image_format> supported_formats(const Context &context, cl_mem_flags flags,
                                               cl_mem_object_type type) {
  std::vector<cl_image_format> supported;
  for (const Ref<Device> &device : context.devices()) {
    const mux_device_info_s &info = *device->info();
    if (!info.image_support || (flags != CL_MEM_READ_ONLY && !can_write(info, type))) {
      continue;
    }
    for (const mux_image_format_e known : formats_of(*device, type)) {
      // The format values of mux are those of OpenCL.
      const cl_image_format format = {static_cast<uint32_t>(known) & 0xffff,
                                      static_cast<uint32_t>(known) >> 16};
      if (is_unambiguous(format) && is_valid_for_type(type, format) && pixel_size(format) != 0 &&
          std::ranges::none_of(
              supported, [&](const cl_image_format &other) { return equal(format, other); })) {
        supported.push_back(format);
      }
    }
  }
  return supported;
}

mux_image_type_e mux_image_type(cl_mem_object_type type) {
  switch (type) {
    case CL_MEM_OBJECT_IMAGE3D:
      return mux_image_type_3d;
    case CL_MEM_OBJECT_IMAGE2D:
    case CL_MEM_OBJECT_IMAGE2D_ARRAY:
      return mux_image_type_2d;
    default:
      return mux_image_type_1d;
  }
}

bool is_image_type(cl_mem_object_type type) {
  switch (type) {
    case CL_MEM_OBJECT_IMAGE1D:
    case CL_MEM_OBJECT_IMAGE1D_BUFFER:
    case CL_MEM_OBJECT_IMAGE1D_ARRAY:
    case CL_MEM_OBJECT_IMAGE2D:
    case CL_MEM_OBJECT_IMAGE2D_ARRAY:
    case CL_MEM_OBJECT_IMAGE3D:
      return true;
    default:
      return false;
  }
}

}  // namespace mux::opencl

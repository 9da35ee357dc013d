#include "opencl/memory/image_formats.h"

#include <algorithm>
#include <bit>

#include "formats/image_format.h"

namespace mux::opencl {
namespace {

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
  const formats::ChannelLayout *layout = formats::channel_layout(format.image_channel_order);
  const formats::ChannelType type{format.image_channel_data_type};
  if (layout == nullptr) {
    return 0;
  }
  // OpenCL restricts the orders of packed types, and excludes pixels of three channels.
  const size_t size = formats::is_packed(type) ? formats::pixel_bytes(layout->order, type)
                                               : layout->channels * formats::channel_bytes(type);
  return std::has_single_bit(size) ? size : 0;
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

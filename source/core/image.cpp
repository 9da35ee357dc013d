// Entry points of images.

#include "core/call.h"
#include "core/image_checks.h"
#include "core/validation.h"
#include "formats/image_format.h"

using mux::core::Call;
namespace check = mux::core::check;

namespace {

struct ImageShape {
  mux_image_type_e type;
  uint32_t width;
  uint32_t height;
  uint32_t depth;
};

/// Checks device-independent rules: extents of the type's dimensions are not 0, the others are 1.
bool image_shape(Call &call, const ImageShape &shape) {
  switch (shape.type) {
    case mux_image_type_1d:
      return check::not_zero(call, "muxCreateImage.rc04", "width", shape.width) &&
             check::equal(call, "muxCreateImage.rc05", "height", shape.height, 1) &&
             check::equal(call, "muxCreateImage.rc06", "depth", shape.depth, 1);
    case mux_image_type_2d:
      return check::not_zero(call, "muxCreateImage.rc08", "width", shape.width) &&
             check::not_zero(call, "muxCreateImage.rc09", "height", shape.height) &&
             check::equal(call, "muxCreateImage.rc10", "depth", shape.depth, 1);
    default:
      return check::not_zero(call, "muxCreateImage.rc12", "width", shape.width) &&
             check::not_zero(call, "muxCreateImage.rc13", "height", shape.height) &&
             check::not_zero(call, "muxCreateImage.rc14", "depth", shape.depth);
  }
}

bool image_limits(Call &call, const mux_device_info_s &info, const ImageShape &shape,
                  uint32_t array_layers) {
  const auto within = [&call](const char *rule, const char *parameter, uint32_t value,
                              uint32_t limit) {
    return check::at_most(call, rule, parameter, value, "the device's maximum", limit);
  };
  bool valid = false;
  switch (shape.type) {
    case mux_image_type_1d:
      valid = within("muxCreateImage.rc04", "width", shape.width, info.max_image_dimension_1d);
      break;
    case mux_image_type_2d:
      valid = within("muxCreateImage.rc08", "width", shape.width, info.max_image_dimension_2d) &&
              within("muxCreateImage.rc09", "height", shape.height, info.max_image_dimension_2d);
      break;
    default:
      valid = within("muxCreateImage.rc12", "width", shape.width, info.max_image_dimension_3d) &&
              within("muxCreateImage.rc13", "height", shape.height, info.max_image_dimension_3d) &&
              within("muxCreateImage.rc14", "depth", shape.depth, info.max_image_dimension_3d);
      break;
  }
  return valid &&
         within("muxCreateImage.rc15", "array_layers", array_layers, info.max_image_array_layers);
}

/// Checks the memory layout of the image.
bool image_memory(Call &call, mux_image_format_e format, const ImageShape &shape,
                  uint32_t array_layers, uint64_t row_size, uint64_t slice_size) {
  const uint32_t pixel_size = mux::formats::pixel_bytes(static_cast<uint32_t>(format));
  const mux_extent_3d_t extent =
      mux::core::box_extent(shape.type, {shape.width, shape.height, shape.depth}, array_layers);
  return check::image_layout(
      call, {"muxCreateImage.row_size", "muxCreateImage.slice_size", "muxCreateImage.size"},
      shape.type, pixel_size, extent, {row_size, slice_size, pixel_size});
}

}  // namespace

mux_result_t muxCreateImage(mux_device_t device, mux_image_type_e type, mux_image_format_e format,
                            uint32_t width, uint32_t height, uint32_t depth, uint32_t array_layers,
                            uint64_t row_size, uint64_t slice_size,
                            mux_allocator_info_t allocator_info, mux_image_t *out_image) {
  Call call("muxCreateImage");
  if (!check::object(call, "muxCreateImage.rc01", "device", device) ||
      !check::enumerator(call, "muxCreateImage.type", "type", type, mux_image_type_3d) ||
      !check::image_format(call, "muxCreateImage.format", format)) {
    return call.finish();
  }
  const ImageShape shape = {type, width, height, depth};
  // Without image support all limits are 0; the feature check below then reports the cause.
  const bool valid =
      image_shape(call, shape) &&
      check::holds(call, "muxCreateImage.array_layers",
                   type != mux_image_type_3d || array_layers == 0,
                   "array_layers is not 0, but there are no arrays of 3D images") &&
      (!device->info->image_support || image_limits(call, *device->info, shape, array_layers)) &&
      image_memory(call, format, shape, array_layers, row_size, slice_size) &&
      check::allocator(call, "muxCreateImage.rc18", allocator_info) &&
      check::out(call, "muxCreateImage.rc16", "out_image", out_image) &&
      check::feature(call, "muxCreateImage.supported", device->info->image_support, "images");
  return call.dispatch(valid, &mux_target_hooks_t::create_image, device, type, format, width,
                       height, depth, array_layers, row_size, slice_size, allocator_info,
                       out_image);
}

void muxDestroyImage(mux_device_t device, mux_image_t image, mux_allocator_info_t allocator_info) {
  Call call("muxDestroyImage");
  const bool valid = check::object(call, "muxDestroyImage.vu04", "device", device) &&
                     check::object(call, "muxDestroyImage.vu05", "image", image) &&
                     check::allocator(call, "muxDestroyImage.vu06", allocator_info);
  call.dispatch(valid, &mux_target_hooks_t::destroy_image, device, image, allocator_info);
}

mux_result_t muxBindImageMemory(mux_device_t device, mux_memory_t memory, mux_image_t image,
                                uint64_t offset) {
  Call call("muxBindImageMemory");
  const bool valid =
      check::object(call, "muxBindImageMemory.rc03", "device", device) &&
      check::object(call, "muxBindImageMemory.rc04", "memory", memory) &&
      check::object(call, "muxBindImageMemory.rc05", "image", image) &&
      check::end_within(call, "muxBindImageMemory.rc06",
                        {"offset", offset, "the image's size", image->memory_requirements.size,
                         "the memory's", memory->size}) &&
      check::multiple_of(call, "muxBindImageMemory.rc07", "offset", offset,
                         image->memory_requirements.alignment) &&
      check::feature(call, "muxBindImageMemory.supported", device->info->image_support, "images");
  return call.dispatch(valid, &mux_target_hooks_t::bind_image_memory, device, memory, image,
                       offset);
}

mux_result_t muxGetSupportedImageFormats(mux_device_t device, mux_image_type_e image_type,
                                         mux_allocation_type_e allocation_type, uint32_t count,
                                         mux_image_format_e *out_formats, uint32_t *out_count) {
  Call call("muxGetSupportedImageFormats");
  const bool valid =
      check::object(call, "muxGetSupportedImageFormats.rc02", "device", device) &&
      check::enumerator(call, "muxGetSupportedImageFormats.rc03", "image_type", image_type,
                        mux_image_type_3d) &&
      check::enumerator(call, "muxGetSupportedImageFormats.rc04", "allocation_type",
                        allocation_type, mux_allocation_type_alloc_device) &&
      check::holds(call, "muxGetSupportedImageFormats.rc05", count != 0 || out_formats == nullptr,
                   "out_formats is not NULL but count is 0") &&
      check::holds(call, "muxGetSupportedImageFormats.vu02", count == 0 || out_formats != nullptr,
                   "count is not 0 but out_formats is NULL") &&
      check::feature(call, "muxGetSupportedImageFormats.supported", device->info->image_support,
                     "images");
  return call.dispatch(valid, &mux_target_hooks_t::get_supported_image_formats, device, image_type,
                       allocation_type, count, out_formats, out_count);
}

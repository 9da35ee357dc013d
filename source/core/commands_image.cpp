// Entry points that record commands on images.

#include "core/call.h"
#include "core/image_checks.h"
#include "core/validation.h"

using mux::core::Call;
namespace check = mux::core::check;

namespace {

/// Maximum size of a pixel, and of a color of four components, of 32 bits each.
constexpr uint32_t max_color_size = 16;

/// Returns the tightly packed size of `extent` pixels of `image`; UINT64_MAX on overflow.
uint64_t packed_size(mux_image_t image, const mux_extent_3d_t &extent) {
  uint64_t bytes = image->pixel_size;
  return __builtin_mul_overflow(bytes, extent.x, &bytes) ||
                 __builtin_mul_overflow(bytes, extent.y, &bytes) ||
                 __builtin_mul_overflow(bytes, extent.z, &bytes)
             ? UINT64_MAX
             : bytes;
}

/// Checks the layout of the box at `pointer` that a read fills or a write copies from.
bool host_box(Call &call, const check::LayoutRules &rules, mux_image_t image,
              const mux_extent_3d_t &extent, uint64_t row_size, uint64_t slice_size) {
  return check::image_layout(call, rules, image->type, image->pixel_size, extent,
                             {row_size, slice_size, 1});
}

bool images_supported(Call &call, const char *rule, mux_command_buffer_t command_buffer) {
  return check::feature(call, rule, command_buffer->device->info->image_support, "images");
}

}  // namespace

mux_result_t muxCommandReadImage(mux_command_buffer_t command_buffer, mux_image_t image,
                                 mux_offset_3d_t offset, mux_extent_3d_t extent, uint64_t row_size,
                                 uint64_t slice_size, void *pointer,
                                 uint32_t num_sync_points_in_wait_list,
                                 const mux_sync_point_t *sync_point_wait_list,
                                 mux_sync_point_t *sync_point) {
  Call call("muxCommandReadImage");
  const bool valid =
      check::object(call, "muxCommandReadImage.rc02", "command_buffer", command_buffer) &&
      check::object(call, "muxCommandReadImage.rc03", "image", image) &&
      check::extent_not_empty(call, "muxCommandReadImage.extent", extent) &&
      check::image_box(call, "muxCommandReadImage.rc04", "offset", image, offset, extent) &&
      host_box(call,
               {"muxCommandReadImage.row_size", "muxCommandReadImage.slice_size",
                "muxCommandReadImage.size"},
               image, extent, row_size, slice_size) &&
      check::not_null(call, "muxCommandReadImage.rc05", "pointer", pointer) &&
      check::wait_list(call, {"muxCommandReadImage.rc06", "muxCommandReadImage.rc07"},
                       num_sync_points_in_wait_list, sync_point_wait_list) &&
      images_supported(call, "muxCommandReadImage.supported", command_buffer);
  return call.dispatch(valid, &mux_target_hooks_t::command_read_image, command_buffer, image,
                       offset, extent, row_size, slice_size, pointer, num_sync_points_in_wait_list,
                       sync_point_wait_list, sync_point);
}

mux_result_t muxCommandWriteImage(mux_command_buffer_t command_buffer, mux_image_t image,
                                  mux_offset_3d_t offset, mux_extent_3d_t extent, uint64_t row_size,
                                  uint64_t slice_size, const void *pointer,
                                  uint32_t num_sync_points_in_wait_list,
                                  const mux_sync_point_t *sync_point_wait_list,
                                  mux_sync_point_t *sync_point) {
  Call call("muxCommandWriteImage");
  const bool valid =
      check::object(call, "muxCommandWriteImage.rc02", "command_buffer", command_buffer) &&
      check::object(call, "muxCommandWriteImage.rc03", "image", image) &&
      check::extent_not_empty(call, "muxCommandWriteImage.extent", extent) &&
      check::image_box(call, "muxCommandWriteImage.rc04", "offset", image, offset, extent) &&
      host_box(call,
               {"muxCommandWriteImage.row_size", "muxCommandWriteImage.slice_size",
                "muxCommandWriteImage.size"},
               image, extent, row_size, slice_size) &&
      check::not_null(call, "muxCommandWriteImage.pointer", "pointer", pointer) &&
      check::wait_list(call, {"muxCommandWriteImage.rc05", "muxCommandWriteImage.rc06"},
                       num_sync_points_in_wait_list, sync_point_wait_list) &&
      images_supported(call, "muxCommandWriteImage.supported", command_buffer);
  return call.dispatch(valid, &mux_target_hooks_t::command_write_image, command_buffer, image,
                       offset, extent, row_size, slice_size, pointer, num_sync_points_in_wait_list,
                       sync_point_wait_list, sync_point);
}

mux_result_t muxCommandFillImage(mux_command_buffer_t command_buffer, mux_image_t image,
                                 const void *color, uint32_t color_size, mux_offset_3d_t offset,
                                 mux_extent_3d_t extent, uint32_t num_sync_points_in_wait_list,
                                 const mux_sync_point_t *sync_point_wait_list,
                                 mux_sync_point_t *sync_point) {
  Call call("muxCommandFillImage");
  const bool valid =
      check::object(call, "muxCommandFillImage.rc02", "command_buffer", command_buffer) &&
      check::object(call, "muxCommandFillImage.rc03", "image", image) &&
      check::not_null(call, "muxCommandFillImage.rc04", "color", color) &&
      check::not_zero(call, "muxCommandFillImage.rc05", "color_size", color_size) &&
      check::at_most(call, "muxCommandFillImage.rc05", "color_size", color_size,
                     "the largest color of", max_color_size) &&
      check::holds(call, "muxCommandFillImage.color_size",
                   color_size == max_color_size || color_size == image->pixel_size,
                   "color_size is neither 16, for four components, nor that of a pixel") &&
      check::extent_not_empty(call, "muxCommandFillImage.extent", extent) &&
      check::image_box(call, "muxCommandFillImage.rc06", "offset", image, offset, extent) &&
      check::wait_list(call, {"muxCommandFillImage.rc07", "muxCommandFillImage.rc08"},
                       num_sync_points_in_wait_list, sync_point_wait_list) &&
      images_supported(call, "muxCommandFillImage.supported", command_buffer);
  return call.dispatch(valid, &mux_target_hooks_t::command_fill_image, command_buffer, image, color,
                       color_size, offset, extent, num_sync_points_in_wait_list,
                       sync_point_wait_list, sync_point);
}

mux_result_t muxCommandCopyImage(mux_command_buffer_t command_buffer, mux_image_t src_image,
                                 mux_image_t dst_image, mux_offset_3d_t src_offset,
                                 mux_offset_3d_t dst_offset, mux_extent_3d_t extent,
                                 uint32_t num_sync_points_in_wait_list,
                                 const mux_sync_point_t *sync_point_wait_list,
                                 mux_sync_point_t *sync_point) {
  Call call("muxCommandCopyImage");
  const bool valid =
      check::object(call, "muxCommandCopyImage.rc02", "command_buffer", command_buffer) &&
      check::object(call, "muxCommandCopyImage.rc03", "src_image", src_image) &&
      check::object(call, "muxCommandCopyImage.rc04", "dst_image", dst_image) &&
      check::extent_not_empty(call, "muxCommandCopyImage.extent", extent) &&
      check::image_box(call, "muxCommandCopyImage.rc05", "src_offset", src_image, src_offset,
                       extent) &&
      check::image_box(call, "muxCommandCopyImage.rc06", "dst_offset", dst_image, dst_offset,
                       extent) &&
      check::equal(call, "muxCommandCopyImage.pixel_size", "the pixel size of dst_image",
                   dst_image->pixel_size, src_image->pixel_size) &&
      check::wait_list(call, {"muxCommandCopyImage.rc07", "muxCommandCopyImage.rc08"},
                       num_sync_points_in_wait_list, sync_point_wait_list) &&
      images_supported(call, "muxCommandCopyImage.supported", command_buffer);
  return call.dispatch(valid, &mux_target_hooks_t::command_copy_image, command_buffer, src_image,
                       dst_image, src_offset, dst_offset, extent, num_sync_points_in_wait_list,
                       sync_point_wait_list, sync_point);
}

mux_result_t muxCommandCopyImageToBuffer(mux_command_buffer_t command_buffer, mux_image_t src_image,
                                         mux_buffer_t dst_buffer, mux_offset_3d_t src_offset,
                                         uint64_t dst_offset, mux_extent_3d_t extent,
                                         uint32_t num_sync_points_in_wait_list,
                                         const mux_sync_point_t *sync_point_wait_list,
                                         mux_sync_point_t *sync_point) {
  Call call("muxCommandCopyImageToBuffer");
  const bool valid =
      check::object(call, "muxCommandCopyImageToBuffer.rc02", "command_buffer", command_buffer) &&
      check::object(call, "muxCommandCopyImageToBuffer.rc03", "src_image", src_image) &&
      check::object(call, "muxCommandCopyImageToBuffer.rc04", "dst_buffer", dst_buffer) &&
      check::extent_not_empty(call, "muxCommandCopyImageToBuffer.extent", extent) &&
      check::image_box(call, "muxCommandCopyImageToBuffer.rc05", "src_offset", src_image,
                       src_offset, extent) &&
      check::end_within(
          call, "muxCommandCopyImageToBuffer.rc06",
          {"dst_offset", dst_offset, "the extent's bytes", packed_size(src_image, extent),
           "the buffer's", dst_buffer->memory_requirements.size}) &&
      check::wait_list(call,
                       {"muxCommandCopyImageToBuffer.rc07", "muxCommandCopyImageToBuffer.rc08"},
                       num_sync_points_in_wait_list, sync_point_wait_list) &&
      images_supported(call, "muxCommandCopyImageToBuffer.supported", command_buffer);
  return call.dispatch(valid, &mux_target_hooks_t::command_copy_image_to_buffer, command_buffer,
                       src_image, dst_buffer, src_offset, dst_offset, extent,
                       num_sync_points_in_wait_list, sync_point_wait_list, sync_point);
}

mux_result_t muxCommandCopyBufferToImage(mux_command_buffer_t command_buffer,
                                         mux_buffer_t src_buffer, mux_image_t dst_image,
                                         uint32_t src_offset, mux_offset_3d_t dst_offset,
                                         mux_extent_3d_t extent,
                                         uint32_t num_sync_points_in_wait_list,
                                         const mux_sync_point_t *sync_point_wait_list,
                                         mux_sync_point_t *sync_point) {
  Call call("muxCommandCopyBufferToImage");
  const bool valid =
      check::object(call, "muxCommandCopyBufferToImage.rc02", "command_buffer", command_buffer) &&
      check::object(call, "muxCommandCopyBufferToImage.rc03", "src_buffer", src_buffer) &&
      check::object(call, "muxCommandCopyBufferToImage.rc04", "dst_image", dst_image) &&
      check::extent_not_empty(call, "muxCommandCopyBufferToImage.extent", extent) &&
      check::end_within(
          call, "muxCommandCopyBufferToImage.rc05",
          {"src_offset", src_offset, "the extent's bytes", packed_size(dst_image, extent),
           "the buffer's", src_buffer->memory_requirements.size}) &&
      check::image_box(call, "muxCommandCopyBufferToImage.rc06", "dst_offset", dst_image,
                       dst_offset, extent) &&
      check::wait_list(call,
                       {"muxCommandCopyBufferToImage.rc07", "muxCommandCopyBufferToImage.rc08"},
                       num_sync_points_in_wait_list, sync_point_wait_list) &&
      images_supported(call, "muxCommandCopyBufferToImage.supported", command_buffer);
  return call.dispatch(valid, &mux_target_hooks_t::command_copy_buffer_to_image, command_buffer,
                       src_buffer, dst_image, src_offset, dst_offset, extent,
                       num_sync_points_in_wait_list, sync_point_wait_list, sync_point);
}

// Recording reads, writes, copies and fills of images, as commands on boxes of rows, like those on
// buffer regions.

#include <cstring>

#include "core/image_layout.h"
#include "core/strided_box.h"
#include "host/objects/buffer.h"
#include "host/objects/image.h"
#include "host/record/command_buffer.h"
#include "host/record/commands.h"
#include "host/record/pixel_color.h"
#include "host/record/record.h"
#include "host/support/error.h"

namespace mux::host {
namespace {

/// A box of pixels: address of the first, and pitches.
struct Location {
  Address address;
  mux_extent_2d_t pitches;
};

/// Whether an image can be used by a command; if not, the text of the error is set.
bool check_usable(const char *name, const Image &image, mux_command_buffer_t command_buffer) {
  if (image.device() != command_buffer->device) {
    fail(mux_error_invalid_value, "%s belongs to another device than the command buffer", name);
    return false;
  }
  if (!image.bound()) {
    fail(mux_error_invalid_value, "%s is not bound to memory", name);
    return false;
  }
  return true;
}

/// Extent of a box in bytes, rows and slices.
mux_extent_3d_t rows_of(const Image &image, const mux_extent_3d_t &extent) {
  return {extent.x * image.pixel_size, extent.y, extent.z};
}

Location location_in(const Image &image, const mux_offset_3d_t &offset) {
  const mux_extent_2d_t pitches = core::box_pitches(image.type, image.row_size, image.slice_size);
  const uint64_t first =
      uint64_t{offset.x} * image.pixel_size + offset.y * pitches.x + offset.z * pitches.y;
  return {{nullptr, first, &image}, pitches};
}

/// Location of pixels in memory of the program, with the pitches that it gave.
Location location_at(const void *pointer, const Image &image, const mux_extent_3d_t &extent,
                     uint64_t row_size, uint64_t slice_size) {
  core::ImageLayout layout{};
  // Cannot fail: checked by the entry point.
  core::make_image_layout(image.type, image.pixel_size, extent, {row_size, slice_size, 1}, &layout);
  return {Address::of(pointer), core::box_pitches(image.type, layout.row_size, layout.slice_size)};
}

/// Location of pixels in a buffer, without padding.
Location location_in(const Buffer &buffer, uint64_t offset, const mux_extent_3d_t &rows) {
  return {{&buffer, offset}, {rows.x, rows.x * rows.y}};
}

mux_result_t record_box(Recording &recording, const Location &destination, const Location &source,
                        const mux_extent_3d_t &rows, mux_sync_point_t *sync_point) {
  const mux_buffer_region_info_t region = {
      rows, {0, 0, 0}, {0, 0, 0}, source.pitches, destination.pitches};
  return record_regions(recording, destination.address, source.address, &region, 1, sync_point);
}

/// Returns the bytes of memory that a box covers. Cannot overflow, since image sizes fit 64 bits.
core::StridedBox bytes_of(const Location &location, const mux_extent_3d_t &rows) {
  core::StridedBox box{};
  const auto first = reinterpret_cast<uintptr_t>(location.address.resolve());
  core::make_strided_box(rows, {first, 0, 0}, location.pitches, &box);
  return box;
}

}  // namespace

mux_result_t command_read_image(mux_command_buffer_t command_buffer, mux_image_t image,
                                mux_offset_3d_t offset, mux_extent_3d_t extent, uint64_t row_size,
                                uint64_t slice_size, void *pointer, uint32_t wait_length,
                                const mux_sync_point_t *wait_list, mux_sync_point_t *sync_point) {
  Recording recording(command_buffer, {wait_length, wait_list});
  const Image &source = Image::of(image);
  if (!recording.open() || !check_usable("image", source, command_buffer)) {
    return mux_error_invalid_value;
  }
  return record_box(recording, location_at(pointer, source, extent, row_size, slice_size),
                    location_in(source, offset), rows_of(source, extent), sync_point);
}

mux_result_t command_write_image(mux_command_buffer_t command_buffer, mux_image_t image,
                                 mux_offset_3d_t offset, mux_extent_3d_t extent, uint64_t row_size,
                                 uint64_t slice_size, const void *pointer, uint32_t wait_length,
                                 const mux_sync_point_t *wait_list, mux_sync_point_t *sync_point) {
  Recording recording(command_buffer, {wait_length, wait_list});
  const Image &destination = Image::of(image);
  if (!recording.open() || !check_usable("image", destination, command_buffer)) {
    return mux_error_invalid_value;
  }
  return record_box(recording, location_in(destination, offset),
                    location_at(pointer, destination, extent, row_size, slice_size),
                    rows_of(destination, extent), sync_point);
}

mux_result_t command_fill_image(mux_command_buffer_t command_buffer, mux_image_t image,
                                const void *color, uint32_t color_size, mux_offset_3d_t offset,
                                mux_extent_3d_t extent, uint32_t wait_length,
                                const mux_sync_point_t *wait_list, mux_sync_point_t *sync_point) {
  Recording recording(command_buffer, {wait_length, wait_list});
  const Image &destination = Image::of(image);
  if (!recording.open() || !check_usable("image", destination, command_buffer)) {
    return mux_error_invalid_value;
  }
  PixelBytes bytes{};
  std::memcpy(bytes.data(), color, color_size);
  // A 16-byte pixel is converted too, as its components may be in another order.
  const PixelBytes pixel =
      color_size == bytes.size() ? pack_color(destination.view(), bytes) : bytes;
  const Location location = location_in(destination, offset);
  RecordedCommand command{};
  command.kind = CommandKind::fill_image;
  command.fill_image =
      recording.arena().copy(FillImageRecord{location.address, rows_of(destination, extent),
                                             location.pitches, pixel, destination.pixel_size});
  return command.fill_image != nullptr ? recording.commit(command, sync_point) : fail_to_record();
}

mux_result_t command_copy_image(mux_command_buffer_t command_buffer, mux_image_t src_image,
                                mux_image_t dst_image, mux_offset_3d_t src_offset,
                                mux_offset_3d_t dst_offset, mux_extent_3d_t extent,
                                uint32_t wait_length, const mux_sync_point_t *wait_list,
                                mux_sync_point_t *sync_point) {
  Recording recording(command_buffer, {wait_length, wait_list});
  const Image &source = Image::of(src_image);
  const Image &destination = Image::of(dst_image);
  if (!recording.open() || !check_usable("src_image", source, command_buffer) ||
      !check_usable("dst_image", destination, command_buffer)) {
    return mux_error_invalid_value;
  }
  const Location from = location_in(source, src_offset);
  const Location to = location_in(destination, dst_offset);
  const mux_extent_3d_t rows = rows_of(source, extent);
  if (core::overlap(bytes_of(from, rows), bytes_of(to, rows))) {
    return fail(mux_error_invalid_value, "source and destination overlap in memory");
  }
  return record_box(recording, to, from, rows, sync_point);
}

mux_result_t command_copy_image_to_buffer(mux_command_buffer_t command_buffer,
                                          mux_image_t src_image, mux_buffer_t dst_buffer,
                                          mux_offset_3d_t src_offset, uint64_t dst_offset,
                                          mux_extent_3d_t extent, uint32_t wait_length,
                                          const mux_sync_point_t *wait_list,
                                          mux_sync_point_t *sync_point) {
  Recording recording(command_buffer, {wait_length, wait_list});
  const Image &source = Image::of(src_image);
  const auto &destination = *static_cast<Buffer *>(dst_buffer);
  if (!recording.open() || !check_usable("src_image", source, command_buffer) ||
      !check_bound(recording, "dst_buffer", destination)) {
    return mux_error_invalid_value;
  }
  const mux_extent_3d_t rows = rows_of(source, extent);
  return record_box(recording, location_in(destination, dst_offset, rows),
                    location_in(source, src_offset), rows, sync_point);
}

mux_result_t command_copy_buffer_to_image(mux_command_buffer_t command_buffer,
                                          mux_buffer_t src_buffer, mux_image_t dst_image,
                                          uint32_t src_offset, mux_offset_3d_t dst_offset,
                                          mux_extent_3d_t extent, uint32_t wait_length,
                                          const mux_sync_point_t *wait_list,
                                          mux_sync_point_t *sync_point) {
  Recording recording(command_buffer, {wait_length, wait_list});
  const auto &source = *static_cast<Buffer *>(src_buffer);
  const Image &destination = Image::of(dst_image);
  if (!recording.open() || !check_bound(recording, "src_buffer", source) ||
      !check_usable("dst_image", destination, command_buffer)) {
    return mux_error_invalid_value;
  }
  const mux_extent_3d_t rows = rows_of(destination, extent);
  return record_box(recording, location_in(destination, dst_offset),
                    location_in(source, src_offset, rows), rows, sync_point);
}

}  // namespace mux::host

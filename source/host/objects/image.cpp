#include "host/objects/image.h"

#include <algorithm>
#include <array>

#include "formats/image_format.h"
#include "host/objects/device.h"
#include "host/objects/device_info.h"
#include "host/objects/memory.h"
#include "host/objects/owner.h"
#include "host/support/error.h"
#include "host/support/object_id.h"

namespace mux::host {
namespace {

constexpr size_t format_count = 146;

constexpr std::array<mux_image_format_e, format_count> supported_formats = [] {
  std::array<mux_image_format_e, format_count> all{};
  size_t count = 0;
  for (const formats::ChannelLayout &layout : formats::channel_layouts) {
    for (uint32_t index = 0; index < formats::channel_type_count; ++index) {
      const uint32_t format = layout.order | (formats::first_channel_type + index) << 16;
      if (formats::pixel_bytes(format) != 0) {
        all[count++] = static_cast<mux_image_format_e>(format);
      }
    }
  }
  return all;
}();

static_assert(supported_formats.front() == mux_image_format_R8_snorm);
static_assert(supported_formats.back() == mux_image_format_A2B10G10R10_unorm_pack32);

}  // namespace

Image::Image(const Allocator &allocator, mux_device_t device, const Shape &shape,
             const core::ImageLayout &layout) noexcept
    : mux_image_s{object_id(mux_object_id_image),
                  {layout.size, buffer_alignment, only_heap},
                  shape.type,
                  shape.format,
                  shape.pixel_size,
                  shape.size,
                  shape.array_layers,
                  layout.row_size,
                  layout.slice_size,
                  mux_image_tiling_linear},
      allocator_(allocator),
      device_(device),
      view_{nullptr,
            static_cast<uint32_t>(shape.size.x),
            static_cast<uint32_t>(shape.size.y),
            static_cast<uint32_t>(shape.size.z),
            shape.array_layers,
            layout.row_size,
            layout.slice_size,
            static_cast<uint32_t>(shape.format) & 0xffff,
            static_cast<uint32_t>(shape.format) >> 16,
            shape.pixel_size,
            static_cast<uint32_t>(shape.type)} {}

compiler::ImageView Image::view() const {
  compiler::ImageView bound = view_;
  bound.pixels = address();
  return bound;
}

mux_result_t create_image(mux_device_t device, mux_image_type_e type, mux_image_format_e format,
                          uint32_t width, uint32_t height, uint32_t depth, uint32_t array_layers,
                          uint64_t row_size, uint64_t slice_size,
                          mux_allocator_info_t allocator_info, mux_image_t *out_image) {
  const Image::Shape shape = {type,
                              format,
                              formats::pixel_bytes(static_cast<uint32_t>(format)),
                              {width, height, depth},
                              array_layers};
  core::ImageLayout layout{};
  // Cannot fail: checked by the entry point.
  core::make_image_layout(type, shape.pixel_size, core::box_extent(type, shape.size, array_layers),
                          {row_size, slice_size, shape.pixel_size}, &layout);
  const Allocator allocator(allocator_info);
  Image *image = allocator.create<Image>(allocator, device, shape, layout);
  if (image == nullptr) {
    return fail(mux_error_out_of_memory, "no memory for an image");
  }
  *out_image = image;
  return mux_success;
}

void destroy_image(mux_device_t device, mux_image_t image, mux_allocator_info_t) {
  Image &object = Image::of(image);
  if (check_owner(object, device, "image") != mux_success) {
    return;
  }
  Allocator::destroy(object.allocator(), &object);
}

mux_result_t bind_image_memory(mux_device_t device, mux_memory_t memory, mux_image_t image,
                               uint64_t offset) {
  Image &object = Image::of(image);
  const auto &whole = *static_cast<Memory *>(memory);
  mux_result_t result = check_owner(whole, device, "memory");
  if (result == mux_success) {
    result = check_owner(object, device, "image");
  }
  if (result != mux_success) {
    return result;
  }
  if (object.bind(whole, offset)) {
    // Counted after the change, so that a plan that has seen the count sees the binding.
    Device::of(device).count_binding();
  }
  return mux_success;
}

mux_result_t get_supported_image_formats(mux_device_t, mux_image_type_e, mux_allocation_type_e,
                                         uint32_t count, mux_image_format_e *out_formats,
                                         uint32_t *out_count) {
  if (out_formats != nullptr) {
    std::copy_n(supported_formats.begin(), std::min<size_t>(count, supported_formats.size()),
                out_formats);
  }
  if (out_count != nullptr) {
    *out_count = static_cast<uint32_t>(supported_formats.size());
  }
  return mux_success;
}

}  // namespace mux::host

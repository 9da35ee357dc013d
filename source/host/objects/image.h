/// @file
/// An image: a format and extents, and once bound, a range of memory that holds its pixels in
/// row-major order.
///
/// Thread-safe, but the program must serialize binding an image with its uses. All formats are
/// supported for all image types and for both allocation types, since all memory is host memory.
#pragma once

#include <mux/mux.h>

#include <cstddef>
#include <cstdint>

#include "compiler/abi/kernel_abi.h"
#include "compiler/abi/specialization.h"
#include "core/image_layout.h"
#include "host/objects/binding.h"
#include "host/support/allocator.h"

namespace mux::host {

class Image : public mux_image_s {
 public:
  struct Shape {
    mux_image_type_e type;
    mux_image_format_e format;
    uint32_t pixel_size;
    mux_extent_3d_t size;
    uint32_t array_layers;
  };

  Image(const Allocator &allocator, mux_device_t device, const Shape &shape,
        const core::ImageLayout &layout) noexcept;

  static Image &of(mux_image_t image) { return *static_cast<Image *>(image); }

  /// Returns whether it was bound before.
  bool bind(const Memory &memory, uint64_t offset) { return binding_.set(memory, offset); }
  bool bound() const { return binding_.exists(); }
  /// Precondition: bound.
  std::byte *address() const { return binding_.address(); }
  /// Returns the descriptor for kernels, with the current address of the pixels; NULL if unbound.
  compiler::ImageView view() const;
  /// compiler::packed_format() of its format.
  uint16_t packed_format() const {
    return compiler::packed_format(view_.channel_order, view_.channel_type);
  }
  mux_device_t device() const { return device_; }
  const Allocator &allocator() const { return allocator_; }

 private:
  Allocator allocator_;
  mux_device_t device_;
  Binding binding_;
  /// Lacks the address of the pixels.
  compiler::ImageView view_;
};

mux_result_t create_image(mux_device_t device, mux_image_type_e type, mux_image_format_e format,
                          uint32_t width, uint32_t height, uint32_t depth, uint32_t array_layers,
                          uint64_t row_size, uint64_t slice_size,
                          mux_allocator_info_t allocator_info, mux_image_t *out_image);
void destroy_image(mux_device_t device, mux_image_t image, mux_allocator_info_t allocator_info);
mux_result_t bind_image_memory(mux_device_t device, mux_memory_t memory, mux_image_t image,
                               uint64_t offset);
mux_result_t get_supported_image_formats(mux_device_t device, mux_image_type_e image_type,
                                         mux_allocation_type_e allocation_type, uint32_t count,
                                         mux_image_format_e *out_formats, uint32_t *out_count);

}  // namespace mux::host

/// @file
/// An image: a format and extents, and once it is bound, a range of memory where its pixels lie row
/// after row.
///
/// Any thread may bind it; binding and using an image at once is the program's to serialize. Every
/// format is there for every type, and for memory of either allocation type, since all memory is
/// the host's.
#pragma once

#include <mux/mux.h>

#include <cstddef>
#include <cstdint>

#include "compiler/abi/kernel_abi.h"
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
  /// Only of a bound image.
  std::byte *address() const { return binding_.address(); }
  /// What kernels see, with its pixels where they are now; NULL if the image is not bound.
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
  /// Without its pixels.
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

/// @file
/// Images and samplers. Part of <mux/mux.hpp>, which says who owns what, which thread may call and
/// what can fail.

#ifndef MUX_CPP_IMAGE_HPP
#define MUX_CPP_IMAGE_HPP

#include <mux/mux.h>
#include <mux/cpp/device.hpp>
#include <mux/cpp/error.hpp>
#include <mux/cpp/memory.hpp>

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace mux {

/// What an image is.
struct ImageInfo {
  mux_image_type_e type = mux_image_type_2d;
  mux_image_format_e format = mux_image_format_R8G8B8A8_unorm;
  /// In pixels; 1 in the dimensions that the type does not have.
  uint32_t width = 1;
  uint32_t height = 1;
  uint32_t depth = 1;
  /// Layers of an array; 0 for an image that is none.
  uint32_t array_layers = 0;
  /// Bytes from one row to the next; 0 for no gaps.
  uint64_t row_size = 0;
  /// Bytes from one slice or layer to the next; 0 for no gaps.
  uint64_t slice_size = 0;
};

/// The formats that images of a type can have on a device.
inline std::vector<mux_image_format_e> image_formats(const Device &device, mux_image_type_e type) {
  const mux_allocation_type_e allocation =
      (device.info().allocation_capabilities & mux_allocation_capabilities_coherent_host) != 0
          ? mux_allocation_type_alloc_host
          : mux_allocation_type_alloc_device;
  uint32_t count = 0;
  check(muxGetSupportedImageFormats(device.get(), type, allocation, 0, nullptr, &count),
        "muxGetSupportedImageFormats");
  std::vector<mux_image_format_e> formats(count);
  if (count != 0) {
    check(
        muxGetSupportedImageFormats(device.get(), type, allocation, count, formats.data(), nullptr),
        "muxGetSupportedImageFormats");
  }
  return formats;
}

namespace detail {

/// An image that is not bound to memory.
class UnboundImage : public Owner<mux_image_t, muxDestroyImage> {
 public:
  UnboundImage(const Device &device, const ImageInfo &info)
      : Owner(device.get(), device.allocator()) {
    check(muxCreateImage(device.get(), info.type, info.format, info.width, info.height, info.depth,
                         info.array_layers, info.row_size, info.slice_size, allocator(), out()),
          "muxCreateImage");
  }
};

}  // namespace detail

/// An image and the memory it is bound to.
class Image {
 public:
  /// Creates an image with memory of its own; its content is unspecified.
  Image(const Device &device, const ImageInfo &info)
      : Image(device, detail::UnboundImage(device, info), nullptr) {}

  /// Creates an image over memory of the host, which must outlive it and hold as many bytes as
  /// mux_image_s::memory_requirements say: the slice size for each slice or layer.
  ///
  /// @param device must report #mux_allocation_capabilities_cached_host.
  /// @param info what the image is.
  /// @param host_pointer the first pixel, aligned to `info().buffer_alignment` of the device.
  Image(const Device &device, const ImageInfo &info, void *host_pointer)
      : Image(device, detail::UnboundImage(device, info), host_pointer) {}

  Image(Image &&) noexcept = default;
  /// Destroys what this handle owned, the image before its memory, and leaves `other` empty.
  Image &operator=(Image &&other) noexcept {
    image_ = std::move(other.image_);
    memory_ = std::move(other.memory_);
    return *this;
  }

  /// The image of the C API, still owned by this handle. Its members say what it is, and where its
  /// pixels lie.
  mux_image_t get() const noexcept { return image_.get(); }
  /// The memory it is bound to.
  const Memory &memory() const noexcept { return memory_; }
  /// Bytes of the image, gaps included.
  uint64_t size() const noexcept { return get()->memory_requirements.size; }

  /// Lets the host look at the whole image: rows at mux_image_s::row_size, slices or layers at
  /// mux_image_s::slice_size.
  Mapping map() const { return Mapping(memory_, 0, size()); }

 private:
  Image(const Device &device, detail::UnboundImage image, void *host_pointer)
      : memory_(detail::memory_for(device, image.get()->memory_requirements, host_pointer)),
        image_(std::move(image)) {
    check(muxBindImageMemory(device.get(), memory_.get(), get(), 0), "muxBindImageMemory");
  }

  /// Declared before the image, so that the image goes first.
  Memory memory_;
  detail::UnboundImage image_;
};

/// How a kernel reads an image.
///
/// @param address what is read outside the image.
/// @param filter what is read between pixels.
/// @param normalized whether coordinates run from 0 to 1 instead of over the pixels.
inline mux_sampler_t make_sampler(mux_address_mode_e address, mux_filter_mode_e filter,
                                  bool normalized) noexcept {
  mux_sampler_t sampler = {};
  sampler.id = mux_object_id_sampler;
  sampler.address_mode = address;
  sampler.filter_mode = filter;
  sampler.normalize_coords = normalized;
  return sampler;
}

}  // namespace mux

#endif  // MUX_CPP_IMAGE_HPP

/// @file
/// Images and samplers. Part of <mux/mux.hpp>, which documents ownership, threads and errors.

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

/// Properties of an image.
struct ImageInfo {
  /// Its dimensions, and whether it is an array.
  mux_image_type_e type = mux_image_type_2d;
  /// The format of its pixels.
  mux_image_format_e format = mux_image_format_R8G8B8A8_unorm;
  /// Pixels in x.
  uint32_t width = 1;
  /// Pixels in y; 1 for a 1D image.
  uint32_t height = 1;
  /// Pixels in z; 1 for an image that is not 3D.
  uint32_t depth = 1;
  /// Layers of an array; 0 for other images.
  uint32_t array_layers = 0;
  /// Row pitch in bytes; 0 for tightly packed rows.
  uint64_t row_size = 0;
  /// Slice or layer pitch in bytes; 0 for tightly packed slices.
  uint64_t slice_size = 0;
};

/// Returns the formats that a device supports for a type of images.
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
  /// Creates the image.
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

  /// Creates an image over memory of the host, which must outlive it and have the size of
  /// mux_image_s::memory_requirements: the slice pitch for each slice or layer.
  ///
  /// @param device must report #mux_allocation_capabilities_cached_host.
  /// @param info properties of the image.
  /// @param host_pointer the first pixel, aligned to `info().buffer_alignment` of the device.
  Image(const Device &device, const ImageInfo &info, void *host_pointer)
      : Image(device, detail::UnboundImage(device, info), host_pointer) {}

  /// Leaves the other handle empty.
  Image(Image &&) noexcept = default;
  /// Destroys the owned image, then its memory, and leaves `other` empty.
  Image &operator=(Image &&other) noexcept {
    image_ = std::move(other.image_);
    memory_ = std::move(other.memory_);
    return *this;
  }

  /// Returns the image of the C API, owned by this handle, with its properties and layout.
  mux_image_t get() const noexcept { return image_.get(); }
  /// The memory it is bound to.
  const Memory &memory() const noexcept { return memory_; }
  /// Size of the image in bytes, including padding.
  uint64_t size() const noexcept { return get()->memory_requirements.size; }

  /// Maps the whole image: row pitch mux_image_s::row_size, slice or layer pitch
  /// mux_image_s::slice_size.
  Mapping map() const { return Mapping(memory_, 0, size()); }

 private:
  Image(const Device &device, detail::UnboundImage image, void *host_pointer)
      : memory_(detail::memory_for(device, image.get()->memory_requirements, host_pointer)),
        image_(std::move(image)) {
    check(muxBindImageMemory(device.get(), memory_.get(), get(), 0), "muxBindImageMemory");
  }

  /// Declared before the image, so that the image is destroyed first.
  Memory memory_;
  detail::UnboundImage image_;
};

/// Creates a sampler, which determines how a kernel reads an image.
///
/// @param address result of reads outside the image.
/// @param filter filtering of reads between pixels.
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

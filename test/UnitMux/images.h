/// @file
/// Images for tests, a reference of their memory layout, and random images and regions.

#pragma once

#include <mux/extensions.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <random>
#include <vector>

#include "fixtures.h"
#include "image_formats.h"

namespace mux::test {

/// Arguments of muxCreateImage(), and the offset in memory.
struct ImageShape {
  mux_image_type_e type = mux_image_type_2d;
  mux_image_format_e format = mux_image_format_R8G8B8A8_unorm;
  uint32_t width = 1;
  uint32_t height = 1;
  uint32_t depth = 1;
  uint32_t layers = 0;
  uint64_t row_size = 0;
  uint64_t slice_size = 0;
  uint64_t memory_offset = 0;
};

/// An image, its memory, and the host's mapping of its bytes.
struct TestImage {
  mux_image_t image = nullptr;
  mux_memory_t memory = nullptr;
  std::span<uint8_t> bytes;

  /// The size as offsets and extents of commands count it.
  mux_extent_3d_t extent() const {
    const size_t layers = std::max<size_t>(image->array_layers, 1);
    if (image->type == mux_image_type_1d) {
      return {image->size.x, layers, 1};
    }
    return {image->size.x, image->size.y,
            image->type == mux_image_type_2d ? layers : image->size.z};
  }

  /// The offset of a pixel.
  size_t offset_of(size_t x, size_t y, size_t z) const {
    const size_t in_row = x * image->pixel_size;
    return image->type == mux_image_type_1d ? in_row + y * image->slice_size
                                            : in_row + y * image->row_size + z * image->slice_size;
  }
};

/// A region in host memory or in a buffer.
struct HostBox {
  uint64_t row_size;
  uint64_t slice_size;
  std::vector<uint8_t> bytes;
};

/// Arguments that may be images and samplers.
class ImageArguments : public Arguments {
 public:
  ImageArguments &image(mux_image_t picture) {
    mux_descriptor_info_t descriptor{};
    descriptor.type = mux_descriptor_info_type_image;
    descriptor.image_descriptor.image = picture;
    descriptors.push_back(descriptor);
    return *this;
  }

  ImageArguments &image(const TestImage &picture) { return image(picture.image); }

  ImageArguments &sampler(mux_address_mode_e address_mode, mux_filter_mode_e filter_mode,
                          bool normalize) {
    mux_descriptor_info_t descriptor{};
    descriptor.type = mux_descriptor_info_type_sampler;
    descriptor.sampler_descriptor.sampler = {mux_object_id_sampler, address_mode, filter_mode,
                                             normalize};
    descriptors.push_back(descriptor);
    return *this;
  }
};

/// A two-dimensional image of 16 by 8 pixels and a three-dimensional one of 8 by 8 by 4.
class ImageFixture : public KernelFixture {
 public:
  /// An image without memory.
  mux_image_t make_unbound_image(const ImageShape &shape) {
    mux_image_t image = nullptr;
    const mux_result_t result =
        muxCreateImage(device, shape.type, shape.format, shape.width, shape.height, shape.depth,
                       shape.layers, shape.row_size, shape.slice_size, allocator, &image);
    INFO("last error message: " << (result == mux_success ? "" : muxGetLastErrorMessage()));
    REQUIRE(result == mux_success);
    at_end([=, this] { muxDestroyImage(device, image, allocator); });
    return image;
  }

  /// An image bound to zeroed memory of its own.
  TestImage make_image(const ImageShape &shape) {
    TestImage result;
    result.image = make_unbound_image(shape);
    const size_t size = result.image->memory_requirements.size;
    result.memory = make_memory(size + shape.memory_offset);
    REQUIRE(muxBindImageMemory(device, result.memory, result.image, shape.memory_offset) ==
            mux_success);
    result.bytes = map(result.memory).subspan(shape.memory_offset);
    return result;
  }

  /// Maps zeroed memory.
  std::span<uint8_t> map(mux_memory_t memory) {
    void *data = nullptr;
    REQUIRE(muxMapMemory(device, memory, 0, memory->size, &data) == mux_success);
    at_end([=, this] { muxUnmapMemory(device, memory); });
    std::memset(data, 0, memory->size);
    return {static_cast<uint8_t *>(data), memory->size};
  }

  mux_image_t image = make_image({mux_image_type_2d, mux_image_format_R8G8B8A8_unorm, 16, 8}).image;
  mux_image_t volume =
      make_image({mux_image_type_3d, mux_image_format_R8G8B8A8_unorm, 8, 8, 4}).image;
  mux_image_t unbound =
      make_unbound_image({mux_image_type_2d, mux_image_format_R8G8B8A8_unorm, 16, 8});
};

/// A second device, with an image that is bound to memory.
class OtherDevice {
 public:
  OtherDevice() {
    mux_device_info_t info = host_device_info();
    REQUIRE(muxCreateDevices(1, &info, counter_.info(), &device) == mux_success);
    REQUIRE(muxCreateImage(device, mux_image_type_2d, mux_image_format_R8G8B8A8_unorm, 16, 8, 1, 0,
                           0, 0, counter_.info(), &image) == mux_success);
    REQUIRE(muxAllocateMemory(device, image->memory_requirements.size, 1,
                              mux_memory_property_host_visible | mux_memory_property_host_coherent,
                              mux_allocation_type_alloc_host, 0, counter_.info(),
                              &memory_) == mux_success);
    REQUIRE(muxBindImageMemory(device, memory_, image, 0) == mux_success);
  }
  ~OtherDevice() {
    muxDestroyImage(device, image, counter_.info());
    muxFreeMemory(device, memory_, counter_.info());
    muxDestroyDevice(device, counter_.info());
    CHECK(counter_.live() == 0);
  }
  OtherDevice(const OtherDevice &) = delete;
  OtherDevice &operator=(const OtherDevice &) = delete;

  mux_device_t device = nullptr;
  mux_image_t image = nullptr;

 private:
  CountingAllocator counter_;
  mux_memory_t memory_ = nullptr;
};

/// A random format, type, number of layers, pitches and offset, with up to `longest` pixels in each
/// dimension.
inline ImageShape random_shape(std::mt19937 &random, const ImageFormat &format,
                               uint32_t longest = 20) {
  const auto below = [&](uint32_t limit) { return static_cast<uint32_t>(random() % limit); };
  ImageShape shape;
  shape.type = static_cast<mux_image_type_e>(below(3));
  shape.format = format.format;
  shape.width = 1 + below(longest);
  shape.height = shape.type == mux_image_type_1d ? 1 : 1 + below(longest);
  shape.depth = shape.type == mux_image_type_3d ? 1 + below(longest) : 1;
  shape.layers = shape.type == mux_image_type_3d || below(2) == 0 ? 0 : 1 + below(6);
  if (below(2) == 0) {
    shape.row_size = uint64_t{shape.width + below(5)} * format.pixel_size;
  }
  if (below(2) == 0) {
    const uint64_t row =
        shape.row_size == 0 ? uint64_t{shape.width} * format.pixel_size : shape.row_size;
    shape.slice_size = row * shape.height + uint64_t{below(9)} * format.pixel_size;
  }
  shape.memory_offset = uint64_t{below(3)} * host_device_info()->buffer_alignment;
  return shape;
}

inline const ImageFormat &random_format(std::mt19937 &random) {
  return image_formats[random() % image_formats.size()];
}

/// Random bytes.
inline void randomize(std::mt19937 &random, std::span<uint8_t> bytes) {
  for (uint8_t &byte : bytes) {
    byte = static_cast<uint8_t>(random());
  }
}

/// A region inside `whole`.
inline void random_box(std::mt19937 &random, const mux_extent_3d_t &whole, mux_offset_3d_t &offset,
                       mux_extent_3d_t &extent) {
  const auto part = [&](size_t length, uint32_t &from, size_t &count) {
    count = 1 + random() % length;
    from = static_cast<uint32_t>(random() % (length - count + 1));
  };
  part(whole.x, offset.x, extent.x);
  part(whole.y, offset.y, extent.y);
  part(whole.z, offset.z, extent.z);
}

/// Host memory for a region of an image, with random bytes: tightly packed if `gaps` is false, else
/// with random pitches.
inline HostBox random_host_box(std::mt19937 &random, const TestImage &image,
                               const mux_extent_3d_t &extent, bool gaps) {
  const bool rows_are_slices = image.image->type == mux_image_type_1d;
  HostBox box;
  box.row_size = extent.x * image.image->pixel_size + (gaps ? random() % 7 : 0);
  box.slice_size = box.row_size * (rows_are_slices ? 1 : extent.y) + (gaps ? random() % 11 : 0);
  box.bytes.resize(box.slice_size * (rows_are_slices ? extent.y : extent.z));
  randomize(random, box.bytes);
  return box;
}

/// Calls `visit` with the byte offset of each pixel of a region: in the image, and in host memory.
template <class Visit>
void for_each_pixel(const TestImage &image, const mux_offset_3d_t &offset,
                    const mux_extent_3d_t &extent, uint64_t row_size, uint64_t slice_size,
                    Visit visit) {
  const bool rows_are_slices = image.image->type == mux_image_type_1d;
  for (size_t z = 0; z < extent.z; ++z) {
    for (size_t y = 0; y < extent.y; ++y) {
      for (size_t x = 0; x < extent.x; ++x) {
        visit(image.offset_of(offset.x + x, offset.y + y, offset.z + z),
              x * image.image->pixel_size + y * (rows_are_slices ? slice_size : row_size) +
                  z * slice_size);
      }
    }
  }
}

/// A copy of the current contents.
inline std::vector<uint8_t> snapshot(std::span<const uint8_t> bytes) {
  return {bytes.begin(), bytes.end()};
}

inline bool same_bytes(std::span<const uint8_t> bytes, const std::vector<uint8_t> &expected) {
  return std::equal(bytes.begin(), bytes.end(), expected.begin(), expected.end());
}

/// Invalid regions of the 16 by 8 image: empty, outside of it, and overflowing.
struct BadBox {
  mux_offset_3d_t offset;
  mux_extent_3d_t extent;
};

inline constexpr std::array<BadBox, 3> empty_boxes = {{
    {{0, 0, 0}, {0, 1, 1}},
    {{0, 0, 0}, {1, 0, 1}},
    {{0, 0, 0}, {1, 1, 0}},
}};

inline constexpr std::array<BadBox, 12> boxes_beyond = {{
    {{0, 0, 0}, {17, 1, 1}},
    {{0, 0, 0}, {1, 9, 1}},
    {{0, 0, 0}, {1, 1, 2}},
    {{16, 0, 0}, {1, 1, 1}},
    {{0, 8, 0}, {1, 1, 1}},
    {{0, 0, 1}, {1, 1, 1}},
    {{9, 0, 0}, {8, 8, 1}},
    {{0, 1, 0}, {16, 8, 1}},
    {{1, 0, 0}, {SIZE_MAX, 1, 1}},
    {{0, 0xffffffff, 0}, {1, SIZE_MAX, 1}},
    {{0, 0, 2}, {1, 1, SIZE_MAX - 1}},
    {{0xffffffff, 0xffffffff, 0xffffffff}, {SIZE_MAX, SIZE_MAX, SIZE_MAX}},
}};

/// Numbers around the limits of an image, and some far beyond.
inline uint64_t random_number(std::mt19937 &random) {
  switch (random() % 8) {
    case 0:
      return SIZE_MAX - random() % 20;
    case 1:
      return uint64_t{1} << random() % 64;
    default:
      return random() % 20;
  }
}

/// Whether the region is not empty and inside `whole`.
inline bool is_box_of(const mux_extent_3d_t &whole, const mux_offset_3d_t &offset,
                      const mux_extent_3d_t &extent) {
  const auto fits = [](size_t length, uint32_t from, size_t count) {
    return count != 0 && count <= length && from <= length - count;
  };
  return fits(whole.x, offset.x, extent.x) && fits(whole.y, offset.y, extent.y) &&
         fits(whole.z, offset.z, extent.z);
}

/// Checks that random regions are recorded if they are in an image of `whole` pixels, else
/// mux_error_invalid_value; afterwards the command buffer still runs. `record` takes an offset and
/// an extent.
template <class RecordBox>
void check_random_boxes(const EntryPoint &entry_point, CommandBufferFixture &fixture,
                        const mux_extent_3d_t &whole, RecordBox record) {
  const uint32_t seed = random_seed();
  CAPTURE(seed);
  std::mt19937 random(seed);
  size_t accepted = 0;
  for (int i = 0; i < 5000; ++i) {
    mux_offset_3d_t offset = {static_cast<uint32_t>(random_number(random)),
                              static_cast<uint32_t>(random_number(random)),
                              static_cast<uint32_t>(random_number(random))};
    mux_extent_3d_t extent = {random_number(random), random_number(random), random_number(random)};
    if (i % 4 == 0) {
      random_box(random, whole, offset, extent);
    }
    CAPTURE(i, offset.x, offset.y, offset.z, extent.x, extent.y, extent.z);
    const mux_result_t result = record(offset, extent);
    if (is_box_of(whole, offset, extent)) {
      ++accepted;
      REQUIRE(result == mux_success);
    } else {
      entry_point.fails(mux_error_invalid_value, result);
    }
  }
  CHECK(accepted >= 1250);
  fixture.expect_still_runs();
}

/// The contents of memory that an image is bound to again.
inline constexpr uint8_t image_rebound_byte = 0xee;

/// Finalizes the fixture's command buffer and runs it, then binds the image to other memory filled
/// with `image_rebound_byte`, clears the old memory, and runs again: commands must use the new
/// memory.
/// @return the other memory's bytes.
inline std::span<uint8_t> run_after_rebinding(ImageFixture &fixture, const TestImage &image) {
  REQUIRE(fixture.run(fixture.command_buffer) == mux_success);
  mux_memory_t other = fixture.make_memory(image.image->memory_requirements.size);
  const std::span<uint8_t> bytes = fixture.map(other);
  std::fill(bytes.begin(), bytes.end(), image_rebound_byte);
  std::fill(image.bytes.begin(), image.bytes.end(), uint8_t{0});
  REQUIRE(muxBindImageMemory(fixture.device, other, image.image, 0) == mux_success);
  REQUIRE(fixture.dispatch_and_wait(fixture.command_buffer) == mux_success);
  return bytes;
}

}  // namespace mux::test

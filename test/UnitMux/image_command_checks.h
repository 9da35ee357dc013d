/// @file
/// Common tests of image commands that differ only in the direction of the copy: from and to
/// buffers, from and to the host. Each file passes its entry point to a fixture, whose checks are
/// the bodies of test cases. For the test's thread only.

#pragma once

#include "images.h"
#include "recording_checks.h"

namespace mux::test {

/// A command between an image and a buffer.
class ImageBufferCopyFixture : public ImageFixture {
 public:
  enum class Direction : uint8_t { to_image, to_buffer };
  /// The entry point, with parameters in the same order for both directions.
  using Copy = mux_result_t (*)(mux_command_buffer_t, mux_image_t, mux_buffer_t, mux_offset_3d_t,
                                uint64_t byte_offset, mux_extent_3d_t, uint32_t,
                                const mux_sync_point_t *, mux_sync_point_t *);

  ImageBufferCopyFixture(const EntryPoint &entry_point, Direction direction, Copy copy)
      : entry_point_(entry_point), direction_(direction), copy_(copy) {}

  mux_result_t record(mux_image_t pixels, mux_buffer_t bytes, mux_offset_3d_t pixel_offset,
                      uint64_t byte_offset, mux_extent_3d_t extent) {
    return copy_(command_buffer, pixels, bytes, pixel_offset, byte_offset, extent, 0, nullptr,
                 nullptr);
  }

  /// Records into a new command buffer and runs it.
  void launch(mux_image_t pixels, mux_buffer_t bytes, mux_offset_3d_t pixel_offset,
              uint64_t byte_offset, mux_extent_3d_t extent) {
    mux_command_buffer_t commands = make_command_buffer();
    REQUIRE(copy_(commands, pixels, bytes, pixel_offset, byte_offset, extent, 0, nullptr,
                  nullptr) == mux_success);
    REQUIRE(run(commands) == mux_success);
  }

  /// Null, wrong-type and foreign images and buffers are mux_error_invalid_value.
  void check_image_and_buffer() {
    for (mux_image_t invalid : InvalidObjects<mux_image_t>(device->id)) {
      entry_point_.fails(mux_error_invalid_value, record(invalid, buffer, {0, 0, 0}, 0, {1, 1, 1}));
    }
    for (mux_buffer_t invalid : InvalidObjects<mux_buffer_t>(device->id)) {
      entry_point_.fails(mux_error_invalid_value, record(image, invalid, {0, 0, 0}, 0, {1, 1, 1}));
    }
    expect_still_runs();
  }

  /// A region outside of the image is mux_error_invalid_value.
  void check_boxes_beyond() {
    mux_buffer_t large = make_buffer(4096).buffer;
    for (const BadBox &box : boxes_beyond) {
      entry_point_.fails(mux_error_invalid_value, record(image, large, box.offset, 0, box.extent));
    }
    entry_point_.fails(mux_error_invalid_value, record(volume, large, {0, 0, 3}, 0, {1, 1, 2}));
    CHECK(record(volume, large, {0, 0, 3}, 0, {8, 8, 1}) == mux_success);
    expect_still_runs();
  }

  /// Regions that do not fit into the buffer are mux_error_invalid_value.
  /// @param last_offset the largest value of the entry point's parameter.
  void check_room_in_buffer(uint64_t last_offset) {
    entry_point_.fails(mux_error_invalid_value, record(image, buffer, {0, 0, 0}, 1, {16, 8, 1}));
    entry_point_.fails(mux_error_invalid_value, record(image, buffer, {0, 0, 0}, 512, {1, 1, 1}));
    entry_point_.fails(mux_error_invalid_value, record(image, buffer, {0, 0, 0}, 509, {1, 1, 1}));
    entry_point_.fails(mux_error_invalid_value,
                       record(image, buffer, {0, 0, 0}, last_offset - 3, {1, 1, 1}));
    entry_point_.fails(mux_error_invalid_value, record(volume, buffer, {0, 0, 0}, 0, {8, 8, 3}));
    CHECK(record(image, buffer, {0, 0, 0}, 508, {1, 1, 1}) == mux_success);
    CHECK(record(volume, buffer, {0, 0, 0}, 0, {8, 8, 2}) == mux_success);
    expect_still_runs();
  }

  /// Random regions are recorded if and only if they are inside the image.
  void check_random_boxes_of_volume() {
    mux_buffer_t large = make_buffer(4096).buffer;
    check_random_boxes(entry_point_, *this, {8, 8, 4},
                       [&](const mux_offset_3d_t &offset, const mux_extent_3d_t &extent) {
                         return record(volume, large, offset, 0, extent);
                       });
  }

  /// An empty region is mux_error_invalid_value.
  void check_empty_boxes() {
    for (const BadBox &box : empty_boxes) {
      entry_point_.fails(mux_error_invalid_value, record(image, buffer, box.offset, 0, box.extent));
    }
    expect_still_runs();
  }

  /// An image of another device is mux_error_invalid_value.
  void check_image_of_another_device() {
    const OtherDevice other;
    entry_point_.fails(mux_error_invalid_value,
                       record(other.image, buffer, {0, 0, 0}, 0, {1, 1, 1}));
    expect_still_runs();
  }

  /// An image without memory is mux_error_invalid_value.
  void check_unbound_image() {
    entry_point_.fails(mux_error_invalid_value, record(unbound, buffer, {0, 0, 0}, 0, {1, 1, 1}));
    expect_still_runs();
  }

  /// A buffer without memory is mux_error_invalid_value.
  void check_unbound_buffer() {
    mux_buffer_t nowhere = nullptr;
    REQUIRE(muxCreateBuffer(device, 256, allocator, &nowhere) == mux_success);
    at_end([=, this] { muxDestroyBuffer(device, nowhere, allocator); });
    entry_point_.fails(mux_error_invalid_value, record(image, nowhere, {0, 0, 0}, 0, {1, 1, 1}));
    expect_still_runs();
  }

  /// After binding an image and a buffer again, commands use their new memory.
  void check_binding_again() {
    const TestImage pixels =
        make_image({mux_image_type_2d, mux_image_format_R8G8B8A8_unorm, 16, 8});
    const auto expect_copy = [&](std::span<uint8_t> image_bytes, std::span<uint8_t> buffer_bytes,
                                 uint8_t value) {
      const std::span<uint8_t> from = to_image() ? buffer_bytes : image_bytes;
      const std::span<uint8_t> to = to_image() ? image_bytes : buffer_bytes;
      std::fill(from.begin(), from.end(), value);
      launch(pixels.image, buffer, {0, 0, 0}, 0, {16, 8, 1});
      CHECK(to[511] == value);
    };
    expect_copy(pixels.bytes, storage.bytes, 1);
    mux_memory_t image_memory = make_memory(pixels.image->memory_requirements.size);
    mux_memory_t buffer_memory = make_memory(buffer->memory_requirements.size);
    const std::span<uint8_t> image_bytes = map(image_memory);
    const std::span<uint8_t> buffer_bytes = map(buffer_memory);
    REQUIRE(muxBindImageMemory(device, image_memory, pixels.image, 0) == mux_success);
    REQUIRE(muxBindBufferMemory(device, buffer_memory, buffer, 0) == mux_success);
    expect_copy(image_bytes, buffer_bytes, 2);
    CHECK((to_image() ? pixels.bytes : storage.bytes)[511] == 1);
  }

  /// Random regions of images of every format, tightly packed in the buffer.
  void check_random_images() {
    const uint32_t seed = random_seed();
    CAPTURE(seed);
    std::mt19937 random(seed);
    for (size_t i = 0; i < 2 * image_formats.size(); ++i) {
      const ImageFormat &format = image_formats[i % image_formats.size()];
      const ImageShape shape = random_shape(random, format);
      CAPTURE(i, format.name, shape.type, shape.layers);
      const TestImage pixels = make_image(shape);
      randomize(random, pixels.bytes);
      mux_offset_3d_t offset;
      mux_extent_3d_t extent;
      random_box(random, pixels.extent(), offset, extent);
      const HostBox box = random_host_box(random, pixels, extent, false);
      const uint64_t byte_offset = random() % 40;
      const TestBuffer bytes = make_buffer(box.bytes.size() + byte_offset + random() % 40);
      randomize(random, bytes.bytes);
      std::vector<uint8_t> image_expected = snapshot(pixels.bytes);
      std::vector<uint8_t> buffer_expected = snapshot(bytes.bytes);
      for_each_pixel(pixels, offset, extent, box.row_size, box.slice_size,
                     [&](size_t in_image, size_t in_buffer) {
                       uint8_t *image_pixel = &image_expected[in_image];
                       uint8_t *buffer_pixel = &buffer_expected[byte_offset + in_buffer];
                       std::memcpy(to_image() ? image_pixel : buffer_pixel,
                                   to_image() ? buffer_pixel : image_pixel, format.pixel_size);
                     });
      launch(pixels.image, bytes.buffer, offset, byte_offset, extent);
      CHECK(same_bytes(pixels.bytes, image_expected));
      CHECK(same_bytes(bytes.bytes, buffer_expected));
    }
  }

  TestBuffer storage = make_buffer(16 * 8 * 4);
  mux_buffer_t buffer = storage.buffer;

  Record valid = [this](mux_command_buffer_t target, uint32_t length, const mux_sync_point_t *list,
                        mux_sync_point_t *sync_point) {
    return copy_(target, image, buffer, {0, 0, 0}, 0, {16, 8, 1}, length, list, sync_point);
  };

 private:
  bool to_image() const { return direction_ == Direction::to_image; }

  EntryPoint entry_point_;
  Direction direction_;
  Copy copy_;
};

/// A command between an image and host memory.
class ImageTransferFixture : public ImageFixture {
 public:
  /// The entry point; commands that only read from the pointer also have this type.
  using Transfer = mux_result_t (*)(mux_command_buffer_t, mux_image_t, mux_offset_3d_t,
                                    mux_extent_3d_t, uint64_t row_size, uint64_t slice_size, void *,
                                    uint32_t, const mux_sync_point_t *, mux_sync_point_t *);

  ImageTransferFixture(const EntryPoint &entry_point, Transfer transfer)
      : entry_point_(entry_point), transfer_(transfer) {}

  mux_result_t record(mux_image_t target, mux_offset_3d_t offset, mux_extent_3d_t extent,
                      void *pointer, uint64_t row_size = 0, uint64_t slice_size = 0) {
    return transfer_(command_buffer, target, offset, extent, row_size, slice_size, pointer, 0,
                     nullptr, nullptr);
  }

  /// Records into a new command buffer and runs it.
  void launch(mux_image_t target, mux_offset_3d_t offset, mux_extent_3d_t extent, void *pointer,
              uint64_t row_size = 0, uint64_t slice_size = 0) {
    mux_command_buffer_t commands = make_command_buffer();
    REQUIRE(transfer_(commands, target, offset, extent, row_size, slice_size, pointer, 0, nullptr,
                      nullptr) == mux_success);
    REQUIRE(run(commands) == mux_success);
  }

  /// Null, wrong-type and foreign images are mux_error_invalid_value.
  void check_images() {
    for (mux_image_t invalid : InvalidObjects<mux_image_t>(device->id)) {
      entry_point_.fails(mux_error_invalid_value, record(invalid, {0, 0, 0}, {1, 1, 1}, pixels));
    }
    expect_still_runs();
  }

  /// A region outside of the image is mux_error_invalid_value.
  void check_boxes_beyond() {
    for (const BadBox &box : boxes_beyond) {
      entry_point_.fails(mux_error_invalid_value, record(image, box.offset, box.extent, pixels));
    }
    entry_point_.fails(mux_error_invalid_value, record(volume, {0, 0, 3}, {1, 1, 2}, pixels));
    entry_point_.fails(mux_error_invalid_value, record(volume, {0, 0, 4}, {1, 1, 1}, pixels));
    CHECK(record(image, {15, 7, 0}, {1, 1, 1}, pixels) == mux_success);
    CHECK(record(volume, {7, 7, 3}, {1, 1, 1}, pixels) == mux_success);
    expect_still_runs();
  }

  /// Array layers are the last dimension of a region.
  void check_array_layers() {
    mux_image_t rows = make_image({mux_image_type_1d, mux_image_format_R8_uint, 16, 1, 1, 3}).image;
    mux_image_t planes =
        make_image({mux_image_type_2d, mux_image_format_R8_uint, 16, 2, 1, 3}).image;
    CHECK(record(rows, {0, 2, 0}, {16, 1, 1}, pixels) == mux_success);
    CHECK(record(planes, {0, 0, 2}, {16, 2, 1}, pixels) == mux_success);
    entry_point_.fails(mux_error_invalid_value, record(rows, {0, 3, 0}, {16, 1, 1}, pixels));
    entry_point_.fails(mux_error_invalid_value, record(rows, {0, 0, 1}, {16, 1, 1}, pixels));
    entry_point_.fails(mux_error_invalid_value, record(planes, {0, 2, 0}, {16, 1, 1}, pixels));
    entry_point_.fails(mux_error_invalid_value, record(planes, {0, 0, 2}, {16, 2, 2}, pixels));
    expect_still_runs();
  }

  /// Random regions are recorded if and only if they are inside the image.
  void check_random_boxes_of_volume() {
    check_random_boxes(entry_point_, *this, {8, 8, 4},
                       [&](const mux_offset_3d_t &offset, const mux_extent_3d_t &extent) {
                         return record(volume, offset, extent, voxels.data());
                       });
  }

  /// An empty region is mux_error_invalid_value.
  void check_empty_boxes() {
    for (const BadBox &box : empty_boxes) {
      entry_point_.fails(mux_error_invalid_value, record(image, box.offset, box.extent, pixels));
    }
    expect_still_runs();
  }

  /// A row size less than a row is mux_error_invalid_value.
  void check_row_size() {
    for (const uint64_t row_size : {1U, 4U, 31U}) {
      entry_point_.fails(mux_error_invalid_value,
                         record(image, {0, 0, 0}, {8, 2, 1}, pixels, row_size));
    }
    CHECK(record(image, {0, 0, 0}, {8, 2, 1}, pixels, 32) == mux_success);
    CHECK(record(image, {0, 0, 0}, {8, 2, 1}, pixels, 33) == mux_success);
    expect_still_runs();
  }

  /// A slice size less than its rows is mux_error_invalid_value.
  void check_slice_size() {
    for (const uint64_t slice_size : {1U, 33U, 65U}) {
      entry_point_.fails(mux_error_invalid_value,
                         record(volume, {0, 0, 0}, {8, 2, 2}, pixels, 33, slice_size));
    }
    CHECK(record(volume, {0, 0, 0}, {8, 2, 2}, pixels, 33, 66) == mux_success);
    CHECK(record(volume, {0, 0, 0}, {8, 2, 2}, pixels, 33, 67) == mux_success);
    expect_still_runs();
  }

  /// Pitches whose product exceeds 64 bits are mux_error_invalid_value.
  void check_pitches() {
    constexpr uint64_t half = uint64_t{1} << 63;
    entry_point_.fails(mux_error_invalid_value, record(image, {0, 0, 0}, {8, 2, 1}, pixels, half));
    entry_point_.fails(mux_error_invalid_value,
                       record(volume, {0, 0, 0}, {8, 2, 2}, pixels, 0, half));
    entry_point_.fails(mux_error_invalid_value,
                       record(volume, {0, 0, 0}, {8, 2, 2}, pixels, half / 2));
    expect_still_runs();
  }

  /// A NULL pointer is mux_error_invalid_value.
  void check_pointer() {
    entry_point_.fails(mux_error_invalid_value, record(image, {0, 0, 0}, {1, 1, 1}, nullptr));
    expect_still_runs();
  }

  /// An image of another device is mux_error_invalid_value.
  void check_image_of_another_device() {
    const OtherDevice other;
    entry_point_.fails(mux_error_invalid_value, record(other.image, {0, 0, 0}, {1, 1, 1}, pixels));
    expect_still_runs();
  }

  /// An image without memory is mux_error_invalid_value.
  void check_unbound_image() {
    entry_point_.fails(mux_error_invalid_value, record(unbound, {0, 0, 0}, {1, 1, 1}, pixels));
    expect_still_runs();
  }

  Record valid = [this](mux_command_buffer_t target, uint32_t length, const mux_sync_point_t *list,
                        mux_sync_point_t *sync_point) {
    return transfer_(target, image, {0, 0, 0}, {16, 8, 1}, 64, 512, pixels, length, list,
                     sync_point);
  };

  uint8_t pixels[16 * 8 * 4] = {};
  std::vector<uint8_t> voxels = std::vector<uint8_t>(size_t{8} * 8 * 4 * 4);

 private:
  EntryPoint entry_point_;
  Transfer transfer_;
};

}  // namespace mux::test

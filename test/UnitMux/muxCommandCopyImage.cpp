#include <algorithm>
#include <catch2/catch.hpp>
#include <deque>
#include <functional>

#include "images.h"
#include "recording_checks.h"

namespace mux::test::mux_command_copy_image {

namespace {

constexpr EntryPoint entry_point("muxCommandCopyImage");

class CommandCopyImageFixture : public ImageFixture {
 public:
  mux_result_t record(mux_image_t source, mux_image_t destination, mux_offset_3d_t src_offset,
                      mux_offset_3d_t dst_offset, mux_extent_3d_t extent) {
    return muxCommandCopyImage(command_buffer, source, destination, src_offset, dst_offset, extent,
                               0, nullptr, nullptr);
  }
  void launch(mux_image_t source, mux_image_t destination, mux_offset_3d_t src_offset,
              mux_offset_3d_t dst_offset, mux_extent_3d_t extent) {
    mux_command_buffer_t commands = make_command_buffer();
    REQUIRE(muxCommandCopyImage(commands, source, destination, src_offset, dst_offset, extent, 0,
                                nullptr, nullptr) == mux_success);
    REQUIRE(run(commands) == mux_success);
  }

  Record valid = [this](mux_command_buffer_t target, uint32_t length, const mux_sync_point_t *list,
                        mux_sync_point_t *sync_point) {
    return muxCommandCopyImage(target, image, volume, {0, 0, 0}, {0, 0, 0}, {8, 8, 1}, length, list,
                               sync_point);
  };
};

constexpr ImageShape plain_shape = {mux_image_type_2d, mux_image_format_R8G8B8A8_unorm, 16, 8};

}  // namespace

TEST_CASE_METHOD(CommandCopyImageFixture,
                 "muxCommandCopyImage.rc02: null, wrong-type and foreign command buffers are "
                 "mux_error_invalid_value",
                 "[muxCommandCopyImage]") {
  check_command_buffer(entry_point, *this, valid);
}

TEST_CASE_METHOD(CommandCopyImageFixture,
                 "muxCommandCopyImage.rc03, rc04: null, wrong-type and foreign images are "
                 "mux_error_invalid_value",
                 "[muxCommandCopyImage]") {
  for (mux_image_t invalid : InvalidObjects<mux_image_t>(device->id)) {
    entry_point.fails(mux_error_invalid_value,
                      record(invalid, image, {0, 0, 0}, {0, 0, 0}, {1, 1, 1}));
    entry_point.fails(mux_error_invalid_value,
                      record(image, invalid, {0, 0, 0}, {0, 0, 0}, {1, 1, 1}));
  }
  expect_still_runs();
}

TEST_CASE_METHOD(
    CommandCopyImageFixture,
    "muxCommandCopyImage.rc05: a box that leaves the source is mux_error_invalid_value",
    "[muxCommandCopyImage]") {
  mux_image_t large =
      make_image({mux_image_type_3d, mux_image_format_R8G8B8A8_unorm, 64, 64, 4}).image;
  for (const BadBox &box : boxes_beyond) {
    entry_point.fails(mux_error_invalid_value,
                      record(image, large, box.offset, {0, 0, 0}, box.extent));
  }
  CHECK(record(image, large, {15, 7, 0}, {0, 0, 0}, {1, 1, 1}) == mux_success);
  expect_still_runs();
}

TEST_CASE_METHOD(
    CommandCopyImageFixture,
    "muxCommandCopyImage.rc06: a box that leaves the destination is mux_error_invalid_value",
    "[muxCommandCopyImage]") {
  mux_image_t large =
      make_image({mux_image_type_3d, mux_image_format_R8G8B8A8_unorm, 64, 64, 4}).image;
  for (const BadBox &box : boxes_beyond) {
    entry_point.fails(mux_error_invalid_value,
                      record(large, image, {0, 0, 0}, box.offset, box.extent));
  }
  CHECK(record(large, image, {0, 0, 3}, {15, 7, 0}, {1, 1, 1}) == mux_success);
  expect_still_runs();
}

TEST_CASE_METHOD(CommandCopyImageFixture,
                 "muxCommandCopyImage.rc05, rc06: random boxes are recorded if they lie in both "
                 "images, and only then",
                 "[muxCommandCopyImage]") {
  mux_image_t other = make_image({mux_image_type_3d, mux_image_format_R32_uint, 8, 8, 4}).image;
  mux_image_t large = make_image({mux_image_type_3d, mux_image_format_R32_uint, 64, 64, 64}).image;
  SECTION("from") {
    check_random_boxes(entry_point, *this, {8, 8, 4},
                       [&](const mux_offset_3d_t &offset, const mux_extent_3d_t &extent) {
                         return record(other, large, offset, {0, 0, 0}, extent);
                       });
  }
  SECTION("to") {
    check_random_boxes(entry_point, *this, {8, 8, 4},
                       [&](const mux_offset_3d_t &offset, const mux_extent_3d_t &extent) {
                         return record(large, other, {0, 0, 0}, offset, extent);
                       });
  }
}

TEST_CASE_METHOD(CommandCopyImageFixture,
                 "muxCommandCopyImage.extent: an empty region is mux_error_invalid_value",
                 "[muxCommandCopyImage]") {
  for (const BadBox &box : empty_boxes) {
    entry_point.fails(mux_error_invalid_value,
                      record(image, volume, box.offset, {0, 0, 0}, box.extent));
  }
  expect_still_runs();
}

TEST_CASE_METHOD(CommandCopyImageFixture,
                 "muxCommandCopyImage.pixel_size: pixels of different sizes are "
                 "mux_error_invalid_value, of different formats are copied as they are",
                 "[muxCommandCopyImage]") {
  mux_image_t wide =
      make_image({mux_image_type_2d, mux_image_format_R16G16B16A16_unorm, 16, 8}).image;
  entry_point.fails(mux_error_invalid_value, record(image, wide, {0, 0, 0}, {0, 0, 0}, {1, 1, 1}));
  entry_point.fails(mux_error_invalid_value, record(wide, image, {0, 0, 0}, {0, 0, 0}, {1, 1, 1}));
  const TestImage floats = make_image({mux_image_type_2d, mux_image_format_R32_sfloat, 16, 8});
  const TestImage bytes = make_image(plain_shape);
  floats.bytes[4] = 9;
  launch(floats.image, bytes.image, {0, 0, 0}, {1, 1, 0}, {2, 1, 1});
  CHECK(bytes.bytes[bytes.offset_of(2, 1, 0)] == 9);
  expect_still_runs();
}

TEST_CASE_METHOD(CommandCopyImageFixture,
                 "muxCommandCopyImage.rc07, rc08: a wait list and its length go together",
                 "[muxCommandCopyImage]") {
  check_wait_list_length(entry_point, *this, valid);
}

TEST_CASE_METHOD(CommandCopyImageFixture,
                 "muxCommandCopyImage.rc09, vu08, vu09: records into command buffers",
                 "[muxCommandCopyImage]") {
  check_recording(entry_point, *this, valid);
}

TEST_CASE_METHOD(CommandCopyImageFixture,
                 "muxCommandCopyImage.vu02: an image of another device is mux_error_invalid_value",
                 "[muxCommandCopyImage]") {
  const OtherDevice other;
  entry_point.fails(mux_error_invalid_value,
                    record(other.image, image, {0, 0, 0}, {0, 0, 0}, {1, 1, 1}));
  entry_point.fails(mux_error_invalid_value,
                    record(image, other.image, {0, 0, 0}, {0, 0, 0}, {1, 1, 1}));
  expect_still_runs();
}

TEST_CASE_METHOD(CommandCopyImageFixture,
                 "muxCommandCopyImage.vu03, vu05: an image without memory is "
                 "mux_error_invalid_value",
                 "[muxCommandCopyImage]") {
  entry_point.fails(mux_error_invalid_value,
                    record(unbound, image, {0, 0, 0}, {0, 0, 0}, {1, 1, 1}));
  entry_point.fails(mux_error_invalid_value,
                    record(image, unbound, {0, 0, 0}, {0, 0, 0}, {1, 1, 1}));
  expect_still_runs();
}

TEST_CASE_METHOD(CommandCopyImageFixture,
                 "muxCommandCopyImage.vu04, vu06: images that were bound again after the command "
                 "buffer completed are used where they lie now",
                 "[muxCommandCopyImage]") {
  const TestImage from = make_image(plain_shape);
  const TestImage to = make_image(plain_shape);
  std::fill(from.bytes.begin(), from.bytes.end(), uint8_t{1});
  launch(from.image, to.image, {0, 0, 0}, {0, 0, 0}, {16, 8, 1});
  CHECK(to.bytes[511] == 1);
  mux_memory_t from_memory = make_memory(from.image->memory_requirements.size);
  mux_memory_t to_memory = make_memory(to.image->memory_requirements.size);
  const std::span<uint8_t> from_bytes = map(from_memory);
  const std::span<uint8_t> to_bytes = map(to_memory);
  std::fill(from_bytes.begin(), from_bytes.end(), uint8_t{2});
  REQUIRE(muxBindImageMemory(device, from_memory, from.image, 0) == mux_success);
  REQUIRE(muxBindImageMemory(device, to_memory, to.image, 0) == mux_success);
  launch(from.image, to.image, {0, 0, 0}, {0, 0, 0}, {16, 8, 1});
  CHECK(to.bytes[511] == 1);
  CHECK(to_bytes[511] == 2);
}

TEST_CASE_METHOD(CommandCopyImageFixture,
                 "muxCommandCopyImage.vu04, vu06: a finalized command buffer finds an image where "
                 "it is when it is dispatched",
                 "[muxCommandCopyImage]") {
  const TestImage from = make_image(plain_shape);
  const TestImage to = make_image(plain_shape);
  std::fill(from.bytes.begin(), from.bytes.end(), uint8_t{1});
  REQUIRE(record(from.image, to.image, {0, 0, 0}, {0, 0, 0}, {16, 8, 1}) == mux_success);
  SECTION("the source") {
    run_after_rebinding(*this, from);
    CHECK(to.bytes[511] == image_rebound_byte);
  }
  SECTION("the destination") {
    const std::span<uint8_t> other = run_after_rebinding(*this, to);
    CHECK(to.bytes[511] == 0);
    CHECK(other[511] == 1);
  }
}

TEST_CASE_METHOD(CommandCopyImageFixture,
                 "muxCommandCopyImage.vu07: boxes that overlap in one image are "
                 "mux_error_invalid_value",
                 "[muxCommandCopyImage]") {
  entry_point.fails(mux_error_invalid_value,
                    record(image, image, {0, 0, 0}, {0, 0, 0}, {16, 8, 1}));
  entry_point.fails(mux_error_invalid_value, record(image, image, {3, 3, 0}, {3, 3, 0}, {1, 1, 1}));
  entry_point.fails(mux_error_invalid_value, record(image, image, {0, 0, 0}, {7, 3, 0}, {8, 4, 1}));
  entry_point.fails(mux_error_invalid_value, record(image, image, {7, 3, 0}, {0, 0, 0}, {8, 4, 1}));
  entry_point.fails(mux_error_invalid_value,
                    record(volume, volume, {0, 0, 0}, {0, 0, 1}, {8, 8, 2}));
  // Adjacent regions do not overlap, although their rows are interleaved.
  CHECK(record(image, image, {0, 0, 0}, {8, 0, 0}, {8, 8, 1}) == mux_success);
  CHECK(record(image, image, {8, 0, 0}, {0, 0, 0}, {8, 8, 1}) == mux_success);
  CHECK(record(volume, volume, {0, 0, 0}, {0, 0, 2}, {8, 8, 2}) == mux_success);
  CHECK(record(volume, volume, {0, 0, 0}, {4, 4, 0}, {4, 4, 4}) == mux_success);
  expect_still_runs();
}

TEST_CASE_METHOD(
    CommandCopyImageFixture,
    "muxCommandCopyImage.vu07: random boxes of one image are mux_error_invalid_value if "
    "they have a pixel in common, and only then",
    "[muxCommandCopyImage]") {
  const uint32_t seed = random_seed();
  CAPTURE(seed);
  std::mt19937 random(seed);
  const TestImage pixels = make_image({mux_image_type_3d, mux_image_format_R8_uint, 6, 5, 4, 0, 8});
  size_t overlapping = 0;
  for (int i = 0; i < 2000; ++i) {
    mux_offset_3d_t from;
    mux_extent_3d_t extent;
    random_box(random, pixels.extent(), from, extent);
    const auto place = [&](size_t whole, size_t count) {
      return static_cast<uint32_t>(random() % (whole - count + 1));
    };
    const mux_offset_3d_t to = {place(6, extent.x), place(5, extent.y), place(4, extent.z)};
    const auto apart = [](uint32_t a, uint32_t b, size_t count) {
      return a < b ? b - a >= count : a - b >= count;
    };
    const bool overlap = !apart(from.x, to.x, extent.x) && !apart(from.y, to.y, extent.y) &&
                         !apart(from.z, to.z, extent.z);
    overlapping += overlap ? 1 : 0;
    CAPTURE(i, from.x, from.y, from.z, to.x, to.y, to.z, extent.x, extent.y, extent.z);
    const mux_result_t result = record(pixels.image, pixels.image, from, to, extent);
    if (overlap) {
      entry_point.fails(mux_error_invalid_value, result);
    } else {
      CHECK(result == mux_success);
    }
  }
  CHECK(overlapping > 100);
  CHECK(overlapping < 1900);
  expect_still_runs();
}

TEST_CASE_METHOD(CommandCopyImageFixture,
                 "muxCommandCopyImage.vu07: images whose boxes overlap in one memory are "
                 "mux_error_invalid_value",
                 "[muxCommandCopyImage]") {
  mux_memory_t memory = make_memory(4096);
  mux_image_t first = make_unbound_image(plain_shape);
  mux_image_t second = make_unbound_image(plain_shape);
  REQUIRE(muxBindImageMemory(device, memory, first, 0) == mux_success);
  REQUIRE(muxBindImageMemory(device, memory, second, 256) == mux_success);
  entry_point.fails(mux_error_invalid_value,
                    record(first, second, {0, 0, 0}, {0, 0, 0}, {16, 8, 1}));
  // Rows 4 to 7 of the first are rows 0 to 3 of the second.
  entry_point.fails(mux_error_invalid_value,
                    record(first, second, {15, 4, 0}, {15, 0, 0}, {1, 1, 1}));
  CHECK(record(first, second, {0, 4, 0}, {15, 0, 0}, {1, 1, 1}) == mux_success);
  CHECK(record(first, second, {0, 0, 0}, {0, 4, 0}, {16, 4, 1}) == mux_success);
  CHECK(record(first, second, {0, 0, 0}, {0, 0, 0}, {16, 4, 1}) == mux_success);
  expect_still_runs();
}

TEST_CASE_METHOD(CommandCopyImageFixture,
                 "muxCommandCopyImage.rc09: random boxes between images of any type with pixels of "
                 "the same size",
                 "[muxCommandCopyImage]") {
  const uint32_t seed = random_seed();
  CAPTURE(seed);
  std::mt19937 random(seed);
  for (size_t i = 0; i < 2 * image_formats.size(); ++i) {
    const ImageFormat &format = image_formats[i % image_formats.size()];
    const TestImage from = make_image(random_shape(random, format));
    const TestImage to = make_image(random_shape(random, format));
    CAPTURE(i, format.name, from.image->type, to.image->type);
    randomize(random, from.bytes);
    randomize(random, to.bytes);
    const mux_extent_3d_t from_whole = from.extent();
    const mux_extent_3d_t to_whole = to.extent();
    mux_offset_3d_t src_offset;
    mux_offset_3d_t dst_offset;
    mux_extent_3d_t extent;
    random_box(random,
               {std::min(from_whole.x, to_whole.x), std::min(from_whole.y, to_whole.y),
                std::min(from_whole.z, to_whole.z)},
               src_offset, extent);
    const auto place = [&](size_t whole, size_t count) {
      return static_cast<uint32_t>(random() % (whole - count + 1));
    };
    src_offset = {place(from_whole.x, extent.x), place(from_whole.y, extent.y),
                  place(from_whole.z, extent.z)};
    dst_offset = {place(to_whole.x, extent.x), place(to_whole.y, extent.y),
                  place(to_whole.z, extent.z)};
    std::vector<uint8_t> expected = snapshot(to.bytes);
    for (size_t z = 0; z < extent.z; ++z) {
      for (size_t y = 0; y < extent.y; ++y) {
        for (size_t x = 0; x < extent.x; ++x) {
          std::memcpy(
              &expected[to.offset_of(dst_offset.x + x, dst_offset.y + y, dst_offset.z + z)],
              &from.bytes[from.offset_of(src_offset.x + x, src_offset.y + y, src_offset.z + z)],
              format.pixel_size);
        }
      }
    }
    const std::vector<uint8_t> source_before = snapshot(from.bytes);
    launch(from.image, to.image, src_offset, dst_offset, extent);
    CHECK(same_bytes(to.bytes, expected));
    CHECK(same_bytes(from.bytes, source_before));
  }
}

namespace {

/// Images of the same size, a buffer, and their expected contents after the commands recorded so
/// far.
class ImageSequenceFixture : public ImageFixture {
 public:
  static constexpr size_t width = 600;
  static constexpr size_t height = 500;
  static constexpr size_t words = width * height;

  struct Box {
    mux_offset_3d_t offset;
    mux_extent_3d_t extent;

    size_t pixels() const { return extent.x * extent.y; }
    /// The word of an image for a pixel of the region.
    size_t at(size_t pixel) const {
      return offset.x + pixel % extent.x + (offset.y + pixel / extent.x) * width;
    }
  };

  ImageSequenceFixture() {
    for (size_t i = 0; i < 3; ++i) {
      images.push_back(make_image({mux_image_type_2d, mux_image_format_R32_uint, width, height}));
      pixels.emplace_back(words);
    }
  }

  Box box_of(const mux_extent_3d_t &extent) {
    return {{static_cast<uint32_t>(random() % (width - extent.x + 1)),
             static_cast<uint32_t>(random() % (height - extent.y + 1)), 0},
            extent};
  }

  /// Records a random command and applies it to the expected contents.
  void record_random(mux_command_buffer_t commands) {
    const size_t from = random() % images.size();
    const size_t to = (from + 1 + random() % (images.size() - 1)) % images.size();
    Box source = {};
    random_box(random, {width, height, 1}, source.offset, source.extent);
    const Box destination = box_of(source.extent);
    const auto first = static_cast<uint32_t>(random() % (words - source.pixels() + 1));
    const size_t count = source.pixels();
    mux_result_t result = mux_success;
    switch (random() % 6) {
      case 0: {
        std::vector<uint32_t> &written = host.emplace_back(count);
        std::generate(written.begin(), written.end(), std::ref(random));
        result =
            muxCommandWriteImage(commands, images[to].image, destination.offset, destination.extent,
                                 0, 0, written.data(), 0, nullptr, nullptr);
        for (size_t i = 0; i < count; ++i) {
          pixels[to][destination.at(i)] = written[i];
        }
        break;
      }
      case 1: {
        const uint32_t color = random();
        result = muxCommandFillImage(commands, images[to].image, &color, sizeof(color),
                                     destination.offset, destination.extent, 0, nullptr, nullptr);
        for (size_t i = 0; i < count; ++i) {
          pixels[to][destination.at(i)] = color;
        }
        break;
      }
      case 2:
        result = muxCommandCopyImage(commands, images[from].image, images[to].image, source.offset,
                                     destination.offset, source.extent, 0, nullptr, nullptr);
        for (size_t i = 0; i < count; ++i) {
          pixels[to][destination.at(i)] = pixels[from][source.at(i)];
        }
        break;
      case 3:
        result =
            muxCommandCopyImageToBuffer(commands, images[from].image, buffer.buffer, source.offset,
                                        uint64_t{first} * 4, source.extent, 0, nullptr, nullptr);
        for (size_t i = 0; i < count; ++i) {
          stored[first + i] = pixels[from][source.at(i)];
        }
        break;
      case 4:
        result = muxCommandCopyBufferToImage(commands, buffer.buffer, images[to].image, first * 4,
                                             destination.offset, destination.extent, 0, nullptr,
                                             nullptr);
        for (size_t i = 0; i < count; ++i) {
          pixels[to][destination.at(i)] = stored[first + i];
        }
        break;
      default: {
        std::vector<uint32_t> &read = host.emplace_back(count);
        std::vector<uint32_t> &expected =
            reads.emplace_back(&read, std::vector<uint32_t>(count)).second;
        result = muxCommandReadImage(commands, images[from].image, source.offset, source.extent, 0,
                                     0, read.data(), 0, nullptr, nullptr);
        for (size_t i = 0; i < count; ++i) {
          expected[i] = pixels[from][source.at(i)];
        }
        break;
      }
    }
    REQUIRE(result == mux_success);
  }

  const uint32_t seed = random_seed();
  std::mt19937 random{seed};
  std::vector<TestImage> images;
  TestBuffer buffer = make_buffer(words * 4);
  /// Expected contents of the images, the buffer, and the host memory read into.
  std::vector<std::vector<uint32_t>> pixels;
  std::vector<uint32_t> stored = std::vector<uint32_t>(words);
  std::deque<std::pair<const std::vector<uint32_t> *, std::vector<uint32_t>>> reads;
  /// A deque, because commands point to its elements.
  std::deque<std::vector<uint32_t>> host;
};

}  // namespace

TEST_CASE_METHOD(ImageSequenceFixture,
                 "muxCommandCopyImage.rc09: image commands in any sequence act as if executed in "
                 "the order recorded",
                 "[muxCommandCopyImage][scheduling]") {
  CAPTURE(seed);
  for (int round = 0; round < 20; ++round) {
    CAPTURE(round);
    mux_command_buffer_t commands = make_command_buffer();
    for (int i = 0; i < 30; ++i) {
      record_random(commands);
    }
    REQUIRE(run(commands) == mux_success);
    for (size_t i = 0; i < images.size(); ++i) {
      CHECK(std::equal(pixels[i].begin(), pixels[i].end(),
                       reinterpret_cast<const uint32_t *>(images[i].bytes.data())));
    }
    CHECK(std::equal(stored.begin(), stored.end(), buffer.as<uint32_t>().begin()));
    for (const auto &[read, expected] : reads) {
      CHECK((*read == expected));
    }
    reads.clear();
    host.clear();
  }
}

}  // namespace mux::test::mux_command_copy_image

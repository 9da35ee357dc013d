#include <bit>
#include <catch2/catch.hpp>
#include <limits>

#include "images.h"
#include "recording_checks.h"

namespace mux::test::mux_command_fill_image {

namespace {

constexpr EntryPoint entry_point("muxCommandFillImage");

class CommandFillImageFixture : public ImageFixture {
 public:
  mux_result_t record(mux_image_t target, const void *color, uint32_t color_size,
                      mux_offset_3d_t offset, mux_extent_3d_t extent) {
    return muxCommandFillImage(command_buffer, target, color, color_size, offset, extent, 0,
                               nullptr, nullptr);
  }
  void launch(mux_image_t target, const void *color, uint32_t color_size, mux_offset_3d_t offset,
              mux_extent_3d_t extent) {
    mux_command_buffer_t commands = make_command_buffer();
    REQUIRE(muxCommandFillImage(commands, target, color, color_size, offset, extent, 0, nullptr,
                                nullptr) == mux_success);
    REQUIRE(run(commands) == mux_success);
  }

  Record valid = [this](mux_command_buffer_t target, uint32_t length, const mux_sync_point_t *list,
                        mux_sync_point_t *sync_point) {
    return muxCommandFillImage(target, image, red, sizeof(red), {0, 0, 0}, {16, 8, 1}, length, list,
                               sync_point);
  };

  float red[4] = {1, 0, 0, 1};
};

using Color = std::array<uint32_t, 4>;

Color real(float r, float g, float b, float a) {
  return {std::bit_cast<uint32_t>(r), std::bit_cast<uint32_t>(g), std::bit_cast<uint32_t>(b),
          std::bit_cast<uint32_t>(a)};
}

Color integer(int64_t r, int64_t g, int64_t b, int64_t a) {
  return {static_cast<uint32_t>(r), static_cast<uint32_t>(g), static_cast<uint32_t>(b),
          static_cast<uint32_t>(a)};
}

/// A color of four components, and the bytes of the resulting pixel.
struct Conversion {
  mux_image_format_e format;
  Color color;
  std::vector<uint8_t> pixel;
};

std::vector<Conversion> conversions() {
  constexpr float infinity = std::numeric_limits<float>::infinity();
  constexpr float nan = std::numeric_limits<float>::quiet_NaN();
  const Color color = real(1, 0.5F, 0, 0.25F);
  return {
      // Order of channels.
      {mux_image_format_R8_unorm, color, {0xff}},
      {mux_image_format_A8_unorm, color, {0x40}},
      {mux_image_format_R8G8_unorm, color, {0xff, 0x80}},
      {mux_image_format_R8A8_unorm, color, {0xff, 0x40}},
      {mux_image_format_R8G8B8A8_unorm, color, {0xff, 0x80, 0x00, 0x40}},
      {mux_image_format_B8G8R8A8_unorm, color, {0x00, 0x80, 0xff, 0x40}},
      {mux_image_format_A8R8G8B8_unorm, color, {0x40, 0xff, 0x80, 0x00}},
      {mux_image_format_A8B8G8R8_unorm, color, {0x40, 0x00, 0x80, 0xff}},
      {mux_image_format_R8G8B8_srgb, color, {0xff, 0xbc, 0x00}},
      {mux_image_format_R8G8B8x8_srgb, color, {0xff, 0xbc, 0x00, 0x00}},
      {mux_image_format_R8G8B8A8_srgb, color, {0xff, 0xbc, 0x00, 0x40}},
      {mux_image_format_B8G8R8A8_srgb, color, {0x00, 0xbc, 0xff, 0x40}},
      {mux_image_format_R8G8B8A8_srgb, real(nan, infinity, -infinity, 2), {0, 0xff, 0, 0xff}},
      {mux_image_format_D16_unorm, real(0.5F, 1, 1, 1), {0x00, 0x80}},
      {mux_image_format_D32_sfloat, real(-2, 1, 1, 1), {0x00, 0x00, 0x00, 0xc0}},
      {mux_image_format_R10G10B10A2_unorm_pack32,
       real(1, 0.5F, 0.25F, 1),
       {0x03, 0x04, 0xe0, 0xff}},
      {mux_image_format_A2B10G10R10_unorm_pack32,
       real(1, 0.5F, 0.25F, 1),
       {0xff, 0x03, 0x08, 0xd0}},
      {mux_image_format_B16G16R16A16_unorm, color, {0, 0, 0x00, 0x80, 0xff, 0xff, 0x00, 0x40}},
      {mux_image_format_A32B32G32R32_uint,
       integer(1, 2, 3, 4),
       {4, 0, 0, 0, 3, 0, 0, 0, 2, 0, 0, 0, 1, 0, 0, 0}},
      {mux_image_format_INTENSITY8_unorm, color, {0xff}},
      {mux_image_format_LUMINANCE8_unorm, color, {0xff}},
      {mux_image_format_R8x8_unorm, color, {0xff, 0x00}},
      {mux_image_format_R8G8Bx_unorm, color, {0xff, 0x80, 0x00}},
      {mux_image_format_R5G6B5_unorm_pack16, color, {0x00, 0xfc}},
      {mux_image_format_R5G6B5x0_unorm_pack16, color, {0x00, 0xfc}},
      {mux_image_format_R5G5B5_unorm_pack16, color, {0x00, 0x7e}},
      {mux_image_format_R5G5B5x1_unorm_pack16, color, {0x00, 0x7e}},
      {mux_image_format_R10G10B10_unorm_pack32, real(1, 0.5F, 0.25F, 0), {0x00, 0x01, 0xf8, 0x3f}},
      {mux_image_format_R10G10B10x2_unorm_pack32, real(0, 0, 1, 1), {0xff, 0x03, 0x00, 0x00}},
      // Normalized integers: rounded to nearest even, and clamped.
      {mux_image_format_R8G8B8A8_unorm,
       real(0.499F / 255, 1.5F / 255, -1, 2),
       {0x00, 0x02, 0x00, 0xff}},
      {mux_image_format_R8G8B8A8_unorm, real(nan, infinity, -infinity, 0), {0, 0xff, 0, 0}},
      {mux_image_format_R8G8B8A8_snorm, real(1, -1, -0.5F, -2), {0x7f, 0x81, 0xc0, 0x80}},
      {mux_image_format_R8A8_snorm, real(infinity, 0, 0, nan), {0x7f, 0x00}},
      {mux_image_format_R16G16_unorm, real(0.5F, 1, 0, 0), {0x00, 0x80, 0xff, 0xff}},
      {mux_image_format_R16G16_snorm, real(-1, -2, 0, 0), {0x01, 0x80, 0x00, 0x80}},
      {mux_image_format_R5G6B5_unorm_pack16, real(nan, 2, -1, 0), {0xe0, 0x07}},
      // Floating-point numbers: rounded to nearest even, or unchanged.
      {mux_image_format_R16G16B16A16_sfloat,
       real(1, -2, 0.5F, 65520),
       {0x00, 0x3c, 0x00, 0xc0, 0x00, 0x38, 0x00, 0x7c}},
      {mux_image_format_R16G16_sfloat,
       real(1.00048828125F, 1.00146484375F, 0, 0),
       {0x00, 0x3c, 0x02, 0x3c}},
      {mux_image_format_R16_sfloat, real(5.9604645e-8F, 0, 0, 0), {0x01, 0x00}},
      {mux_image_format_R32G32_sfloat,
       {0x7fc12345, 0x80000000, 0, 0},
       {0x45, 0x23, 0xc1, 0x7f, 0x00, 0x00, 0x00, 0x80}},
      // Integers: clamped.
      {mux_image_format_R8G8B8A8_sint, integer(-1, 200, -300, 5), {0xff, 0x7f, 0x80, 0x05}},
      {mux_image_format_B8G8R8A8_sint, integer(1, 2, 3, 4), {3, 2, 1, 4}},
      {mux_image_format_R8G8B8A8_uint, integer(1, 300, 0xffffffff, 0), {1, 0xff, 0xff, 0}},
      {mux_image_format_R16G16_sint, integer(40000, -40000, 0, 0), {0xff, 0x7f, 0x00, 0x80}},
      {mux_image_format_R16A16_uint, integer(70000, 0, 0, 3), {0xff, 0xff, 0x03, 0x00}},
      {mux_image_format_A32_sint, integer(1, 2, 3, -2), {0xfe, 0xff, 0xff, 0xff}},
      {mux_image_format_R32G32B32_uint,
       integer(1, 2, 0xffffffff, 4),
       {1, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0}},
      {mux_image_format_R32G32B32A32_sint,
       integer(1, -1, 3, 4),
       {1, 0, 0, 0, 0xff, 0xff, 0xff, 0xff, 3, 0, 0, 0, 4, 0, 0, 0}},
  };
}

}  // namespace

TEST_CASE_METHOD(CommandFillImageFixture,
                 "muxCommandFillImage.rc02: null, wrong-type and foreign command buffers are "
                 "mux_error_invalid_value",
                 "[muxCommandFillImage]") {
  check_command_buffer(entry_point, *this, valid);
}

TEST_CASE_METHOD(CommandFillImageFixture,
                 "muxCommandFillImage.rc03: null, wrong-type and foreign images are "
                 "mux_error_invalid_value",
                 "[muxCommandFillImage]") {
  for (mux_image_t invalid : InvalidObjects<mux_image_t>(device->id)) {
    entry_point.fails(mux_error_invalid_value, record(invalid, red, 16, {0, 0, 0}, {1, 1, 1}));
  }
  expect_still_runs();
}

TEST_CASE_METHOD(CommandFillImageFixture,
                 "muxCommandFillImage.rc04: no color is mux_error_invalid_value",
                 "[muxCommandFillImage]") {
  entry_point.fails(mux_error_invalid_value, record(image, nullptr, 16, {0, 0, 0}, {1, 1, 1}));
  expect_still_runs();
}

TEST_CASE_METHOD(CommandFillImageFixture,
                 "muxCommandFillImage.rc05: a color of 0 or more than 16 bytes is "
                 "mux_error_invalid_value",
                 "[muxCommandFillImage]") {
  entry_point.fails_because("color_size is 0", mux_error_invalid_value,
                            record(image, red, 0, {0, 0, 0}, {1, 1, 1}));
  for (const uint32_t size : {17U, 32U, ~0U}) {
    entry_point.fails_because("more than the largest color", mux_error_invalid_value,
                              record(image, red, size, {0, 0, 0}, {1, 1, 1}));
  }
  expect_still_runs();
}

TEST_CASE_METHOD(CommandFillImageFixture,
                 "muxCommandFillImage.color_size: a color that is neither four components nor a "
                 "pixel is mux_error_invalid_value",
                 "[muxCommandFillImage]") {
  for (const uint32_t size : {1U, 2U, 3U, 5U, 8U, 12U, 15U}) {
    entry_point.fails(mux_error_invalid_value, record(image, red, size, {0, 0, 0}, {1, 1, 1}));
  }
  CHECK(record(image, red, 4, {0, 0, 0}, {1, 1, 1}) == mux_success);
  CHECK(record(image, red, 16, {0, 0, 0}, {1, 1, 1}) == mux_success);
  expect_still_runs();
}

TEST_CASE_METHOD(CommandFillImageFixture,
                 "muxCommandFillImage.rc06: a box that leaves the image is "
                 "mux_error_invalid_value",
                 "[muxCommandFillImage]") {
  for (const BadBox &box : boxes_beyond) {
    entry_point.fails(mux_error_invalid_value, record(image, red, 16, box.offset, box.extent));
  }
  entry_point.fails(mux_error_invalid_value, record(volume, red, 16, {0, 0, 4}, {1, 1, 1}));
  CHECK(record(volume, red, 16, {7, 7, 3}, {1, 1, 1}) == mux_success);
  expect_still_runs();
}

TEST_CASE_METHOD(
    CommandFillImageFixture,
    "muxCommandFillImage.rc06: random boxes are recorded if they lie in the image, and "
    "only then",
    "[muxCommandFillImage]") {
  check_random_boxes(entry_point, *this, {8, 8, 4},
                     [&](const mux_offset_3d_t &offset, const mux_extent_3d_t &extent) {
                       return record(volume, red, 16, offset, extent);
                     });
}

TEST_CASE_METHOD(CommandFillImageFixture,
                 "muxCommandFillImage.extent: an empty region is mux_error_invalid_value",
                 "[muxCommandFillImage]") {
  for (const BadBox &box : empty_boxes) {
    entry_point.fails(mux_error_invalid_value, record(image, red, 16, box.offset, box.extent));
  }
  expect_still_runs();
}

TEST_CASE_METHOD(CommandFillImageFixture,
                 "muxCommandFillImage.rc07, rc08: a wait list and its length go together",
                 "[muxCommandFillImage]") {
  check_wait_list_length(entry_point, *this, valid);
}

TEST_CASE_METHOD(CommandFillImageFixture,
                 "muxCommandFillImage.rc09, vu06, vu07: records into command buffers",
                 "[muxCommandFillImage]") {
  check_recording(entry_point, *this, valid);
}

TEST_CASE_METHOD(CommandFillImageFixture,
                 "muxCommandFillImage.vu02: an image of another device is mux_error_invalid_value",
                 "[muxCommandFillImage]") {
  const OtherDevice other;
  entry_point.fails(mux_error_invalid_value, record(other.image, red, 16, {0, 0, 0}, {1, 1, 1}));
  expect_still_runs();
}

TEST_CASE_METHOD(CommandFillImageFixture,
                 "muxCommandFillImage.vu03: an image without memory is mux_error_invalid_value",
                 "[muxCommandFillImage]") {
  entry_point.fails(mux_error_invalid_value, record(unbound, red, 16, {0, 0, 0}, {1, 1, 1}));
  expect_still_runs();
}

TEST_CASE_METHOD(CommandFillImageFixture,
                 "muxCommandFillImage.vu04: an image that was bound again after the command buffer "
                 "completed is filled where it lies now",
                 "[muxCommandFillImage]") {
  const TestImage first = make_image({mux_image_type_2d, mux_image_format_R8G8B8A8_unorm, 16, 8});
  launch(first.image, red, 16, {0, 0, 0}, {16, 8, 1});
  CHECK(first.bytes[508] == 0xff);
  first.bytes[508] = 1;
  mux_memory_t second = make_memory(first.image->memory_requirements.size);
  const std::span<uint8_t> bytes = map(second);
  REQUIRE(muxBindImageMemory(device, second, first.image, 0) == mux_success);
  launch(first.image, red, 16, {0, 0, 0}, {16, 8, 1});
  CHECK(first.bytes[508] == 1);
  CHECK(bytes[508] == 0xff);
}

TEST_CASE_METHOD(CommandFillImageFixture,
                 "muxCommandFillImage.vu04: a finalized command buffer finds an image where it is "
                 "when it is dispatched",
                 "[muxCommandFillImage]") {
  const TestImage first = make_image({mux_image_type_2d, mux_image_format_R8G8B8A8_unorm, 16, 8});
  REQUIRE(record(first.image, red, 16, {0, 0, 0}, {16, 8, 1}) == mux_success);
  const std::span<uint8_t> other = run_after_rebinding(*this, first);
  CHECK(first.bytes[508] == 0);
  CHECK(other[508] == 0xff);
  CHECK(other[509] == 0);
}

TEST_CASE_METHOD(
    CommandFillImageFixture,
    "muxCommandFillImage.rc09: a clone fills with the color of the original, which may "
    "be gone",
    "[muxCommandFillImage]") {
  const TestImage target = make_image({mux_image_type_2d, mux_image_format_R8G8B8A8_unorm, 16, 8});
  mux_command_buffer_t original = nullptr;
  REQUIRE(muxCreateCommandBuffer(device, no_callback(), allocator, &original) == mux_success);
  REQUIRE(muxCommandFillImage(original, target.image, red, 16, {0, 0, 0}, {16, 8, 1}, 0, nullptr,
                              nullptr) == mux_success);
  REQUIRE(muxFinalizeCommandBuffer(original) == mux_success);
  mux_command_buffer_t clone = nullptr;
  REQUIRE(muxCloneCommandBuffer(device, allocator, original, &clone) == mux_success);
  at_end([=, this] { muxDestroyCommandBuffer(device, clone, allocator); });
  muxDestroyCommandBuffer(device, original, allocator);
  REQUIRE(dispatch_and_wait(clone) == mux_success);
  CHECK(target.bytes[508] == 0xff);
  CHECK(target.bytes[511] == 0xff);
}

TEST_CASE_METHOD(CommandFillImageFixture,
                 "muxCommandFillImage.vu05: the color may change as soon as the call returned",
                 "[muxCommandFillImage]") {
  const TestImage target = make_image({mux_image_type_2d, mux_image_format_R8G8B8A8_unorm, 16, 8});
  auto pixel = std::make_unique<uint32_t>(0x04030201);
  REQUIRE(record(target.image, pixel.get(), 4, {0, 0, 0}, {16, 8, 1}) == mux_success);
  *pixel = 0;
  pixel.reset();
  REQUIRE(run(command_buffer) == mux_success);
  CHECK(target.bytes[508] == 1);
  CHECK(target.bytes[511] == 4);
}

TEST_CASE_METHOD(CommandFillImageFixture,
                 "muxCommandFillImage.rc09: four components become a pixel of the format",
                 "[muxCommandFillImage]") {
  for (const Conversion &conversion : conversions()) {
    CAPTURE(conversion.format, conversion.color);
    const TestImage target = make_image({mux_image_type_1d, conversion.format, 3});
    const size_t size = target.image->pixel_size;
    REQUIRE(size == conversion.pixel.size());
    std::mt19937 random(1);
    randomize(random, target.bytes);
    std::vector<uint8_t> expected = snapshot(target.bytes);
    std::copy(conversion.pixel.begin(), conversion.pixel.end(), &expected[size]);
    launch(target.image, conversion.color.data(), 16, {1, 0, 0}, {1, 1, 1});
    CHECK(snapshot(target.bytes) == expected);
  }
}

TEST_CASE_METHOD(CommandFillImageFixture,
                 "muxCommandFillImage.rc09: every value of eight bits comes from its fraction",
                 "[muxCommandFillImage]") {
  const TestImage target = make_image({mux_image_type_1d, mux_image_format_R8_unorm, 256});
  for (uint32_t value = 0; value < 256; ++value) {
    const float color[4] = {static_cast<float>(value) / 255, 0, 0, 0};
    REQUIRE(record(target.image, color, 16, {value, 0, 0}, {1, 1, 1}) == mux_success);
  }
  REQUIRE(run(command_buffer) == mux_success);
  for (size_t value = 0; value < 256; ++value) {
    CHECK(target.bytes[value] == value);
  }
}

TEST_CASE_METHOD(CommandFillImageFixture,
                 "muxCommandFillImage.rc09: random boxes of images of every format",
                 "[muxCommandFillImage]") {
  const uint32_t seed = random_seed();
  CAPTURE(seed);
  std::mt19937 random(seed);
  for (size_t i = 0; i < 3 * image_formats.size(); ++i) {
    const ImageFormat &format = image_formats[i % image_formats.size()];
    // 16 bytes are components, which are a pixel only in this order.
    if (format.pixel_size == 16 && (format.format & 0xFFFF) != 0x10B5) {
      continue;
    }
    const ImageShape shape = random_shape(random, format);
    CAPTURE(i, format.name, shape.type, shape.layers);
    const TestImage target = make_image(shape);
    randomize(random, target.bytes);
    std::vector<uint8_t> expected = snapshot(target.bytes);
    mux_offset_3d_t offset;
    mux_extent_3d_t extent;
    random_box(random, target.extent(), offset, extent);
    std::vector<uint8_t> pixel(format.pixel_size);
    randomize(random, pixel);
    for_each_pixel(target, offset, extent, 0, 0, [&](size_t in_image, size_t) {
      std::copy(pixel.begin(), pixel.end(), &expected[in_image]);
    });
    launch(target.image, pixel.data(), format.pixel_size, offset, extent);
    CHECK(same_bytes(target.bytes, expected));
  }
}

TEST_CASE_METHOD(CommandFillImageFixture,
                 "muxCommandFillImage.rc09: large images of every size of pixel, with and without "
                 "gaps between rows",
                 "[muxCommandFillImage]") {
  const uint32_t seed = random_seed();
  CAPTURE(seed);
  std::mt19937 random(seed);
  for (const mux_image_format_e format :
       {mux_image_format_R8_uint, mux_image_format_R16_uint, mux_image_format_R8G8Bx_uint,
        mux_image_format_R32_uint, mux_image_format_R16G16B16_sint, mux_image_format_R32G32_uint,
        mux_image_format_R32G32B32_sfloat, mux_image_format_R32G32B32A32_uint}) {
    for (const uint64_t gap : {0U, 2U}) {
      const uint32_t width = 1500;
      mux_image_t probe = make_unbound_image({mux_image_type_1d, format, 1});
      const uint32_t size = probe->pixel_size;
      CAPTURE(size, gap);
      const TestImage target = make_image(
          {mux_image_type_2d, format, width, 900, 1, 0, gap == 0 ? 0 : (width + gap) * size});
      std::vector<uint8_t> expected = snapshot(target.bytes);
      std::vector<uint8_t> pixel(size);
      randomize(random, pixel);
      const mux_offset_3d_t offset = {gap == 0 ? 0U : 7U, 3, 0};
      const mux_extent_3d_t extent = {width - offset.x, 890, 1};
      for_each_pixel(target, offset, extent, 0, 0, [&](size_t in_image, size_t) {
        std::copy(pixel.begin(), pixel.end(), &expected[in_image]);
      });
      launch(target.image, pixel.data(), size, offset, extent);
      CHECK(same_bytes(target.bytes, expected));
    }
  }
}

}  // namespace mux::test::mux_command_fill_image

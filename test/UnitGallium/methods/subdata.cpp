#include "fixtures.h"

namespace gallium_test::subdata {

TEST_CASE("R17 buffer_subdata: writes a range, without waiting for a busy buffer") {
  Context context;
  const Resource buffer(buffer_of(64));
  Blockade blockade(context);
  constexpr uint32_t one = 1;
  succeed(muxGalliumClearBuffer(context, buffer, 0, 64, &one, 4));
  const uint32_t values[] = {7, 8};
  succeed(muxGalliumBufferSubdata(context, buffer, 0, 12, sizeof values, values));
  blockade.release();
  std::vector<uint32_t> expected(16, 1);
  expected[3] = 7;
  expected[4] = 8;
  CHECK(context.read_as<uint32_t>(buffer, 0, 16) == expected);
}

TEST_CASE("R17 buffer_subdata: wrong ranges are refused, an empty one writes nothing") {
  Context context;
  const Resource buffer(buffer_of(64));
  const uint32_t value = 3;
  refuse(muxGalliumBufferSubdata(context, buffer, 0, 62, 4, &value), mux_error_invalid_value,
         "outside");
  refuse(muxGalliumBufferSubdata(context, buffer, 0, 0, 4, nullptr), mux_error_invalid_value,
         "NULL");
  refuse(muxGalliumBufferSubdata(context, buffer, mux_gallium_map_read, 0, 4, &value),
         mux_error_invalid_value, "read");
  succeed(muxGalliumBufferSubdata(context, buffer, 0, 64, 0, &value));
  const Resource texture(
      texture_of(mux_gallium_target_texture_2d, mux_gallium_format_r8_unorm, 4, 4));
  refuse(muxGalliumBufferSubdata(context, texture, 0, 0, 4, &value), mux_error_invalid_value,
         "not a buffer");
}

TEST_CASE("R18 texture_subdata: writes a box with the program's strides") {
  Context context;
  const Resource texture(
      texture_of(mux_gallium_target_texture_3d, mux_gallium_format_r8_uint, 8, 8, 4, 2));
  const Box whole = {0, 0, 0, 4, 4, 2};
  const std::vector<uint8_t> zeros(32, 0);
  succeed(muxGalliumTextureSubdata(context, texture, 1, 0, &whole, zeros.data(), 4, 16));
  std::vector<uint8_t> data(64);
  for (size_t index = 0; index < data.size(); ++index) {
    data[index] = static_cast<uint8_t>(index);
  }
  const Box box = {1, 1, 0, 2, 3, 2};
  succeed(muxGalliumTextureSubdata(context, texture, 1, 0, &box, data.data(), 5, 20));
  const std::vector<uint8_t> got = context.read(texture, 1, whole);
  std::vector<uint8_t> expected(32, 0);
  for (size_t z = 0; z < 2; ++z) {
    for (size_t y = 0; y < 3; ++y) {
      for (size_t x = 0; x < 2; ++x) {
        expected[z * 16 + (y + 1) * 4 + x + 1] = static_cast<uint8_t>(z * 20 + y * 5 + x);
      }
    }
  }
  CHECK(got == expected);
  refuse(muxGalliumTextureSubdata(context, texture, 1, 0, &box, data.data(), 1, 20),
         mux_error_invalid_value, "stride");
}

TEST_CASE("R18 texture_subdata: compressed formats are written by whole blocks") {
  Context context;
  const Resource texture(
      texture_of(mux_gallium_target_texture_2d, mux_gallium_format_dxt1_rgb, 10, 8));
  std::vector<uint8_t> data(3 * 2 * 8);
  for (size_t index = 0; index < data.size(); ++index) {
    data[index] = static_cast<uint8_t>(index);
  }
  const Box all = {0, 0, 0, 10, 8, 1};
  succeed(muxGalliumTextureSubdata(context, texture, 0, 0, &all, data.data(), 24, 48));
  const Box corner = {8, 4, 0, 2, 4, 1};
  CHECK(context.read(texture, 0, corner) ==
        std::vector<uint8_t>(data.begin() + 40, data.begin() + 48));
  const Box wrong = {2, 0, 0, 4, 4, 1};
  refuse(muxGalliumTextureSubdata(context, texture, 0, 0, &wrong, data.data(), 24, 48),
         mux_error_invalid_value, "whole blocks");
}

TEST_CASE("R16 transfer_inline_write: writes buffers and textures as subdata does") {
  Context context;
  const Resource buffer(buffer_of(16));
  const uint32_t values[] = {1, 2, 3, 4};
  const Box all = bytes(0, 16);
  succeed(
      muxGalliumTransferInlineWrite(context, buffer, 0, mux_gallium_map_write, &all, values, 0, 0));
  CHECK(context.read_as<uint32_t>(buffer, 0, 4) == std::vector<uint32_t>{1, 2, 3, 4});
  const Resource texture(
      texture_of(mux_gallium_target_texture_2d, mux_gallium_format_r32_uint, 2, 2));
  const Box square = {0, 0, 0, 2, 2, 1};
  succeed(muxGalliumTransferInlineWrite(context, texture, 0, 0, &square, values, 8, 16));
  CHECK(context.read(texture, 0, square)[12] == 4);
}

}  // namespace gallium_test::subdata

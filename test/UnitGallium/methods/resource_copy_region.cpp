#include "fixtures.h"

namespace gallium_test::resource_copy_region {

namespace {

/// Fills level 0 of a texture of 32-bit texels with their numbers.
void number(mux_gallium_context_t context, mux_gallium_resource_t texture) {
  mux_gallium_resource_layout_t layout{};
  succeed(muxGalliumGetResourceLayout(texture, 0, &layout));
  std::vector<uint32_t> values(layout.size / 4);
  for (size_t index = 0; index < values.size(); ++index) {
    values[index] = static_cast<uint32_t>(index);
  }
  const Box all = {0,
                   0,
                   0,
                   static_cast<int32_t>(layout.width),
                   static_cast<int32_t>(layout.height),
                   static_cast<int32_t>(layout.layers)};
  succeed(muxGalliumTextureSubdata(context, texture, 0, 0, &all, values.data(), layout.stride,
                                   layout.layer_stride));
}

std::vector<uint32_t> read(Context &context, mux_gallium_resource_t texture, const Box &box) {
  const std::vector<uint8_t> raw = context.read(texture, 0, box);
  std::vector<uint32_t> values(raw.size() / 4);
  std::memcpy(values.data(), raw.data(), raw.size());
  return values;
}

constexpr auto format = mux_gallium_format_r32_uint;

}  // namespace

TEST_CASE(
    "K25, K24, Q39 resource_copy_region: bytes of buffers, whatever the condition and program") {
  Context context;
  const Resource from(buffer_of(64));
  const Resource to(buffer_of(64));
  context.write_all<uint32_t>(from, {1, 2, 3, 4});
  context.write_all(to, std::vector<uint32_t>(16, 9));
  mux_gallium_query_t query = nullptr;
  succeed(muxGalliumCreateQuery(context, mux_gallium_query_timestamp, 0, &query));
  succeed(muxGalliumEndQuery(context, query));
  succeed(muxGalliumRenderCondition(context, query, true, mux_gallium_condition_wait));
  const Box box = bytes(3, 6);
  succeed(muxGalliumResourceCopyRegion(context, to, 0, 5, 0, 0, from, 0, &box));
  const std::vector<uint8_t> source = context.read(from, 0, box);
  CHECK(context.read(to, 0, bytes(5, 6)) == source);
  CHECK(context.read(to, 0, bytes(4, 1))[0] == 9);
  CHECK(context.read(to, 0, bytes(12, 1))[0] == 9);
}

TEST_CASE(
    "K26 resource_copy_region: boxes of arrays, slices of 3D textures and rows of 1D arrays") {
  Context context;
  const Resource array(texture_of(mux_gallium_target_texture_2d_array, format, 8, 4, 3));
  const Resource volume(texture_of(mux_gallium_target_texture_3d, format, 4, 4, 4));
  number(context, array);
  number(context, volume);
  const Box box = {5, 1, 1, 2, 3, 2};
  succeed(muxGalliumResourceCopyRegion(context, volume, 0, 1, 0, 2, array, 0, &box));
  CHECK(read(context, volume, {1, 0, 2, 2, 3, 2}) == read(context, array, box));
  CHECK(read(context, volume, {0, 0, 2, 1, 1, 1})[0] == 32);
  CHECK(read(context, volume, {1, 3, 2, 1, 1, 1})[0] == 32 + 13);
  const Resource rows(texture_of(mux_gallium_target_texture_1d_array, format, 8, 1, 4));
  number(context, rows);
  const Box two = {2, 0, 1, 3, 1, 2};
  succeed(muxGalliumResourceCopyRegion(context, rows, 0, 5, 0, 2, rows, 0, &two));
  CHECK(read(context, rows, {5, 0, 2, 3, 1, 2}) == std::vector<uint32_t>{10, 11, 12, 18, 19, 20});
}

TEST_CASE("K27 resource_copy_region: formats with blocks of one size, also compressed to plain") {
  Context context;
  const Resource blocks(
      texture_of(mux_gallium_target_texture_2d, mux_gallium_format_dxt1_rgb, 10, 8));
  const Resource plain(
      texture_of(mux_gallium_target_texture_2d, mux_gallium_format_r32g32_uint, 4, 4));
  std::vector<uint8_t> data(48);
  for (size_t index = 0; index < data.size(); ++index) {
    data[index] = static_cast<uint8_t>(index);
  }
  const Box all = {0, 0, 0, 10, 8, 1};
  succeed(muxGalliumTextureSubdata(context, blocks, 0, 0, &all, data.data(), 24, 48));
  // In pixels of the source: two columns of blocks, of which one is cut.
  const Box right = {4, 0, 0, 6, 8, 1};
  succeed(muxGalliumResourceCopyRegion(context, plain, 0, 1, 1, 0, blocks, 0, &right));
  CHECK(context.read(plain, 0, {1, 2, 0, 2, 1, 1}) ==
        std::vector<uint8_t>(data.begin() + 32, data.begin() + 48));
  // And back.
  const Box texel = {1, 1, 0, 1, 1, 1};
  succeed(muxGalliumResourceCopyRegion(context, blocks, 0, 8, 4, 0, plain, 0, &texel));
  CHECK(context.read(blocks, 0, {8, 4, 0, 2, 4, 1}) ==
        std::vector<uint8_t>(data.begin() + 8, data.begin() + 16));
  const Resource other(
      texture_of(mux_gallium_target_texture_2d, mux_gallium_format_r8_unorm, 4, 4));
  refuse(muxGalliumResourceCopyRegion(context, other, 0, 0, 0, 0, plain, 0, &texel),
         mux_error_invalid_value, "different sizes");
}

TEST_CASE("K28 resource_copy_region: boxes of one resource that overlap are refused") {
  Context context;
  const Resource texture(texture_of(mux_gallium_target_texture_2d, format, 8, 8));
  number(context, texture);
  const Box box = {0, 0, 0, 4, 4, 1};
  refuse(muxGalliumResourceCopyRegion(context, texture, 0, 3, 3, 0, texture, 0, &box),
         mux_error_invalid_value, "overlap");
  // Beside it is right, even where the rows interleave in memory.
  succeed(muxGalliumResourceCopyRegion(context, texture, 0, 4, 0, 0, texture, 0, &box));
  succeed(muxGalliumResourceCopyRegion(context, texture, 0, 3, 4, 0, texture, 0, &box));
  CHECK(read(context, texture, {4, 0, 0, 4, 4, 1}) == read(context, texture, box));
  CHECK(read(context, texture, {3, 4, 0, 4, 4, 1}) == read(context, texture, box));
  const Box wide = {0, 0, 0, 8, 1, 1};
  refuse(muxGalliumResourceCopyRegion(context, texture, 0, 1, 0, 0, texture, 0, &wide),
         mux_error_invalid_value, "outside");
  // Level 1 has 3 bytes a row and begins at byte 14.
  const Resource levels(
      texture_of(mux_gallium_target_texture_2d, mux_gallium_format_r8_unorm, 7, 2, 1, 2));
  const Box two = {0, 0, 0, 2, 1, 1};
  refuse(muxGalliumResourceCopyRegion(context, levels, 1, 1, 0, 0, levels, 1, &two),
         mux_error_invalid_value, "overlap");
  const Resource buffer(buffer_of(64));
  const Box range = bytes(0, 16);
  refuse(muxGalliumResourceCopyRegion(context, buffer, 0, 15, 0, 0, buffer, 0, &range),
         mux_error_invalid_value, "overlap");
  succeed(muxGalliumResourceCopyRegion(context, buffer, 0, 16, 0, 0, buffer, 0, &range));
  refuse(muxGalliumResourceCopyRegion(context, buffer, 0, 0, 0, 0, texture, 0, &box),
         mux_error_invalid_value, "buffer and a texture");
}

}  // namespace gallium_test::resource_copy_region

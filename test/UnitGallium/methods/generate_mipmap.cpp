#include "fixtures.h"

namespace gallium_test::generate_mipmap {

namespace {

bool generate(mux_gallium_context_t context, mux_gallium_resource_t texture,
              mux_gallium_format_e format, uint32_t base, uint32_t last, uint32_t first_layer,
              uint32_t last_layer) {
  bool generated = false;
  succeed(muxGalliumGenerateMipmap(context, texture, format, base, last, first_layer, last_layer,
                                   &generated));
  return generated;
}

constexpr auto r8 = mux_gallium_format_r8_unorm;

void set(mux_gallium_context_t context, mux_gallium_resource_t texture, uint32_t level,
         const Box &box, uint8_t value) {
  succeed(muxGalliumClearTexture(context, texture, level, &box, &value));
}

}  // namespace

TEST_CASE("K37, K38 generate_mipmap: levels after the base, of the layers that are named") {
  REQUIRE(limits().generate_mipmap);
  Context context;
  const Resource texture(texture_of(mux_gallium_target_texture_2d_array, r8, 8, 8, 3, 4));
  for (uint32_t level = 0; level < 4; ++level) {
    const int32_t size = 8 >> level;
    set(context, texture, level, {0, 0, 0, size, size, 3}, 200);
  }
  // Level 1 of layer 1: two halves.
  set(context, texture, 1, {0, 0, 1, 2, 4, 1}, 40);
  set(context, texture, 1, {2, 0, 1, 2, 4, 1}, 80);
  CHECK(generate(context, texture, r8, 1, 3, 1, 1));
  CHECK(context.read(texture, 2, {0, 0, 1, 2, 2, 1}) == std::vector<uint8_t>{40, 80, 40, 80});
  CHECK(context.read(texture, 3, {0, 0, 1, 1, 1, 1}) == std::vector<uint8_t>{60});
  for (const int32_t layer : {0, 2}) {
    CHECK(context.read(texture, 3, {0, 0, layer, 1, 1, 1})[0] == 200);
  }
  CHECK(context.read(texture, 0, {0, 0, 1, 1, 1, 1})[0] == 200);
  CHECK(context.read(texture, 1, {0, 0, 1, 4, 1, 1}) == std::vector<uint8_t>{40, 40, 80, 80});
}

TEST_CASE("K38 generate_mipmap: slices of 3D textures are averaged, and 1D textures have no rows") {
  Context context;
  const Resource volume(texture_of(mux_gallium_target_texture_3d, r8, 4, 4, 4, 3));
  for (int32_t slice = 0; slice < 4; ++slice) {
    set(context, volume, 0, {0, 0, slice, 4, 4, 1}, static_cast<uint8_t>(20 * slice));
  }
  CHECK(generate(context, volume, r8, 0, 2, 0, 0));
  CHECK(context.read(volume, 1, {0, 0, 0, 1, 1, 2}) == std::vector<uint8_t>{10, 50});
  CHECK(context.read(volume, 2, {0, 0, 0, 1, 1, 1})[0] == 30);
  const Resource line(texture_of(mux_gallium_target_texture_1d, r8, 4, 1, 1, 3));
  set(context, line, 0, {0, 0, 0, 2, 1, 1}, 10);
  set(context, line, 0, {2, 0, 0, 2, 1, 1}, 30);
  CHECK(generate(context, line, r8, 0, 2, 0, 0));
  CHECK(context.read(line, 1, {0, 0, 0, 2, 1, 1}) == std::vector<uint8_t>{10, 30});
  CHECK(context.read(line, 2, {0, 0, 0, 1, 1, 1})[0] == 20);
}

TEST_CASE("K39, Q40 generate_mipmap: says whether it could, and never is predicated") {
  Context context;
  const auto format = mux_gallium_format_r32_uint;
  const Resource integers(texture_of(mux_gallium_target_texture_2d, format, 4, 4, 1, 3));
  const Box all = {0, 0, 0, 2, 2, 1};
  constexpr uint32_t before = 5;
  succeed(muxGalliumClearTexture(context, integers, 1, &all, &before));
  CHECK_FALSE(generate(context, integers, format, 0, 1, 0, 0));
  CHECK(context.read(integers, 1, {0, 0, 0, 1, 1, 1})[0] == 5);
  const Resource compressed(
      texture_of(mux_gallium_target_texture_2d, mux_gallium_format_dxt1_rgb, 8, 8, 1, 2));
  CHECK_FALSE(generate(context, compressed, mux_gallium_format_dxt1_rgb, 0, 1, 0, 0));
  mux_gallium_query_t query = nullptr;
  succeed(muxGalliumCreateQuery(context, mux_gallium_query_timestamp, 0, &query));
  succeed(muxGalliumEndQuery(context, query));
  succeed(muxGalliumRenderCondition(context, query, true, mux_gallium_condition_wait));
  const Resource texture(texture_of(mux_gallium_target_texture_2d, r8, 2, 2, 1, 2));
  set(context, texture, 0, {0, 0, 0, 2, 2, 1}, 9);
  set(context, texture, 1, {0, 0, 0, 1, 1, 1}, 1);
  CHECK(generate(context, texture, r8, 0, 1, 0, 0));
  CHECK(context.read(texture, 1, {0, 0, 0, 1, 1, 1})[0] == 9);
  bool generated = false;
  refuse(muxGalliumGenerateMipmap(context, texture, r8, 0, 2, 0, 0, &generated),
         mux_error_invalid_value, "levels");
  refuse(muxGalliumGenerateMipmap(context, texture, r8, 0, 1, 0, 1, &generated),
         mux_error_invalid_value, "layers");
}

}  // namespace gallium_test::generate_mipmap

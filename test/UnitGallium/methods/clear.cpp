#include "fixtures.h"

namespace gallium_test::clear {

namespace {

mux_gallium_surface_t surface_of(mux_gallium_context_t context, mux_gallium_resource_t texture,
                                 mux_gallium_format_e format, uint32_t level = 0,
                                 uint32_t first_layer = 0, uint32_t last_layer = 0) {
  mux_gallium_format_info_t info{};
  succeed(muxGalliumGetFormatInfo(format, &info));
  const bool is_depth = info.has_depth || info.has_stencil;
  const mux_gallium_surface_template_t description = {
      static_cast<uint32_t>(format), level, first_layer, last_layer,
      static_cast<uint32_t>(is_depth ? mux_gallium_bind_depth_stencil
                                     : mux_gallium_bind_render_target)};
  mux_gallium_surface_t made = nullptr;
  succeed(muxGalliumCreateSurface(context, texture, &description, &made));
  return made;
}

template <typename T>
std::vector<T> texels(Context &context, mux_gallium_resource_t texture, uint32_t level,
                      const Box &box) {
  const std::vector<uint8_t> raw = context.read(texture, level, box);
  std::vector<T> values(raw.size() / sizeof(T));
  std::memcpy(values.data(), raw.data(), raw.size());
  return values;
}

constexpr mux_gallium_color_t some_color = {{0.25F, 0.5F, 1.0F, 0.0F}};

void bind(mux_gallium_context_t context, mux_gallium_surface_t color,
          mux_gallium_surface_t depth_stencil) {
  mux_gallium_framebuffer_t framebuffer{};
  framebuffer.color_count = color != nullptr ? 1 : 0;
  framebuffer.color[0] = color;
  framebuffer.depth_stencil = depth_stencil;
  succeed(muxGalliumSetFramebufferState(context, &framebuffer));
}

/// A query whose result is not 0.
mux_gallium_query_t true_query(mux_gallium_context_t context) {
  mux_gallium_query_t query = nullptr;
  succeed(muxGalliumCreateQuery(context, mux_gallium_query_timestamp, 0, &query));
  succeed(muxGalliumEndQuery(context, query));
  return query;
}

}  // namespace

TEST_CASE(
    "K06, K08, K10, F08, F09 clear: all texels and layers of the bound surfaces, and no other") {
  Context context;
  constexpr auto format = mux_gallium_format_r8g8b8a8_unorm;
  const Resource texture(texture_of(mux_gallium_target_texture_2d_array, format, 8, 8, 4, 2));
  const Resource depth(
      texture_of(mux_gallium_target_texture_2d_array, mux_gallium_format_z32_float, 4, 4, 2));
  const Box all = {0, 0, 0, 4, 4, 4};
  constexpr uint32_t before = 0x01020304;
  succeed(muxGalliumClearTexture(context, texture, 1, &all, &before));
  bind(context, surface_of(context, texture, format, 1, 1, 2),
       surface_of(context, depth, mux_gallium_format_z32_float, 0, 0, 1));
  succeed(muxGalliumClear(context, mux_gallium_clear_color | mux_gallium_clear_depth, &some_color,
                          0.75, 0));
  std::vector<uint32_t> expected(64, before);
  std::fill_n(expected.begin() + 16, 32, 0x00ff8040U);
  CHECK(texels<uint32_t>(context, texture, 1, all) == expected);
  CHECK(texels<float>(context, depth, 0, {0, 0, 0, 4, 4, 2}) == std::vector<float>(32, 0.75F));
  // Only what is named, and bound.
  succeed(muxGalliumClear(context, mux_gallium_clear_stencil | mux_gallium_clear_color0 << 3,
                          &some_color, 0, 1));
  succeed(muxGalliumSetFramebufferState(context, nullptr));
  succeed(muxGalliumClear(context, mux_gallium_clear_depth, nullptr, 0.5, 1));
  CHECK(texels<float>(context, depth, 0, {0, 0, 0, 4, 4, 2}) == std::vector<float>(32, 0.75F));
  refuse(muxGalliumClear(context, mux_gallium_clear_color0, nullptr, 0, 0), mux_error_invalid_value,
         "color is NULL");
  refuse(muxGalliumClear(context, 1U << 10U, &some_color, 0, 0), mux_error_invalid_value,
         "unknown");
}

TEST_CASE("K07, K09, K14 clear: depth or stencil alone keeps the other part") {
  Context context;
  constexpr auto format = mux_gallium_format_z24_unorm_s8_uint;
  const Resource texture(texture_of(mux_gallium_target_texture_2d, format, 8, 8));
  const Box all = {0, 0, 0, 8, 8, 1};
  constexpr uint32_t before = 0x77123456;
  succeed(muxGalliumClearTexture(context, texture, 0, &all, &before));
  mux_gallium_surface_t surface = surface_of(context, texture, format);
  bind(context, nullptr, surface);
  succeed(muxGalliumClear(context, mux_gallium_clear_depth, nullptr, 1.0, 0));
  CHECK(texels<uint32_t>(context, texture, 0, all) == std::vector<uint32_t>(64, 0x77ffffff));
  // Only the lower eight bits of the stencil count.
  succeed(muxGalliumClear(context, mux_gallium_clear_stencil, nullptr, 0, 0x1205));
  CHECK(texels<uint32_t>(context, texture, 0, all) == std::vector<uint32_t>(64, 0x05ffffff));
  succeed(muxGalliumClearDepthStencil(context, surface,
                                      mux_gallium_clear_depth | mux_gallium_clear_stencil, 0.5, 9,
                                      0, 0, 8, 8, false));
  CHECK(texels<uint32_t>(context, texture, 0, all) == std::vector<uint32_t>(64, 0x09800000));
}

TEST_CASE("Q33, Q34, Q35 clear: it obeys the render condition") {
  Context context;
  constexpr auto format = mux_gallium_format_r32_uint;
  const Resource texture(texture_of(mux_gallium_target_texture_2d, format, 2, 2));
  bind(context, surface_of(context, texture, format), nullptr);
  const auto clear_to = [&](uint32_t value) {
    mux_gallium_color_t color{};
    color.u[0] = value;
    succeed(muxGalliumClear(context, mux_gallium_clear_color, &color, 0, 0));
    return texels<uint32_t>(context, texture, 0, {0, 0, 0, 1, 1, 1})[0];
  };
  CHECK(clear_to(1) == 1);
  mux_gallium_query_t query = true_query(context);
  // Skipped where the result equals the condition; a number other than 0 is true.
  succeed(muxGalliumRenderCondition(context, query, true, mux_gallium_condition_wait));
  CHECK(clear_to(2) == 1);
  succeed(muxGalliumRenderCondition(context, query, false, mux_gallium_condition_wait));
  CHECK(clear_to(3) == 3);
  succeed(muxGalliumRenderCondition(context, query, true, mux_gallium_condition_by_region_wait));
  CHECK(clear_to(4) == 3);
  succeed(muxGalliumRenderCondition(context, nullptr, true, mux_gallium_condition_wait));
  CHECK(clear_to(5) == 5);
  // A destroyed query switches the condition off.
  succeed(muxGalliumRenderCondition(context, query, true, mux_gallium_condition_wait));
  succeed(muxGalliumDestroyQuery(context, query));
  CHECK(clear_to(6) == 6);
}

TEST_CASE("K11, K12, K13, K15, Q38 clear_render_target: a rectangle in all layers of any surface") {
  Context context;
  constexpr auto format = mux_gallium_format_r16_sint;
  const Resource texture(texture_of(mux_gallium_target_texture_2d_array, format, 4, 4, 2));
  const Box all = {0, 0, 0, 4, 4, 2};
  constexpr int16_t before = 7;
  succeed(muxGalliumClearTexture(context, texture, 0, &all, &before));
  mux_gallium_surface_t surface = surface_of(context, texture, format, 0, 0, 1);
  mux_gallium_color_t color{};
  color.i[0] = -100'000;
  succeed(
      muxGalliumRenderCondition(context, true_query(context), true, mux_gallium_condition_wait));
  succeed(muxGalliumClearRenderTarget(context, surface, &color, 0, 0, 4, 4, true));
  CHECK(texels<int16_t>(context, texture, 0, all) == std::vector<int16_t>(32, 7));
  // Unconditional, clipped, and clamped to the format.
  succeed(muxGalliumClearRenderTarget(context, surface, &color, 2, 3, 100, 100, false));
  std::vector<int16_t> expected(32, 7);
  for (const size_t index : {14U, 15U, 30U, 31U}) {
    expected[index] = -32768;
  }
  CHECK(texels<int16_t>(context, texture, 0, all) == expected);
  succeed(muxGalliumClearRenderTarget(context, surface, &color, 4, 0, 1, 1, false));
  CHECK(texels<int16_t>(context, texture, 0, all) == expected);
}

TEST_CASE("K16, K17, K18 clear_depth_stencil: a rectangle in all layers of any surface") {
  Context context;
  constexpr auto format = mux_gallium_format_z32_float_s8x24_uint;
  const Resource texture(texture_of(mux_gallium_target_texture_2d_array, format, 4, 4, 2));
  const Box all = {0, 0, 0, 4, 4, 2};
  constexpr uint64_t before = 0x0000'0033'3f80'0000;
  succeed(muxGalliumClearTexture(context, texture, 0, &all, &before));
  mux_gallium_surface_t surface = surface_of(context, texture, format, 0, 0, 1);
  succeed(
      muxGalliumRenderCondition(context, true_query(context), true, mux_gallium_condition_wait));
  succeed(muxGalliumClearDepthStencil(context, surface, mux_gallium_clear_depth, 0.5, 0, 0, 0, 4, 4,
                                      true));
  CHECK(texels<uint64_t>(context, texture, 0, all) == std::vector<uint64_t>(32, before));
  succeed(muxGalliumClearDepthStencil(context, surface, mux_gallium_clear_depth, 0.5, 0, 1, 0, 1, 2,
                                      false));
  std::vector<uint64_t> expected(32, before);
  for (const size_t index : {1U, 5U, 17U, 21U}) {
    expected[index] = 0x0000'0033'3f00'0000;
  }
  CHECK(texels<uint64_t>(context, texture, 0, all) == expected);
  refuse(muxGalliumClearDepthStencil(context, surface, mux_gallium_clear_color0, 0, 0, 0, 0, 1, 1,
                                     false),
         mux_error_invalid_value, "another bit");
  refuse(muxGalliumClearRenderTarget(context, surface, &some_color, 0, 0, 1, 1, false),
         mux_error_invalid_value, "of depth");
}

TEST_CASE("K06 clear: a color is converted to every kind of format") {
  struct Expected {
    mux_gallium_format_e format;
    std::vector<uint8_t> bytes;
  };
  const std::vector<Expected> cases = {
      {mux_gallium_format_b8g8r8a8_unorm, {0xff, 0x80, 0x40, 0x00}},
      {mux_gallium_format_a8r8g8b8_unorm, {0x00, 0x40, 0x80, 0xff}},
      {mux_gallium_format_r8g8b8a8_srgb, {0x89, 0xbc, 0xff, 0x00}},
      // 31 << 0 | 32 << 5 | 8 << 11
      {mux_gallium_format_b5g6r5_unorm, {0x1f, 0x44}},
      {mux_gallium_format_r8g8b8_snorm, {0x20, 0x40, 0x7f}},
      {mux_gallium_format_r16g16b16a16_float, {0x00, 0x34, 0x00, 0x38, 0x00, 0x3c, 0x00, 0x00}},
      {mux_gallium_format_l8a8_unorm, {0x40, 0x00}},
      {mux_gallium_format_a8_unorm, {0x00}},
      {mux_gallium_format_i16_unorm, {0x00, 0x40}},
      // 0.25, 0.5 and 1 with exponents 13, 14 and 15 of five bits before 6, 6 and 5 bits.
      {mux_gallium_format_r11g11b10_float, {0x40, 0x03, 0x1c, 0x78}},
      // Mantissas 64, 128 and 256 with the exponent 16.
      {mux_gallium_format_r9g9b9e5_float, {0x40, 0x00, 0x01, 0x84}},
      {mux_gallium_format_r10g10b10a2_unorm, {0x00, 0x01, 0xf8, 0x3f}},
      {mux_gallium_format_r32_float, {0x00, 0x00, 0x80, 0x3e}},
      {mux_gallium_format_r64g64_float,
       {0, 0, 0, 0, 0, 0, 0xd0, 0x3f, 0, 0, 0, 0, 0, 0, 0xe0, 0x3f}},
      {mux_gallium_format_r32_unorm, {0x00, 0x00, 0x00, 0x40}},
      {mux_gallium_format_r4a4_unorm, {0x04}},
      {mux_gallium_format_r32_fixed, {0x00, 0x40, 0x00, 0x00}},
  };
  Context context;
  for (const Expected &wanted : cases) {
    mux_gallium_format_info_t info{};
    succeed(muxGalliumGetFormatInfo(wanted.format, &info));
    INFO(info.name);
    const Resource texture(texture_of(mux_gallium_target_texture_2d, wanted.format, 1, 1));
    succeed(muxGalliumClearRenderTarget(context, surface_of(context, texture, wanted.format),
                                        &some_color, 0, 0, 1, 1, false));
    CHECK(context.read(texture, 0, {0, 0, 0, 1, 1, 1}) == wanted.bytes);
  }
}

TEST_CASE("K19, Q40 clear_texture: a box of a level gets a block of the format") {
  Context context;
  const Resource texture(
      texture_of(mux_gallium_target_texture_3d, mux_gallium_format_r8g8b8_unorm, 8, 8, 4, 2));
  const Box all = {0, 0, 0, 4, 4, 2};
  const uint8_t zero[] = {0, 0, 0};
  succeed(muxGalliumClearTexture(context, texture, 1, &all, zero));
  const Box box = {1, 2, 1, 2, 1, 1};
  const uint8_t value[] = {5, 6, 7};
  succeed(
      muxGalliumRenderCondition(context, true_query(context), true, mux_gallium_condition_wait));
  succeed(muxGalliumClearTexture(context, texture, 1, &box, value));
  std::vector<uint8_t> expected(96, 0);
  for (const size_t texel : {25U, 26U}) {
    std::copy_n(value, 3, expected.begin() + static_cast<std::ptrdiff_t>(texel * 3));
  }
  CHECK(context.read(texture, 1, all) == expected);
  const Resource blocks(
      texture_of(mux_gallium_target_texture_2d, mux_gallium_format_dxt1_rgb, 16, 8));
  const uint64_t block = 0x0123456789abcdef;
  const Box column = {4, 0, 0, 4, 8, 1};
  const Box whole = {0, 0, 0, 16, 8, 1};
  constexpr uint64_t no_block = 0;
  succeed(muxGalliumClearTexture(context, blocks, 0, &whole, &no_block));
  succeed(muxGalliumClearTexture(context, blocks, 0, &column, &block));
  CHECK(texels<uint64_t>(context, blocks, 0, whole) ==
        std::vector<uint64_t>{0, block, 0, 0, 0, block, 0, 0});
  const Resource buffer(buffer_of(16));
  refuse(muxGalliumClearTexture(context, buffer, 0, &box, value), mux_error_invalid_value,
         "is a buffer");
}

TEST_CASE("K20, K21, Q40 clear_buffer: repeats a value, and leaves what is outside") {
  Context context;
  const Resource buffer(buffer_of(64));
  context.write_all(buffer, std::vector<uint32_t>(16, 1));
  succeed(
      muxGalliumRenderCondition(context, true_query(context), true, mux_gallium_condition_wait));
  const uint8_t value[] = {1, 2, 3, 4, 5, 6};
  succeed(muxGalliumClearBuffer(context, buffer, 3, 18, value, 6));
  std::vector<uint8_t> expected = context.read(buffer, 0, bytes(0, 64));
  for (size_t index = 0; index < 64; ++index) {
    const uint8_t before = index % 4 == 0 ? 1 : 0;
    CHECK(expected[index] == (index >= 3 && index < 21 ? value[(index - 3) % 6] : before));
  }
  refuse(muxGalliumClearBuffer(context, buffer, 0, 7, value, 6), mux_error_invalid_value,
         "multiple");
  refuse(muxGalliumClearBuffer(context, buffer, 60, 6, value, 6), mux_error_invalid_value,
         "outside");
  refuse(muxGalliumClearBuffer(context, buffer, 0, 0, value, 0), mux_error_invalid_value, "0");
  succeed(muxGalliumClearBuffer(context, buffer, 0, 0, value, 6));
}

}  // namespace gallium_test::clear

#include "fixtures.h"

#include <cmath>

namespace gallium_test::blit {

namespace {

mux_gallium_blit_info_t blit_of(mux_gallium_resource_t destination, uint32_t destination_format,
                                const Box &to, mux_gallium_resource_t source,
                                uint32_t source_format, const Box &from) {
  mux_gallium_blit_info_t info{};
  info.destination = {destination, 0, destination_format, to};
  info.source = {source, 0, source_format, from};
  info.mask = mux_gallium_blit_rgba;
  return info;
}

void fill(mux_gallium_context_t context, mux_gallium_resource_t texture, const Box &box,
          const std::vector<uint8_t> &data) {
  mux_gallium_resource_layout_t layout{};
  succeed(muxGalliumGetResourceLayout(texture, 0, &layout));
  const uint64_t row = data.size() / static_cast<uint64_t>(box.height * box.depth);
  succeed(muxGalliumTextureSubdata(context, texture, 0, 0, &box, data.data(), row,
                                   row * static_cast<uint64_t>(box.height)));
}

std::vector<uint8_t> iota(size_t count) {
  std::vector<uint8_t> made(count);
  for (size_t index = 0; index < count; ++index) {
    made[index] = static_cast<uint8_t>(index);
  }
  return made;
}

constexpr auto r8 = mux_gallium_format_r8_unorm;

Resource flat(mux_gallium_format_e format, uint32_t width, uint32_t height) {
  return Resource(texture_of(mux_gallium_target_texture_2d, format, width, height));
}

mux_gallium_query_t ended_query(mux_gallium_context_t context) {
  mux_gallium_query_t query = nullptr;
  succeed(muxGalliumCreateQuery(context, mux_gallium_query_timestamp, 0, &query));
  succeed(muxGalliumEndQuery(context, query));
  return query;
}

/// A multisample texture of one pixel a sample: sample s of every pixel is values[s].
Resource multisampled(Context &context, mux_gallium_format_e format,
                      const std::vector<uint8_t> &values) {
  mux_gallium_resource_template_t description =
      texture_of(mux_gallium_target_texture_2d, format, 2, 1);
  description.samples = static_cast<uint32_t>(values.size());
  Resource made(description);
  // Samples are slices: a texture with as many layers has the same bytes.
  const Resource layers(texture_of(mux_gallium_target_texture_2d_array, format, 2, 1,
                                   static_cast<uint32_t>(values.size())));
  std::vector<uint8_t> data;
  for (const uint8_t value : values) {
    data.insert(data.end(), {value, value});
  }
  fill(context, layers, {0, 0, 0, 2, 1, static_cast<int32_t>(values.size())}, data);
  // A program copies them, since a mapping is not possible.
  mux_gallium_compute_state_t copy =
      compile(context,
              "kernel void copy(global const uchar *image_0, global uchar *image_1) {"
              "  image_1[get_global_id(0)] = image_0[get_global_id(0)]; }");
  const mux_gallium_image_view_t images[] = {
      {layers, static_cast<uint32_t>(format), mux_gallium_image_access_read, 0, 0,
       static_cast<uint32_t>(values.size()) - 1, 0, 0},
      {made, static_cast<uint32_t>(format), mux_gallium_image_access_write, 0, 0, 0, 0, 0}};
  succeed(muxGalliumSetShaderImages(context, mux_gallium_stage_compute, 0, 2, images));
  run(context, copy, static_cast<uint32_t>(2 * values.size()));
  return made;
}

}  // namespace

TEST_CASE("K29 blit: boxes of different sizes, nearest and linear") {
  Context context;
  const Resource from = flat(r8, 4, 2);
  const Resource to = flat(r8, 8, 4);
  fill(context, from, {0, 0, 0, 4, 2, 1}, {0, 40, 80, 120, 100, 140, 180, 220});
  mux_gallium_blit_info_t info = blit_of(to, r8, {0, 0, 0, 8, 4, 1}, from, r8, {0, 0, 0, 4, 2, 1});
  succeed(muxGalliumBlit(context, &info));
  CHECK(context.read(to, 0, {0, 0, 0, 8, 1, 1}) ==
        std::vector<uint8_t>{0, 0, 40, 40, 80, 80, 120, 120});
  CHECK(context.read(to, 0, {0, 3, 0, 8, 1, 1}) ==
        std::vector<uint8_t>{100, 100, 140, 140, 180, 180, 220, 220});
  info.filter = mux_gallium_filter_linear;
  succeed(muxGalliumBlit(context, &info));
  CHECK(context.read(to, 0, {0, 0, 0, 8, 1, 1}) ==
        std::vector<uint8_t>{0, 10, 30, 50, 70, 90, 110, 120});
  CHECK(context.read(to, 0, {0, 1, 0, 3, 1, 1}) == std::vector<uint8_t>{25, 35, 55});
  // Half the size: the average of four.
  info = blit_of(to, r8, {0, 0, 0, 2, 1, 1}, from, r8, {0, 0, 0, 4, 2, 1});
  info.filter = mux_gallium_filter_linear;
  succeed(muxGalliumBlit(context, &info));
  CHECK(context.read(to, 0, {0, 0, 0, 2, 1, 1}) == std::vector<uint8_t>{70, 150});
}

TEST_CASE("K29 blit: negative extents mirror") {
  Context context;
  const Resource from = flat(r8, 4, 2);
  const Resource to = flat(r8, 4, 2);
  fill(context, from, {0, 0, 0, 4, 2, 1}, iota(8));
  mux_gallium_blit_info_t info =
      blit_of(to, r8, {0, 0, 0, 4, 2, 1}, from, r8, {4, 2, 0, -4, -2, 1});
  succeed(muxGalliumBlit(context, &info));
  CHECK(context.read(to, 0, {0, 0, 0, 4, 2, 1}) == std::vector<uint8_t>{7, 6, 5, 4, 3, 2, 1, 0});
  info = blit_of(to, r8, {4, 0, 0, -4, 2, 1}, from, r8, {0, 0, 0, 4, 2, 1});
  succeed(muxGalliumBlit(context, &info));
  CHECK(context.read(to, 0, {0, 0, 0, 4, 2, 1}) == std::vector<uint8_t>{3, 2, 1, 0, 7, 6, 5, 4});
  // Mirrored twice it is a plain copy.
  info = blit_of(to, r8, {4, 0, 0, -4, 2, 1}, from, r8, {4, 0, 0, -4, 2, 1});
  succeed(muxGalliumBlit(context, &info));
  CHECK(context.read(to, 0, {0, 0, 0, 4, 2, 1}) == iota(8));
}

TEST_CASE("K30 blit: formats are converted") {
  Context context;
  const Resource from = flat(mux_gallium_format_r8g8b8a8_unorm, 1, 1);
  const Box one = {0, 0, 0, 1, 1, 1};
  fill(context, from, one, {0x33, 0x80, 0xff, 0x66});
  const auto converted = [&](mux_gallium_format_e format,
                             uint32_t source_format = mux_gallium_format_r8g8b8a8_unorm) {
    const Resource to = flat(format, 1, 1);
    const mux_gallium_blit_info_t info = blit_of(to, format, one, from, source_format, one);
    succeed(muxGalliumBlit(context, &info));
    return context.read(to, 0, one);
  };
  CHECK(converted(mux_gallium_format_b8g8r8a8_unorm) ==
        std::vector<uint8_t>{0xff, 0x80, 0x33, 0x66});
  CHECK(converted(mux_gallium_format_b4g4r4a4_unorm) == std::vector<uint8_t>{0x8f, 0x63});
  CHECK(converted(mux_gallium_format_r8g8b8a8_srgb)[0] == 0x7c);
  CHECK(converted(mux_gallium_format_r8g8b8a8_unorm, mux_gallium_format_r8g8b8a8_srgb)[0] == 0x08);
  float values[4] = {};
  std::memcpy(values, converted(mux_gallium_format_r32g32b32a32_float).data(), 16);
  CHECK(values[0] == 0.2F);
  CHECK(values[2] == 1.0F);
  // What the source does not have is 0, and 1 for alpha.
  const Resource red = flat(r8, 1, 1);
  fill(context, red, one, {0xff});
  const Resource to = flat(mux_gallium_format_r8g8b8a8_unorm, 1, 1);
  const mux_gallium_blit_info_t info =
      blit_of(to, mux_gallium_format_r8g8b8a8_unorm, one, red, r8, one);
  succeed(muxGalliumBlit(context, &info));
  CHECK(context.read(to, 0, one) == std::vector<uint8_t>{0xff, 0, 0, 0xff});
}

TEST_CASE("K30 blit: integers are clamped, and every format with texels survives a round trip") {
  Context context;
  const Box one = {0, 0, 0, 1, 1, 1};
  const Resource wide = flat(mux_gallium_format_r32_sint, 1, 1);
  const int32_t value = -70'000;
  std::vector<uint8_t> raw(4);
  std::memcpy(raw.data(), &value, 4);
  fill(context, wide, one, raw);
  const Resource narrow = flat(mux_gallium_format_r16_sint, 1, 1);
  const mux_gallium_blit_info_t info =
      blit_of(narrow, mux_gallium_format_r16_sint, one, wide, mux_gallium_format_r32_sint, one);
  succeed(muxGalliumBlit(context, &info));
  CHECK(context.read(narrow, 0, one) == std::vector<uint8_t>{0x00, 0x80});
  for (uint32_t number = 1; number < mux_gallium_format_count; ++number) {
    const auto format = static_cast<mux_gallium_format_e>(number);
    bool supported = false;
    succeed(muxGalliumIsFormatSupported(screen(), format, mux_gallium_target_texture_2d, 1,
                                        mux_gallium_bind_render_target, &supported));
    if (!supported) {
      continue;
    }
    mux_gallium_format_info_t described{};
    succeed(muxGalliumGetFormatInfo(format, &described));
    INFO(described.name);
    const Resource from = flat(format, 2, 1);
    const Resource to = flat(format, 2, 1);
    // A blit keeps padding.
    const std::vector<uint8_t> zeros(size_t{2} * described.block_bytes, 0);
    fill(context, to, {0, 0, 0, 2, 1, 1}, zeros);
    // Small positive numbers in every kind of channel: no NaN, no padding that would be lost.
    const mux_gallium_surface_template_t surface = {number, 0, 0, 0,
                                                    mux_gallium_bind_render_target};
    mux_gallium_surface_t target = nullptr;
    succeed(muxGalliumCreateSurface(context, from, &surface, &target));
    mux_gallium_color_t color{};
    const bool is_integer = described.channel_types[0] == mux_gallium_channel_type_uint ||
                            described.channel_types[0] == mux_gallium_channel_type_sint ||
                            described.channel_types[3] == mux_gallium_channel_type_uint ||
                            described.channel_types[3] == mux_gallium_channel_type_sint;
    for (uint32_t channel = 0; channel < 4; ++channel) {
      if (is_integer) {
        color.u[channel] = channel == 3 ? 1 : 2 + channel;
      } else {
        color.f[channel] = 1.0F / static_cast<float>(channel + 2);
      }
    }
    succeed(muxGalliumClearRenderTarget(context, target, &color, 0, 0, 2, 1, false));
    // Mirrored, so that the kernel does it.
    const mux_gallium_blit_info_t mirrored =
        blit_of(to, number, {0, 0, 0, 2, 1, 1}, from, number, {2, 0, 0, -2, 1, 1});
    succeed(muxGalliumBlit(context, &mirrored));
    CHECK(context.read(to, 0, {0, 0, 0, 2, 1, 1}) == context.read(from, 0, {0, 0, 0, 2, 1, 1}));
  }
}

TEST_CASE("K31, K36 blit: samples are averaged, copied one by one, or spread") {
  Context context;
  const Box box = {0, 0, 0, 2, 1, 1};
  const Resource four = multisampled(context, r8, {10, 20, 30, 60});
  const Resource to = flat(r8, 2, 1);
  mux_gallium_blit_info_t info = blit_of(to, r8, box, four, r8, box);
  succeed(muxGalliumBlit(context, &info));
  CHECK(context.read(to, 0, box) == std::vector<uint8_t>{30, 30});
  // One by one to another texture with as many samples, and then sample 0 of integers.
  mux_gallium_resource_template_t description = texture_of(mux_gallium_target_texture_2d, r8, 2, 1);
  description.samples = 4;
  const Resource copy(description);
  info = blit_of(copy, r8, {2, 0, 0, -2, 1, 1}, four, r8, box);
  succeed(muxGalliumBlit(context, &info));
  info = blit_of(to, mux_gallium_format_r8_uint, box, copy, mux_gallium_format_r8_uint, box);
  succeed(muxGalliumBlit(context, &info));
  CHECK(context.read(to, 0, box) == std::vector<uint8_t>{10, 10});
  // A single sample to all of them.
  fill(context, to, box, {5, 7});
  info = blit_of(copy, r8, box, to, r8, box);
  succeed(muxGalliumBlit(context, &info));
  const Resource back = flat(r8, 2, 1);
  succeed(muxGalliumResourceResolve(context, back, 0, copy, 0));
  CHECK(context.read(back, 0, box) == std::vector<uint8_t>{5, 7});
  succeed(muxGalliumResourceResolve(context, back, 0, four, 0));
  CHECK(context.read(back, 0, box) == std::vector<uint8_t>{30, 30});
  refuse(muxGalliumResourceResolve(context, back, 0, to, 0), mux_error_invalid_value, "samples");
}

TEST_CASE("K32, K33 blit: a scissor and window rectangles limit what is written") {
  Context context;
  const Resource from = flat(r8, 4, 1);
  const Resource to = flat(r8, 4, 1);
  const Box box = {0, 0, 0, 4, 1, 1};
  fill(context, from, box, {1, 2, 3, 4});
  const auto blitted = [&](const mux_gallium_blit_info_t &info) {
    fill(context, to, box, {9, 9, 9, 9});
    succeed(muxGalliumBlit(context, &info));
    return context.read(to, 0, box);
  };
  mux_gallium_blit_info_t info = blit_of(to, r8, box, from, r8, box);
  info.scissor = {1, 0, 3, 1};
  CHECK(blitted(info) == std::vector<uint8_t>{1, 2, 3, 4});
  info.scissor_enable = true;
  CHECK(blitted(info) == std::vector<uint8_t>{9, 2, 3, 9});
  info.window_rectangle_count = 2;
  info.window_rectangles[0] = {0, 0, 2, 1};
  info.window_rectangles[1] = {3, 0, 4, 1};
  CHECK(blitted(info) == std::vector<uint8_t>{9, 9, 3, 9});
  info.window_rectangle_include = true;
  CHECK(blitted(info) == std::vector<uint8_t>{9, 2, 9, 9});
  info.scissor_enable = false;
  CHECK(blitted(info) == std::vector<uint8_t>{1, 2, 9, 4});
  info.window_rectangle_count = 9;
  refuse(muxGalliumBlit(context, &info), mux_error_invalid_value, "rectangles");
}

TEST_CASE("Q37 blit: it obeys the render condition if asked") {
  Context context;
  const Resource from = flat(r8, 1, 1);
  const Resource to = flat(r8, 1, 1);
  const Box one = {0, 0, 0, 1, 1, 1};
  fill(context, from, one, {3});
  fill(context, to, one, {1});
  succeed(
      muxGalliumRenderCondition(context, ended_query(context), true, mux_gallium_condition_wait));
  mux_gallium_blit_info_t info = blit_of(to, r8, one, from, r8, one);
  info.render_condition_enable = true;
  succeed(muxGalliumBlit(context, &info));
  CHECK(context.read(to, 0, one)[0] == 1);
  info.render_condition_enable = false;
  succeed(muxGalliumBlit(context, &info));
  CHECK(context.read(to, 0, one)[0] == 3);
}

TEST_CASE("K35 blit: stencil alone, depth alone, and both") {
  Context context;
  constexpr auto packed = mux_gallium_format_z24_unorm_s8_uint;
  const Resource from = flat(packed, 2, 1);
  const Resource to = flat(packed, 2, 1);
  const Box box = {0, 0, 0, 2, 1, 1};
  fill(context, from, box, {0x11, 0x22, 0x33, 0x44, 0x55, 0x66, 0x77, 0x88});
  fill(context, to, box, {1, 2, 3, 4, 5, 6, 7, 8});
  mux_gallium_blit_info_t info = blit_of(to, packed, box, from, packed, box);
  info.mask = mux_gallium_blit_stencil;
  succeed(muxGalliumBlit(context, &info));
  CHECK(context.read(to, 0, box) == std::vector<uint8_t>{1, 2, 3, 0x44, 5, 6, 7, 0x88});
  info.mask = mux_gallium_blit_depth;
  info.source.box = {2, 0, 0, -2, 1, 1};
  succeed(muxGalliumBlit(context, &info));
  CHECK(context.read(to, 0, box) ==
        std::vector<uint8_t>{0x55, 0x66, 0x77, 0x44, 0x11, 0x22, 0x33, 0x88});
  info.mask = mux_gallium_blit_depth | mux_gallium_blit_stencil;
  succeed(muxGalliumBlit(context, &info));
  CHECK(context.read(to, 0, {1, 0, 0, 1, 1, 1}) == std::vector<uint8_t>{0x11, 0x22, 0x33, 0x44});
  // Between formats: depth to floating point.
  const Resource floats = flat(mux_gallium_format_z32_float, 2, 1);
  fill(context, from, box, {0xff, 0xff, 0xff, 0, 0, 0, 0, 0});
  info = blit_of(floats, mux_gallium_format_z32_float, box, from, packed, box);
  info.mask = mux_gallium_blit_depth;
  succeed(muxGalliumBlit(context, &info));
  CHECK(context.read(floats, 0, box) == std::vector<uint8_t>{0, 0, 0x80, 0x3f, 0, 0, 0, 0});
  info.mask = mux_gallium_blit_rgba;
  refuse(muxGalliumBlit(context, &info), mux_error_invalid_value, "mask");
}

TEST_CASE("K30 blit: a part of the channels, and blending by alpha") {
  Context context;
  constexpr auto rgba = mux_gallium_format_r8g8b8a8_unorm;
  const Resource from = flat(rgba, 1, 1);
  const Resource to = flat(rgba, 1, 1);
  const Box one = {0, 0, 0, 1, 1, 1};
  fill(context, from, one, {10, 20, 30, 51});
  fill(context, to, one, {100, 100, 100, 100});
  mux_gallium_blit_info_t info = blit_of(to, rgba, one, from, rgba, one);
  info.mask = mux_gallium_blit_g | mux_gallium_blit_a;
  succeed(muxGalliumBlit(context, &info));
  CHECK(context.read(to, 0, one) == std::vector<uint8_t>{100, 20, 100, 51});
  info.mask = mux_gallium_blit_rgba;
  info.alpha_blend = true;
  fill(context, to, one, {100, 100, 100, 100});
  succeed(muxGalliumBlit(context, &info));
  CHECK(context.read(to, 0, one) == std::vector<uint8_t>{82, 84, 86, 90});
}

TEST_CASE("K29 blit: slices of 3D textures and layers of arrays") {
  Context context;
  const Resource from(texture_of(mux_gallium_target_texture_3d, r8, 2, 2, 4));
  const Resource to(texture_of(mux_gallium_target_texture_2d_array, r8, 2, 2, 4));
  fill(context, from, {0, 0, 0, 2, 2, 4}, iota(16));
  fill(context, to, {0, 0, 0, 2, 2, 4}, std::vector<uint8_t>(16, 99));
  // Slices 2 and 1, mirrored, into layers 1 and 2.
  const mux_gallium_blit_info_t info =
      blit_of(to, r8, {0, 0, 1, 2, 2, 2}, from, r8, {0, 0, 3, 2, 2, -2});
  succeed(muxGalliumBlit(context, &info));
  CHECK(context.read(to, 0, {0, 0, 0, 2, 2, 4}) ==
        std::vector<uint8_t>{99, 99, 99, 99, 8, 9, 10, 11, 4, 5, 6, 7, 99, 99, 99, 99});
}

TEST_CASE("blit: wrong boxes, formats and resources are refused") {
  Context context;
  const Resource texture = flat(r8, 4, 4);
  const Box box = {0, 0, 0, 4, 4, 1};
  mux_gallium_blit_info_t info = blit_of(texture, r8, {1, 0, 0, 4, 4, 1}, texture, r8, box);
  refuse(muxGalliumBlit(context, &info), mux_error_invalid_value, "outside");
  info = blit_of(texture, r8, {0, 0, 0, 0, 4, 1}, texture, r8, box);
  refuse(muxGalliumBlit(context, &info), mux_error_invalid_value, "empty");
  info = blit_of(texture, mux_gallium_format_r16_unorm, box, texture, r8, box);
  refuse(muxGalliumBlit(context, &info), mux_error_invalid_value, "another size");
  info = blit_of(texture, r8, box, texture, r8, box);
  info.mask = 0;
  refuse(muxGalliumBlit(context, &info), mux_error_invalid_value, "mask");
  const Resource compressed = flat(mux_gallium_format_dxt1_rgb, 4, 4);
  info = blit_of(compressed, mux_gallium_format_dxt1_rgb, box, texture, r8, box);
  refuse(muxGalliumBlit(context, &info), mux_error_feature_unsupported, "texels");
  const Resource buffer(buffer_of(64));
  info = blit_of(texture, r8, box, buffer, r8, box);
  refuse(muxGalliumBlit(context, &info), mux_error_invalid_value, "buffer");
}

}  // namespace gallium_test::blit

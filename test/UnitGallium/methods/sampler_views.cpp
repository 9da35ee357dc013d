#include "fixtures.h"

#include <mux/gallium/shader_abi.h>

namespace gallium_test::sampler_views {

namespace {

constexpr auto compute = mux_gallium_stage_compute;
constexpr auto rgba = mux_gallium_format_r8g8b8a8_unorm;

mux_gallium_sampler_view_template_t template_of(mux_gallium_target_e target,
                                                mux_gallium_format_e format) {
  mux_gallium_sampler_view_template_t made{};
  made.target = target;
  made.format = format;
  made.swizzle_g = mux_gallium_swizzle_y;
  made.swizzle_b = mux_gallium_swizzle_z;
  made.swizzle_a = mux_gallium_swizzle_w;
  return made;
}

mux_gallium_sampler_view_t view_of(mux_gallium_context_t context, mux_gallium_resource_t texture,
                                   const mux_gallium_sampler_view_template_t &description) {
  mux_gallium_sampler_view_t made = nullptr;
  succeed(muxGalliumCreateSamplerView(context, texture, &description, &made));
  return made;
}

mux_result_t attempt(mux_gallium_context_t context, mux_gallium_resource_t texture,
                     const mux_gallium_sampler_view_template_t &description) {
  mux_gallium_sampler_view_t made = nullptr;
  return muxGalliumCreateSamplerView(context, texture, &description, &made);
}

/// The layouts that a program gets for slots 0 to 2 of the compute stage.
struct Layouts {
  explicit Layouts(Context &context) {
    constexpr uint32_t words = sizeof(mux_gallium_view_layout_t) / 4;
    const Resource result(buffer_of(3 * sizeof(mux_gallium_view_layout_t)));
    mux_gallium_compute_state_t program =
        compile(context,
                "kernel void k(global const uint *view_0_layout, global const uint *view_1_layout,"
                "              global const uint *view_2_layout, global uint *buffer_0) {"
                "  size_t i = get_global_id(0), n = get_global_size(0);"
                "  buffer_0[i] = view_0_layout[i]; buffer_0[n + i] = view_1_layout[i];"
                "  buffer_0[2 * n + i] = view_2_layout[i]; }");
    bind_buffer(context, 0, result);
    run(context, program, words);
    const std::vector<uint8_t> raw =
        context.read(result, 0, bytes(0, static_cast<int32_t>(sizeof slots)));
    std::memcpy(slots, raw.data(), sizeof slots);
  }
  mux_gallium_view_layout_t slots[3];
};

}  // namespace

TEST_CASE("V07, V12, V13, V14, V15 create_sampler_view: format, swizzle, levels and layers") {
  Context context;
  const Resource texture(texture_of(mux_gallium_target_texture_2d_array, rgba, 16, 16, 6, 5));
  auto description = template_of(mux_gallium_target_texture_2d_array, rgba);
  description.first_level = 3;
  description.last_level = 4;
  description.first_layer = 2;
  description.last_layer = 4;
  description.swizzle_r = mux_gallium_swizzle_one;
  description.swizzle_a = mux_gallium_swizzle_zero;
  mux_gallium_sampler_view_t view = view_of(context, texture, description);
  succeed(muxGalliumSetSamplerViews(context, compute, 0, 1, &view));
  const mux_gallium_view_layout_t layout = Layouts(context).slots[0];
  CHECK(layout.target == mux_gallium_target_texture_2d_array);
  CHECK(layout.level_count == 2);
  CHECK(layout.swizzle[0] == mux_gallium_swizzle_one);
  CHECK(layout.swizzle[1] == mux_gallium_swizzle_y);
  CHECK(layout.swizzle[3] == mux_gallium_swizzle_zero);
  // Level 0 of the view is level 3 of the texture, to which a sampler's limits are added; layer 0
  // is layer 2.
  mux_gallium_resource_layout_t third{};
  mux_gallium_resource_layout_t fourth{};
  succeed(muxGalliumGetResourceLayout(texture, 3, &third));
  succeed(muxGalliumGetResourceLayout(texture, 4, &fourth));
  CHECK(layout.levels[0].width == 2);
  CHECK(layout.levels[0].depth == 3);
  CHECK(layout.levels[0].offset == 2 * third.layer_stride);
  CHECK(layout.levels[1].offset == fourth.offset - third.offset + 2 * fourth.layer_stride);
  CHECK(layout.levels[1].width == 1);
  description.last_level = 5;
  refuse(attempt(context, texture, description), mux_error_invalid_value, "levels");
  description.last_level = 2;
  refuse(attempt(context, texture, description), mux_error_invalid_value, "levels");
  description.last_level = 4;
  description.last_layer = 6;
  refuse(attempt(context, texture, description), mux_error_invalid_value, "layers");
  description.last_layer = 4;
  description.swizzle_b = 6;
  refuse(attempt(context, texture, description), mux_error_invalid_value, "swizzle");
}

TEST_CASE("V10, V11 create_sampler_view: a cast needs the same channels at the same bits") {
  Context context;
  const Resource texture(texture_of(mux_gallium_target_texture_2d, rgba, 4, 4));
  const auto cast = [&](mux_gallium_resource_t of, mux_gallium_format_e format) {
    return attempt(context, of, template_of(mux_gallium_target_texture_2d, format));
  };
  succeed(cast(texture, mux_gallium_format_r8g8b8a8_srgb));
  succeed(cast(texture, mux_gallium_format_r8g8b8a8_uint));
  succeed(cast(texture, mux_gallium_format_r8g8b8x8_unorm));
  for (const auto format : {mux_gallium_format_b8g8r8a8_unorm, mux_gallium_format_r32_float,
                            mux_gallium_format_r16g16_unorm, mux_gallium_format_r8_unorm,
                            mux_gallium_format_z32_float, mux_gallium_format_r10g10b10a2_unorm}) {
    refuse(cast(texture, format), mux_error_invalid_value, "not compatible");
  }
  refuse(cast(texture, static_cast<mux_gallium_format_e>(254 + 3000)), mux_error_invalid_value,
         "no format");
  const Resource depth(
      texture_of(mux_gallium_target_texture_2d, mux_gallium_format_z24_unorm_s8_uint, 4, 4));
  succeed(cast(depth, mux_gallium_format_x24s8_uint));
  succeed(cast(depth, mux_gallium_format_z24x8_unorm));
  refuse(cast(depth, mux_gallium_format_s8x24_uint), mux_error_invalid_value, "not compatible");
}

TEST_CASE("V07 create_sampler_view: targets that do not fit are refused") {
  Context context;
  const Resource array(texture_of(mux_gallium_target_texture_2d_array, rgba, 4, 4, 12));
  auto description = template_of(mux_gallium_target_texture_cube, rgba);
  description.last_layer = 5;
  succeed(attempt(context, array, description));
  description.last_layer = 4;
  refuse(attempt(context, array, description), mux_error_invalid_value, "six layers");
  description.target = mux_gallium_target_texture_cube_array;
  description.last_layer = 11;
  succeed(attempt(context, array, description));
  description.target = mux_gallium_target_texture_2d;
  refuse(attempt(context, array, description), mux_error_invalid_value, "one layer");
  description.last_layer = 0;
  succeed(attempt(context, array, description));
  description.target = mux_gallium_target_texture_3d;
  refuse(attempt(context, array, description), mux_error_invalid_value, "target");
  const Resource buffer(buffer_of(64));
  description.target = mux_gallium_target_texture_1d;
  refuse(attempt(context, buffer, description), mux_error_invalid_value, "buffer");
}

TEST_CASE(
    "V08, V09 sampler_view_destroy: a view holds its texture until it is destroyed and unbound") {
  Context context;
  mux_gallium_resource_t texture =
      Resource(texture_of(mux_gallium_target_texture_2d, mux_gallium_format_r32_uint, 1, 1))
          .release();
  const Resource result(buffer_of(4));
  const Box one = {0, 0, 0, 1, 1, 1};
  constexpr uint32_t value = 77;
  succeed(muxGalliumClearTexture(context, texture, 0, &one, &value));
  mux_gallium_sampler_view_t view = view_of(
      context, texture, template_of(mux_gallium_target_texture_2d, mux_gallium_format_r32_uint));
  succeed(muxGalliumReleaseResource(texture));
  succeed(muxGalliumSetSamplerViews(context, compute, 0, 1, &view));
  succeed(muxGalliumSamplerViewDestroy(context, view));
  mux_gallium_compute_state_t read = compile(
      context,
      "kernel void k(global const uint *view_0, global uint *buffer_0) { buffer_0[0] = *view_0; }");
  bind_buffer(context, 0, result);
  run(context, read, 1);
  CHECK(context.read_as<uint32_t>(result, 0, 1)[0] == 77);
  succeed(muxGalliumSetSamplerViews(context, compute, 0, 1, nullptr));
}

TEST_CASE("V16, V18, V19, V20 set_sampler_views: ranges of slots of one stage") {
  Context context;
  const Resource one(texture_of(mux_gallium_target_texture_2d, rgba, 1, 1));
  const Resource two(texture_of(mux_gallium_target_texture_2d, rgba, 2, 2));
  const auto description = template_of(mux_gallium_target_texture_2d, rgba);
  const mux_gallium_sampler_view_t views[] = {view_of(context, one, description),
                                              view_of(context, two, description),
                                              view_of(context, one, description)};
  const auto widths = [&] {
    const Layouts layouts(context);
    return std::vector<uint32_t>{layouts.slots[0].levels[0].width, layouts.slots[1].levels[0].width,
                                 layouts.slots[2].levels[0].width};
  };
  succeed(muxGalliumSetSamplerViews(context, compute, 0, 3, views));
  CHECK(widths() == std::vector<uint32_t>{1, 2, 1});
  // Slots outside of the range are kept, those of other stages too.
  succeed(muxGalliumSetSamplerViews(context, compute, 2, 1, &views[1]));
  succeed(muxGalliumSetSamplerViews(context, mux_gallium_stage_fragment, 0, 3, nullptr));
  CHECK(widths() == std::vector<uint32_t>{1, 2, 2});
  const mux_gallium_sampler_view_t none[] = {nullptr};
  succeed(muxGalliumSetSamplerViews(context, compute, 1, 1, none));
  CHECK(widths() == std::vector<uint32_t>{1, 0, 2});
  succeed(muxGalliumSetSamplerViews(context, compute, 0, 2, nullptr));
  CHECK(widths() == std::vector<uint32_t>{0, 0, 2});
  refuse(muxGalliumSetSamplerViews(context, compute, 30, 3, nullptr), mux_error_invalid_value,
         "slots");
  Context other;
  refuse(muxGalliumSetSamplerViews(other, compute, 0, 1, views), mux_error_invalid_value,
         "another context");
}

TEST_CASE("V17, V03 set_fragment_sampler_views: the old calls replace all slots of their stage") {
  Context context;
  const Resource texture(texture_of(mux_gallium_target_texture_2d, rgba, 1, 1));
  const mux_gallium_sampler_view_t view =
      view_of(context, texture, template_of(mux_gallium_target_texture_2d, rgba));
  succeed(muxGalliumSetFragmentSamplerViews(context, 1, &view));
  succeed(muxGalliumSetVertexSamplerViews(context, 1, &view));
  mux_gallium_sampler_template_t description{};
  mux_gallium_sampler_state_t state = nullptr;
  succeed(muxGalliumCreateSamplerState(context, &description, &state));
  succeed(muxGalliumBindFragmentSamplerStates(context, 1, &state));
  succeed(muxGalliumBindVertexSamplerStates(context, 1, &state));
  refuse(muxGalliumSetFragmentSamplerViews(context, 33, nullptr), mux_error_invalid_value, "slots");
  refuse(muxGalliumBindVertexSamplerStates(context, 33, nullptr), mux_error_invalid_value, "slots");
  // The compute stage is another one.
  CHECK(Layouts(context).slots[0].level_count == 0);
}

}  // namespace gallium_test::sampler_views

#include "fixtures.h"

namespace gallium_test::surfaces {

namespace {

mux_result_t create(mux_gallium_context_t context, mux_gallium_resource_t texture,
                    const mux_gallium_surface_template_t &description) {
  mux_gallium_surface_t made = nullptr;
  const mux_result_t result = muxGalliumCreateSurface(context, texture, &description, &made);
  CHECK((made != nullptr) == (result == mux_success));
  return result;
}

}  // namespace

TEST_CASE("K01, K02, K03 create_surface: levels, layers and kinds have to fit the resource") {
  Context context;
  constexpr uint32_t color = mux_gallium_bind_render_target;
  constexpr uint32_t depth = mux_gallium_bind_depth_stencil;
  constexpr uint32_t rgba = mux_gallium_format_r8g8b8a8_unorm;
  const Resource texture(texture_of(mux_gallium_target_texture_2d_array,
                                    mux_gallium_format_r8g8b8a8_unorm, 8, 8, 3, 2));
  succeed(create(context, texture, {rgba, 1, 0, 2, color}));
  succeed(create(context, texture, {mux_gallium_format_r8g8b8a8_srgb, 0, 1, 1, color}));
  refuse(create(context, texture, {rgba, 2, 0, 0, color}), mux_error_invalid_value, "level");
  refuse(create(context, texture, {rgba, 0, 1, 3, color}), mux_error_invalid_value, "layers");
  refuse(create(context, texture, {rgba, 0, 2, 1, color}), mux_error_invalid_value, "layers");
  refuse(create(context, texture, {rgba, 0, 0, 0, depth}), mux_error_invalid_value, "bind");
  refuse(create(context, texture, {rgba, 0, 0, 0, 0}), mux_error_invalid_value, "bind");
  refuse(create(context, texture, {mux_gallium_format_r8_unorm, 0, 0, 0, color}),
         mux_error_invalid_value, "another size");
  const Resource flat(
      texture_of(mux_gallium_target_texture_2d, mux_gallium_format_r8g8b8a8_unorm, 8, 8));
  refuse(create(context, flat, {rgba, 0, 0, 1, color}), mux_error_invalid_value, "layers");
  const Resource stencil(
      texture_of(mux_gallium_target_texture_2d, mux_gallium_format_s8_uint, 8, 8));
  succeed(create(context, stencil, {mux_gallium_format_s8_uint, 0, 0, 0, depth}));
  const Resource buffer(buffer_of(64));
  refuse(create(context, buffer, {rgba, 0, 0, 0, color}), mux_error_invalid_value, "buffer");
}

TEST_CASE("K05, F09 surface_destroy: drops the resource, unless the surface is bound") {
  Context context;
  mux_gallium_resource_t texture =
      Resource(texture_of(mux_gallium_target_texture_2d, mux_gallium_format_r32_uint, 2, 2))
          .release();
  const mux_gallium_surface_template_t description = {mux_gallium_format_r32_uint, 0, 0, 0,
                                                      mux_gallium_bind_render_target};
  mux_gallium_surface_t surface = nullptr;
  succeed(muxGalliumCreateSurface(context, texture, &description, &surface));
  mux_gallium_framebuffer_t framebuffer{};
  framebuffer.color_count = 1;
  framebuffer.color[0] = surface;
  succeed(muxGalliumSetFramebufferState(context, &framebuffer));
  succeed(muxGalliumSurfaceDestroy(context, surface));
  mux_gallium_color_t color{};
  color.u[0] = 11;
  succeed(muxGalliumClear(context, mux_gallium_clear_color, &color, 0, 0));
  CHECK(context.read(texture, 0, {0, 0, 0, 1, 1, 1})[0] == 11);
  succeed(muxGalliumReleaseResource(texture));
  framebuffer.color_count = 9;
  refuse(muxGalliumSetFramebufferState(context, &framebuffer), mux_error_invalid_value, "too many");
}

}  // namespace gallium_test::surfaces

#include "fixtures.h"

namespace gallium_test::barriers {

TEST_CASE("S27 memory_barrier: commands after it see what commands before it wrote") {
  Context context;
  const Resource buffer(buffer_of(64, 0, mux_gallium_bind_global));
  mux_gallium_compute_state_t fill = compile(
      context, "kernel void fill(global uint *buffer_0) { buffer_0[get_global_id(0)] = 6; }");
  bind_buffer(context, 0, buffer);
  run(context, fill, 16);
  constexpr uint32_t all = (mux_gallium_barrier_update_texture << 1) - 1;
  succeed(muxGalliumMemoryBarrier(context, all));
  CHECK(context.read_as<uint32_t>(buffer, 0, 16) == std::vector<uint32_t>(16, 6));
  refuse(muxGalliumMemoryBarrier(context, all + 1), mux_error_invalid_value, "unknown");
}

TEST_CASE(
    "S28 memory_barrier: the barrier for mapped buffers makes writes of the program visible") {
  Context context;
  const Resource buffer(buffer_of(64, mux_gallium_resource_flag_map_persistent));
  const Resource copy(buffer_of(64));
  const Box box = bytes(0, 64);
  mux_gallium_transfer_t transfer = nullptr;
  void *data = nullptr;
  succeed(muxGalliumTransferMap(context, buffer, 0,
                                mux_gallium_map_write | mux_gallium_map_persistent, &box, &transfer,
                                &data));
  for (uint32_t round = 1; round < 4; ++round) {
    std::fill_n(static_cast<uint32_t *>(data), 16, round);
    succeed(muxGalliumMemoryBarrier(context, mux_gallium_barrier_mapped_buffer));
    succeed(muxGalliumResourceCopyRegion(context, copy, 0, 0, 0, 0, buffer, 0, &box));
    CHECK(context.read_as<uint32_t>(copy, 0, 16) == std::vector<uint32_t>(16, round));
  }
  succeed(muxGalliumTransferUnmap(context, transfer));
}

TEST_CASE("S25 texture_barrier: sampling after it sees what surfaces got before") {
  Context context;
  constexpr auto format = mux_gallium_format_r32_uint;
  const Resource texture(texture_of(mux_gallium_target_texture_2d, format, 2, 2));
  const Resource result(buffer_of(16));
  const mux_gallium_surface_template_t surface = {format, 0, 0, 0, mux_gallium_bind_render_target};
  mux_gallium_surface_t target = nullptr;
  succeed(muxGalliumCreateSurface(context, texture, &surface, &target));
  mux_gallium_sampler_view_template_t view{};
  view.target = mux_gallium_target_texture_2d;
  view.format = format;
  mux_gallium_sampler_view_t sampled = nullptr;
  succeed(muxGalliumCreateSamplerView(context, texture, &view, &sampled));
  succeed(muxGalliumSetSamplerViews(context, mux_gallium_stage_compute, 0, 1, &sampled));
  mux_gallium_compute_state_t copy =
      compile(context,
              "kernel void copy(global const uint *view_0, global uint *buffer_0) {"
              "  buffer_0[get_global_id(0)] = view_0[get_global_id(0)]; }");
  bind_buffer(context, 0, result);
  for (uint32_t round = 1; round < 4; ++round) {
    mux_gallium_color_t color{};
    color.u[0] = round;
    succeed(muxGalliumClearRenderTarget(context, target, &color, 0, 0, 2, 2, false));
    succeed(muxGalliumTextureBarrier(
        context, mux_gallium_texture_barrier_sampler | mux_gallium_texture_barrier_framebuffer));
    run(context, copy, 4);
    CHECK(context.read_as<uint32_t>(result, 0, 4) == std::vector<uint32_t>(4, round));
  }
  refuse(muxGalliumTextureBarrier(context, 4), mux_error_invalid_value, "unknown");
}

}  // namespace gallium_test::barriers

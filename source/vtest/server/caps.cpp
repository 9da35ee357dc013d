#include "vtest/server/caps.h"

#include <algorithm>
#include <bit>
#include <cstdio>
#include <cstring>

#include "vtest/stream/values.h"

namespace mux::vtest {

namespace {

/// Bits of CapsV1::features.
enum Feature : uint32_t {
  independent_blend_enable = 1U << 0,
  independent_blend_function = 1U << 1,
  cube_map_array = 1U << 2,
  conditional_render = 1U << 4,
  start_instance = 1U << 5,
  primitive_restart = 1U << 6,
  seamless_cube_map = 1U << 10,
  occlusion_query = 1U << 11,
  streamout_pause_resume = 1U << 13,
  depth_clip_disable = 1U << 16,
  texture_query_lod = 1U << 22,
  double_precision = 1U << 23,
  tessellation_shaders = 1U << 24,
  indirect_draw = 1U << 25,
  sample_shading = 1U << 26,
};

/// Bits of CapsV2::capability_bits.
enum Capability : uint32_t {
  texture_view = 1U << 1,
  set_min_samples = 1U << 2,
  copy_image = 1U << 3,
  memory_barrier = 1U << 6,
  compute_shader = 1U << 7,
  framebuffer_without_attachments = 1U << 8,
  robust_buffer_access = 1U << 9,
  srgb_write_control = 1U << 15,
  query_buffer_object = 1U << 16,
  transfer = 1U << 17,
  mixed_color_formats = 1U << 18,
  bind_command_args = 1U << 20,
  copy_transfer = 1U << 26,
  clear_texture = 1U << 30,
};

constexpr uint32_t features_3_3 = independent_blend_enable | conditional_render |
                                  primitive_restart | seamless_cube_map | occlusion_query |
                                  depth_clip_disable | indirect_draw;
constexpr uint32_t features_4_3 = features_3_3 | independent_blend_function | cube_map_array |
                                  start_instance | streamout_pause_resume | texture_query_lod |
                                  double_precision | tessellation_shaders | sample_shading;
constexpr uint32_t capabilities_3_3 = memory_barrier | framebuffer_without_attachments |
                                      srgb_write_control | transfer | mixed_color_formats |
                                      bind_command_args | copy_transfer;
constexpr uint32_t capabilities_4_3 =
    capabilities_3_3 | texture_view | set_min_samples | copy_image | robust_buffer_access;

/// All but quads, quad strips and polygons, which the client splits.
constexpr uint32_t primitives = 0x7c7f;
/// Slots of a stage that a client can use, and that commands of the stream can have.
constexpr uint32_t max_slots = 32;
/// Mesa 22.3.6 gives a stage as many shader buffers as the server offers, but has room for 16: a
/// process that uses more is aborted.
constexpr uint32_t max_shader_buffers = 16;
/// The client may rely on every field and rule that the protocol has.
constexpr uint32_t feature_check_version = 15;
constexpr uint32_t atomic_counters = 4096;
constexpr float max_point_and_line = 255;

void set_bit(FormatMask &mask, uint32_t format) {
  mask[format / 32] |= 1U << format % 32;
}

bool is_supported(mux_gallium_screen_t screen, uint32_t format, uint32_t target,
                  uint32_t bindings) {
  bool supported = false;
  return muxGalliumIsFormatSupported(screen, format, target, 0, bindings, &supported) ==
             mux_success &&
         supported;
}

/// Formats that OpenGL has for buffers that shaders read, and that the client uses for nothing
/// else.
bool is_for_buffers(uint32_t format) {
  return format == mux_gallium_format_r32g32b32_float ||
         format == mux_gallium_format_r32g32b32_uint || format == mux_gallium_format_r32g32b32_sint;
}

/// Leaves out textures whose texels have 3, 6, 12 or 24 bytes. The client then gives those of
/// OpenGL with three channels a fourth one. Otherwise its copies between two of them, of which
/// one exists with four channels alone, come as blits, which convert instead of copying the bits.
void set_formats(mux_gallium_screen_t screen, CapsV1 &caps) {
  for (uint32_t format = 1; format < stream::max_formats; ++format) {
    mux_gallium_format_info_t info;
    if (muxGalliumGetFormatInfo(format, &info) != mux_success) {
      continue;
    }
    constexpr auto texture = mux_gallium_target_texture_2d;
    const bool is_texture = std::has_single_bit(info.block_bytes);
    if ((is_texture && is_supported(screen, format, texture, mux_gallium_bind_sampler_view)) ||
        (is_for_buffers(format) &&
         is_supported(screen, format, mux_gallium_target_buffer, mux_gallium_bind_sampler_view))) {
      set_bit(caps.sampler, format);
    }
    if (info.has_depth || info.has_stencil) {
      if (is_supported(screen, format, texture, mux_gallium_bind_depth_stencil)) {
        set_bit(caps.depth_stencil, format);
      }
      continue;
    }
    if (is_texture && is_supported(screen, format, texture, mux_gallium_bind_render_target)) {
      set_bit(caps.render, format);
    }
  }
}

CapsV1 make_caps_v1(mux_gallium_screen_t screen, const mux_gallium_screen_info_t &info,
                    Level level) {
  const bool is_4_3 = level == Level::opengl_4_3;
  CapsV1 caps{};
  caps.max_version = 2;
  set_formats(screen, caps);
  caps.features = is_4_3 ? features_4_3 : features_3_3;
  caps.glsl_level = is_4_3 ? 430 : 330;
  caps.max_texture_array_layers = info.max_texture_array_layers;
  caps.max_streamout_buffers = 4;
  caps.max_dual_source_render_targets = 1;
  caps.max_render_targets = info.max_render_targets;
  // Of multisampling the client then pretends the least that OpenGL 3.0 demands.
  caps.max_samples = 1;
  caps.primitive_mask = primitives;
  caps.max_texel_buffer_elements = info.max_texel_buffer_elements;
  caps.max_uniform_blocks = std::min(info.max_constant_buffers, 15U);
  caps.max_viewports = is_4_3 ? 16 : 1;
  caps.max_texture_gather_components = 4;
  return caps;
}

void set_compute(const mux_gallium_screen_info_t &info, CapsV2 &caps) {
  const uint32_t buffers = std::min(info.max_shader_buffers, max_shader_buffers);
  const uint32_t images = std::min(info.max_shader_images, max_slots);
  caps.max_shader_buffers_fragment_compute = buffers;
  caps.max_shader_buffers_other_stages = buffers;
  caps.max_combined_shader_buffers = buffers * (stream::stages - 1);
  caps.max_shader_images_fragment_compute = images;
  caps.max_shader_images_other_stages = images;
  caps.max_compute_work_group_invocations = info.max_compute_work_group_invocations;
  caps.max_compute_shared_memory_size = info.max_compute_shared_memory_size;
  std::ranges::copy(info.max_compute_grid_size, caps.max_compute_grid_size.begin());
  std::ranges::copy(info.max_compute_block_size, caps.max_compute_block_size.begin());
  const uint32_t atomics = std::min(info.max_hw_atomic_buffers, max_slots);
  if (atomics > 0) {
    caps.max_atomic_counters.fill(atomic_counters);
    caps.max_atomic_counter_buffers.fill(atomics);
    caps.max_combined_atomic_counters = atomic_counters;
    caps.max_combined_atomic_counter_buffers = atomics;
  }
  if (info.compute_tgsi) {
    caps.capability_bits |= compute_shader;
  }
}

void set_rasterization_limits(CapsV2 &caps) {
  caps.max_aliased_point_size = max_point_and_line;
  caps.max_smooth_point_size = max_point_and_line;
  caps.max_aliased_line_width = max_point_and_line;
  caps.max_smooth_line_width = max_point_and_line;
  caps.max_texture_lod_bias = 16;
  caps.max_geometry_output_vertices = 256;
  caps.max_geometry_total_output_components = 1024;
  caps.max_vertex_outputs = 32;
  caps.max_vertex_attributes = 16;
  caps.max_shader_patch_varyings = 32;
  caps.max_vertex_attribute_stride = 2048;
}

}  // namespace

CapsV2 make_caps(mux_gallium_screen_t screen, const mux_gallium_screen_info_t &info, Level level) {
  CapsV2 caps{};
  caps.v1 = make_caps_v1(screen, info, level);
  set_rasterization_limits(caps);
  caps.min_texel_offset = -8;
  caps.max_texel_offset = 7;
  caps.min_texture_gather_offset = -8;
  caps.max_texture_gather_offset = 7;
  caps.texture_buffer_offset_alignment = info.texture_buffer_offset_alignment;
  caps.uniform_buffer_offset_alignment = info.constant_buffer_offset_alignment;
  caps.shader_buffer_offset_alignment = info.shader_buffer_offset_alignment;
  caps.capability_bits = level == Level::opengl_4_3 ? capabilities_4_3 : capabilities_3_3;
  caps.capability_bits |= info.query_buffer_object ? query_buffer_object : 0U;
  caps.capability_bits |= info.clear_texture ? clear_texture : 0U;
  set_compute(info, caps);
  caps.max_texture_2d_size = info.max_texture_2d_size;
  caps.max_texture_3d_size = info.max_texture_3d_size;
  caps.max_texture_cube_size = info.max_texture_cube_size;
  caps.host_feature_check_version = feature_check_version;
  caps.readback = caps.v1.sampler;
  caps.scanout = caps.v1.sampler;
  std::snprintf(caps.renderer.data(), caps.renderer.size(), "%s", info.device_name);
  caps.max_shader_sampler_views = std::min(info.max_sampler_views, max_slots);
  caps.max_const_buffer_size.fill(info.max_constant_buffer_size);
  caps.max_uniform_block_size = info.max_constant_buffer_size;
  return caps;
}

}  // namespace mux::vtest

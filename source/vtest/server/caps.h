/// @file
/// The capabilities that the server offers to clients: two structures that the protocol sends as
/// they are in memory.
#pragma once

#include <mux/gallium.h>

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace mux::vtest {

static_assert(std::endian::native == std::endian::little, "the protocol is little-endian");

/// What programs are offered.
enum class Level {
  /// What Mesa needs for compute shaders in OpenGL ES 3.1, which is OpenGL 3.3 besides.
  opengl_3_3,
  /// OpenGL 4.3: compute shaders of GLSL 4.30.
  opengl_4_3,
};

/// A set of formats: bit f of the array is format f.
using FormatMask = std::array<uint32_t, 16>;

/// Version 1, which begins version 2.
struct CapsV1 {
  uint32_t max_version;
  FormatMask sampler;
  FormatMask render;
  FormatMask depth_stencil;
  FormatMask vertex_buffer;
  uint32_t features;
  uint32_t glsl_level;
  uint32_t max_texture_array_layers;
  uint32_t max_streamout_buffers;
  uint32_t max_dual_source_render_targets;
  uint32_t max_render_targets;
  uint32_t max_samples;
  uint32_t primitive_mask;
  uint32_t max_texel_buffer_elements;
  uint32_t max_uniform_blocks;
  uint32_t max_viewports;
  uint32_t max_texture_gather_components;
};

struct CapsV2 {
  CapsV1 v1;
  float min_aliased_point_size;
  float max_aliased_point_size;
  float min_smooth_point_size;
  float max_smooth_point_size;
  float min_aliased_line_width;
  float max_aliased_line_width;
  float min_smooth_line_width;
  float max_smooth_line_width;
  float max_texture_lod_bias;
  uint32_t max_geometry_output_vertices;
  uint32_t max_geometry_total_output_components;
  uint32_t max_vertex_outputs;
  uint32_t max_vertex_attributes;
  uint32_t max_shader_patch_varyings;
  int32_t min_texel_offset;
  int32_t max_texel_offset;
  int32_t min_texture_gather_offset;
  int32_t max_texture_gather_offset;
  uint32_t texture_buffer_offset_alignment;
  uint32_t uniform_buffer_offset_alignment;
  uint32_t shader_buffer_offset_alignment;
  uint32_t capability_bits;
  std::array<uint32_t, 8> sample_locations;
  uint32_t max_vertex_attribute_stride;
  uint32_t max_shader_buffers_fragment_compute;
  uint32_t max_shader_buffers_other_stages;
  uint32_t max_shader_images_fragment_compute;
  uint32_t max_shader_images_other_stages;
  uint32_t max_image_samples;
  uint32_t max_compute_work_group_invocations;
  uint32_t max_compute_shared_memory_size;
  std::array<uint32_t, 3> max_compute_grid_size;
  std::array<uint32_t, 3> max_compute_block_size;
  uint32_t max_texture_2d_size;
  uint32_t max_texture_3d_size;
  uint32_t max_texture_cube_size;
  uint32_t max_combined_shader_buffers;
  std::array<uint32_t, 6> max_atomic_counters;
  std::array<uint32_t, 6> max_atomic_counter_buffers;
  uint32_t max_combined_atomic_counters;
  uint32_t max_combined_atomic_counter_buffers;
  uint32_t host_feature_check_version;
  FormatMask readback;
  FormatMask scanout;
  uint32_t capability_bits_v2;
  uint32_t max_video_memory;
  std::array<char, 64> renderer;
  float max_anisotropy;
  uint32_t max_shader_sampler_views;
  FormatMask multisample;
  std::array<uint32_t, 6> max_const_buffer_size;
  uint32_t video_caps_count;
  std::array<uint32_t, 128> video_caps;
  uint32_t max_uniform_block_size;
};

static_assert(sizeof(CapsV1) == 308);
static_assert(offsetof(CapsV1, features) == 260);
static_assert(sizeof(CapsV2) == 1376);
static_assert(offsetof(CapsV2, capability_bits) == 392);
static_assert(offsetof(CapsV2, max_shader_buffers_fragment_compute) == 432);
static_assert(offsetof(CapsV2, max_texture_2d_size) == 484);
static_assert(offsetof(CapsV2, host_feature_check_version) == 556);
static_assert(offsetof(CapsV2, renderer) == 696);
static_assert(offsetof(CapsV2, video_caps_count) == 856);
static_assert(offsetof(CapsV2, max_uniform_block_size) == 1372);

/// Returns what a screen can do. Draws, of which it may have none, are offered as the level demands
/// them: Mesa offers compute shaders only to OpenGL versions that draw.
CapsV2 make_caps(mux_gallium_screen_t screen, const mux_gallium_screen_info_t &info, Level level);

}  // namespace mux::vtest

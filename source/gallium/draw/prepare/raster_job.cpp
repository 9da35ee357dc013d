#include "gallium/draw/prepare/raster_job.h"

#include <algorithm>
#include <cmath>

#include "gallium/draw/stages/linkage.h"

namespace mux::gallium {
namespace {

/// Pixels of a point's side, or of a line's width. The kernel computes them in 1/256 pixels of 32
/// bits.
constexpr float max_size = 8192;

void set_flag(draw_job_s &job, uint32_t flag, bool is_set) {
  job.flags |= is_set ? flag : 0;
}

RenderArea size_of(const Surface &surface) {
  const LevelLayout &level = surface.resource().layout().level(surface.description().level);
  return {level.width, level.height,
          surface.description().last_layer - surface.description().first_layer + 1};
}

void reduce(RenderArea &area, const Ref<Surface> &surface) {
  if (surface) {
    const RenderArea other = size_of(*surface);
    area.width = std::min(area.width, other.width);
    area.height = std::min(area.height, other.height);
    area.layers = std::min(area.layers, other.layers);
  }
}

draw_target_s target_of(PreparedDraw &draw, const Ref<Surface> &surface) {
  if (!surface) {
    return {};
  }
  const LevelLayout &level = surface->resource().layout().level(surface->description().level);
  const Use &use =
      draw.target_uses.emplace_back(surface->resource(), Access{.reads = true, .writes = true});
  const uint64_t offset =
      level.offset + uint64_t{surface->description().first_layer} * level.layer_stride;
  return {reinterpret_cast<uint64_t>(use.storage->data() + offset), level.layer_stride,
          level.stride};
}

/// A coordinate as a pixel, from 0 to `limit`. Pixels before it have their centers before it.
int pixel_at(double coordinate, uint32_t limit) {
  const double pixel = std::ceil(coordinate - 0.5);
  return static_cast<int>(std::clamp(std::isnan(pixel) ? 0 : pixel, 0.0, double{1} * limit));
}

draw_viewport_s viewport_of(const DrawBindings &state, size_t index, const RenderArea &area) {
  const mux_gallium_viewport_t &from = state.viewports.at(index);
  draw_viewport_s made{};
  std::ranges::copy(from.scale, made.scale);
  std::ranges::copy(from.translate, made.translate);
  const mux_gallium_rasterizer_template_t &rasterizer = state.rasterizer();
  const float near_depth =
      rasterizer.clip_halfz ? from.translate[2] : from.translate[2] - from.scale[2];
  const float far_depth = from.translate[2] + from.scale[2];
  made.min_depth = std::min(near_depth, far_depth);
  made.max_depth = std::max(near_depth, far_depth);
  made.scissor[2] = static_cast<int>(area.width);
  made.scissor[3] = static_cast<int>(area.height);
  if (rasterizer.scissor) {
    const mux_gallium_rectangle_t &scissor = state.scissors.at(index);
    made.scissor[0] = static_cast<int>(std::min<uint32_t>(scissor.min_x, area.width));
    made.scissor[1] = static_cast<int>(std::min<uint32_t>(scissor.min_y, area.height));
    made.scissor[2] = static_cast<int>(std::min<uint32_t>(scissor.max_x, area.width));
    made.scissor[3] = static_cast<int>(std::min<uint32_t>(scissor.max_y, area.height));
  }
  const double reach_x = std::abs(double{from.scale[0]});
  const double reach_y = std::abs(double{from.scale[1]});
  made.clip[0] = std::max(made.scissor[0], pixel_at(from.translate[0] - reach_x, area.width));
  made.clip[1] = std::max(made.scissor[1], pixel_at(from.translate[1] - reach_y, area.height));
  made.clip[2] = std::min(made.scissor[2], pixel_at(from.translate[0] + reach_x, area.width));
  made.clip[3] = std::min(made.scissor[3], pixel_at(from.translate[1] + reach_y, area.height));
  return made;
}

/// The tiles of all scissors.
void set_tiles(PreparedDraw &draw, const RenderArea &area) {
  draw_job_s &job = draw.job;
  constexpr uint32_t tile = DRAW_TILE;
  job.tiles_x = (area.width + tile - 1) / tile;
  job.tiles_y = (area.height + tile - 1) / tile;
  int bounds[4] = {static_cast<int>(area.width), static_cast<int>(area.height), 0, 0};
  for (const draw_viewport_s &viewport : std::span(job.viewports).first(job.viewport_count)) {
    bounds[0] = std::min(bounds[0], viewport.scissor[0]);
    bounds[1] = std::min(bounds[1], viewport.scissor[1]);
    bounds[2] = std::max(bounds[2], viewport.scissor[2]);
    bounds[3] = std::max(bounds[3], viewport.scissor[3]);
  }
  if (bounds[0] >= bounds[2] || bounds[1] >= bounds[3]) {
    draw.range_tiles = 0;
    return;
  }
  job.first_tile_x = static_cast<uint32_t>(bounds[0]) / tile;
  job.first_tile_y = static_cast<uint32_t>(bounds[1]) / tile;
  job.range_tiles_x = (static_cast<uint32_t>(bounds[2]) + tile - 1) / tile - job.first_tile_x;
  draw.range_tiles =
      job.range_tiles_x * ((static_cast<uint32_t>(bounds[3]) + tile - 1) / tile - job.first_tile_y);
}

void set_clipping(const DrawBindings &state, const mux_shader_interface_t &last, draw_job_s &job) {
  const mux_gallium_rasterizer_template_t &rasterizer = state.rasterizer();
  job.clip_distance_outputs[0] = find_output(last, mux_shader_semantic_clip_distance, 0);
  job.clip_distance_outputs[1] = find_output(last, mux_shader_semantic_clip_distance, 1);
  job.clip_vertex_output = find_output(last, mux_shader_semantic_clip_vertex);
  const bool has_distances = job.clip_distance_outputs[0] != DRAW_NO_REGISTER ||
                             job.clip_distance_outputs[1] != DRAW_NO_REGISTER;
  job.clip_mask = rasterizer.clip_plane_enable;
  if (has_distances) {
    job.flags |= draw_job_clip_distances;
    const uint32_t clips = last.properties.clip_distances;
    const uint32_t culls = last.properties.cull_distances;
    const auto first_bits = [](uint32_t count) {
      return count >= DRAW_CLIP_PLANES ? 0xffU : (1U << count) - 1;
    };
    job.clip_mask &= first_bits(clips);
    job.cull_mask = first_bits(clips + culls) & ~first_bits(clips);
  }
  std::ranges::copy(&state.clip_planes[0][0], &state.clip_planes[0][0] + 32, &job.planes[0][0]);
}

/// The unit of depth offsets of formats of integers: two steps, since a depth that was interpolated
/// may be rounded to the next one.
float depth_unit(const Framebuffer &framebuffer) {
  if (!framebuffer.depth_stencil) {
    return 0;
  }
  const uint32_t bits = std::min<uint32_t>(framebuffer.depth_stencil->format().channel_bits[0], 24);
  return std::ldexp(2.0F, -static_cast<int>(bits));
}

void set_rasterizer(const DrawBindings &state, const Framebuffer &framebuffer, draw_job_s &job) {
  const mux_gallium_rasterizer_template_t &from = state.rasterizer();
  set_flag(job, draw_job_provoking_first, from.flatshade_first);
  set_flag(job, draw_job_depth_clip, from.depth_clip);
  set_flag(job, draw_job_half_z, from.clip_halfz);
  set_flag(job, draw_job_front_ccw, from.front_ccw);
  set_flag(job, draw_job_cull_front, (from.cull_face & mux_gallium_face_front) != 0);
  set_flag(job, draw_job_cull_back, (from.cull_face & mux_gallium_face_back) != 0);
  set_flag(job, draw_job_bottom_edge, from.bottom_edge_rule);
  const bool has_depth = framebuffer.depth_stencil && framebuffer.depth_stencil->format().has_depth;
  set_flag(job, draw_job_offset_point, from.offset_point && has_depth);
  set_flag(job, draw_job_offset_line, from.offset_line && has_depth);
  set_flag(job, draw_job_offset_fill, from.offset_tri && has_depth);
  set_flag(job, draw_job_float_depth,
           has_depth && framebuffer.depth_stencil->format().channel_types[0] ==
                            mux_gallium_channel_type_float);
  set_flag(job, draw_job_point_quad,
           from.point_quad_rasterization || from.sprite_coord_enable != 0 || from.multisample);
  set_flag(job, draw_job_line_quad, from.line_smooth || from.multisample);
  set_flag(job, draw_job_point_size_per_vertex, from.point_size_per_vertex);
  set_flag(job, draw_job_sprite_lower_left, from.sprite_coord_lower_left);
  set_flag(job, draw_job_line_last_pixel, from.line_last_pixel);
  job.fill[0] = from.fill_front;
  job.fill[1] = from.fill_back;
  job.point_size = from.point_size;
  job.max_point_size = max_size;
  job.line_width = std::clamp(from.line_width, 1.0F, max_size);
  job.offset_units = from.offset_units;
  job.offset_scale = from.offset_scale;
  job.offset_clamp = from.offset_clamp;
  job.depth_unit = depth_unit(framebuffer);
}

bool draws_as(const draw_job_s &job, uint32_t fill) {
  return job.fill[0] == fill || job.fill[1] == fill;
}

draw_setup_code_s setup_code_of(const draw_job_s &job) {
  constexpr uint32_t offsets = draw_job_offset_point | draw_job_offset_line | draw_job_offset_fill;
  draw_setup_code_s code{job.corners, 0};
  const auto set = [&](uint32_t flag, bool is_set) { code.flags |= is_set ? flag : 0; };
  if (job.corners == 3) {
    set(draw_setup_fills,
        draws_as(job, mux_gallium_fill_solid) || draws_as(job, mux_gallium_fill_rectangle));
    set(draw_setup_draws_lines, draws_as(job, mux_gallium_fill_line));
    set(draw_setup_draws_points, draws_as(job, mux_gallium_fill_point));
    set(draw_setup_has_offset, (job.flags & offsets) != 0);
  }
  set(draw_setup_has_planes, (job.clip_mask | job.cull_mask) != 0);
  return code;
}

}  // namespace

RenderArea render_area(const Framebuffer &framebuffer) {
  constexpr uint32_t no_limit = ~0U;
  RenderArea area{no_limit, no_limit, no_limit};
  for (const Ref<Surface> &surface : framebuffer.color) {
    reduce(area, surface);
  }
  reduce(area, framebuffer.depth_stencil);
  if (area.width == no_limit) {
    area = {framebuffer.width, framebuffer.height, std::max(framebuffer.layers, 1U)};
  }
  return area;
}

draw_setup_code_s set_raster_state(const DrawBindings &state, const Framebuffer &framebuffer,
                                   const mux_shader_interface_t &last, PreparedDraw &draw) {
  draw_job_s &job = draw.job;
  const RenderArea area = render_area(framebuffer);
  set_rasterizer(state, framebuffer, job);
  set_clipping(state, last, job);
  job.position_output = find_output(last, mux_shader_semantic_position);
  job.point_size_output = find_output(last, mux_shader_semantic_point_size);
  job.edge_flag_output = find_output(last, mux_shader_semantic_edge_flag);
  job.layer_output = find_output(last, mux_shader_semantic_layer);
  job.viewport_output = find_output(last, mux_shader_semantic_viewport_index);
  job.layer_count = area.layers;
  // Without VIEWPORT_INDEX there is one viewport.
  job.viewport_count = job.viewport_output != DRAW_NO_REGISTER ? DRAW_MAX_VIEWPORTS : 1;
  for (uint32_t index = 0; index < job.viewport_count; ++index) {
    job.viewports[index] = viewport_of(state, index, area);
  }
  set_tiles(draw, area);
  for (size_t index = 0; index < framebuffer.color.size(); ++index) {
    job.targets[index] = target_of(draw, framebuffer.color.at(index));
  }
  job.depth = target_of(draw, framebuffer.depth_stencil);
  job.alpha_reference = state.depth_stencil_alpha().alpha_ref;
  std::ranges::copy(state.blend_color, job.blend_color);
  // Back faces have the test of front faces, and its reference, unless theirs is on.
  const bool is_two_sided = state.depth_stencil_alpha().stencil[1].enabled;
  job.stencil_reference[0] = state.stencil_reference[0];
  job.stencil_reference[1] = state.stencil_reference[is_two_sided ? 1 : 0];
  std::ranges::copy(state.polygon_stipple, job.stipple);
  const draw_setup_code_s code = setup_code_of(job);
  constexpr uint32_t parts = draw_setup_draws_lines | draw_setup_draws_points;
  job.expansion = (code.flags & parts) != 0 ? 3 : 1;
  job.chunk_primitives = DRAW_CHUNK_RECORDS / job.expansion;
  return code;
}

}  // namespace mux::gallium

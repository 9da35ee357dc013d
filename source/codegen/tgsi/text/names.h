/// @file
/// Names of the language other than opcodes: stages, register files, texture targets, semantics,
/// properties, image formats.

#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace mux::compiler::tgsi {

enum class Stage : uint8_t { vertex, tess_control, tess_evaluation, geometry, fragment, compute };

/// A set of stages: bit `1 << stage`.
using StageSet = uint8_t;

constexpr StageSet stage_bit(Stage stage) {
  return static_cast<StageSet>(1U << static_cast<unsigned>(stage));
}

/// Whether shaders of the stage become functions (mux/gallium/stage_abi.h); those of COMP become
/// kernels.
constexpr bool is_function_stage(Stage stage) {
  return stage != Stage::compute;
}

namespace stage_sets {

inline constexpr StageSet compute = stage_bit(Stage::compute);
inline constexpr StageSet fragment = stage_bit(Stage::fragment);
inline constexpr StageSet geometry = stage_bit(Stage::geometry);
inline constexpr StageSet tess_control = stage_bit(Stage::tess_control);
inline constexpr StageSet tess_evaluation = stage_bit(Stage::tess_evaluation);
inline constexpr StageSet vertex = stage_bit(Stage::vertex);
inline constexpr StageSet before_fragment = vertex | tess_evaluation | geometry;
inline constexpr StageSet with_barriers = compute | tess_control;
inline constexpr StageSet every_stage = before_fragment | with_barriers | fragment;

}  // namespace stage_sets

enum class File : uint8_t {
  null,
  constant,
  input,
  output,
  temporary,
  sampler,
  address,
  immediate,
  system_value,
  image,
  sampler_view,
  buffer,
  memory,
  constant_buffer,
  hardware_atomic,
};

enum class Target : uint8_t {
  buffer,
  one_d,
  two_d,
  three_d,
  cube,
  rectangle,
  shadow_one_d,
  shadow_two_d,
  shadow_rectangle,
  one_d_array,
  two_d_array,
  shadow_one_d_array,
  shadow_two_d_array,
  shadow_cube,
  two_d_multisample,
  two_d_array_multisample,
  cube_array,
  shadow_cube_array,
  unknown,
};

enum class Semantic : uint8_t {
  position,
  color,
  back_color,
  fog,
  point_size,
  generic,
  face,
  edge_flag,
  primitive_id,
  instance_id,
  vertex_id,
  stencil,
  clip_distance,
  clip_vertex,
  texture_coordinate,
  point_coordinate,
  viewport_index,
  layer,
  sample_id,
  sample_position,
  sample_mask,
  invocation_id,
  vertex_id_without_base,
  base_vertex,
  patch,
  tess_coordinate,
  tess_outer,
  tess_inner,
  vertices_in,
  helper_invocation,
  base_instance,
  draw_id,
  thread_id,
  block_id,
  block_size,
  grid_size,
};

enum class Interpolation : uint8_t { constant, linear, perspective, color };
enum class Location : uint8_t { center, centroid, sample };
enum class ViewType : uint8_t { unorm, snorm, sint, uint, floating };

enum class Property : uint8_t {
  gs_input_primitive,
  gs_output_primitive,
  gs_max_output_vertices,
  gs_invocations,
  fs_coord_origin,
  fs_coord_pixel_center,
  fs_color0_writes_all_buffers,
  fs_depth_layout,
  fs_early_depth_stencil,
  fs_post_depth_coverage,
  fs_blend_equation_advanced,
  clip_distances_enabled,
  cull_distances_enabled,
  tcs_vertices_out,
  tes_primitive_mode,
  tes_spacing,
  tes_vertex_order_cw,
  tes_point_mode,
  block_width,
  block_height,
  block_depth,
  separable_program,
  vs_prohibit_ucps,
  vs_window_space_position,
  legacy_math_rules,
  layer_viewport_relative,
  next_shader,
};

struct PropertyInfo {
  std::string_view name;
  Property property;
  StageSet stages;
};

/// The results are nothing, or NULL, for an unknown name.
std::optional<Stage> find_stage(std::string_view name);
std::optional<File> find_file(std::string_view name);
std::optional<Target> find_target(std::string_view name);
std::optional<Semantic> find_semantic(std::string_view name);
std::optional<Interpolation> find_interpolation(std::string_view name);
std::optional<Location> find_location(std::string_view name);
std::optional<ViewType> find_view_type(std::string_view name);
const PropertyInfo *find_property(std::string_view name);
/// The number of a named value of a property: of a primitive, an origin, a pixel center or a stage.
std::optional<uint32_t> find_property_value(Property property, std::string_view name);
/// What names of formats begin with.
inline constexpr std::string_view format_prefix = "PIPE_FORMAT_";
/// Whether a name without its prefix PIPE_FORMAT_ is a format that images may have, or NONE.
bool is_image_format(std::string_view name);

std::string_view name_of(Stage stage);
std::string_view name_of(File file);

/// The number of registers that a file may have in each of its dimensions; indices are less.
uint32_t register_limit(File file);

}  // namespace mux::compiler::tgsi

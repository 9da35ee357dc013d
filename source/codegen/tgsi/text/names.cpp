#include "codegen/tgsi/text/names.h"

#include <algorithm>
#include <iterator>

namespace mux::compiler::tgsi {
namespace {

template <class Value>
struct Name {
  std::string_view name;
  Value value;
};

constexpr Name<Stage> stages[] = {
    {"VERT", Stage::vertex},
    {"TESS_CTRL", Stage::tess_control},
    {"TESS_EVAL", Stage::tess_evaluation},
    {"GEOM", Stage::geometry},
    {"FRAG", Stage::fragment},
    {"COMP", Stage::compute},
};

constexpr Name<File> files[] = {
    {"NULL", File::null},
    {"CONST", File::constant},
    {"IN", File::input},
    {"OUT", File::output},
    {"TEMP", File::temporary},
    {"SAMP", File::sampler},
    {"ADDR", File::address},
    {"IMM", File::immediate},
    {"SV", File::system_value},
    {"IMAGE", File::image},
    {"SVIEW", File::sampler_view},
    {"BUFFER", File::buffer},
    {"MEMORY", File::memory},
    {"CONSTBUF", File::constant_buffer},
    {"HWATOMIC", File::hardware_atomic},
};

constexpr Name<Target> targets[] = {
    {"BUFFER", Target::buffer},
    {"1D", Target::one_d},
    {"2D", Target::two_d},
    {"3D", Target::three_d},
    {"CUBE", Target::cube},
    {"RECT", Target::rectangle},
    {"SHADOW1D", Target::shadow_one_d},
    {"SHADOW2D", Target::shadow_two_d},
    {"SHADOWRECT", Target::shadow_rectangle},
    {"1D_ARRAY", Target::one_d_array},
    {"2D_ARRAY", Target::two_d_array},
    {"SHADOW1D_ARRAY", Target::shadow_one_d_array},
    {"SHADOW2D_ARRAY", Target::shadow_two_d_array},
    {"SHADOWCUBE", Target::shadow_cube},
    {"2D_MSAA", Target::two_d_multisample},
    {"2D_ARRAY_MSAA", Target::two_d_array_multisample},
    {"CUBEARRAY", Target::cube_array},
    {"SHADOWCUBEARRAY", Target::shadow_cube_array},
    {"UNKNOWN", Target::unknown},
};

constexpr Name<Semantic> semantics[] = {
    {"POSITION", Semantic::position},
    {"COLOR", Semantic::color},
    {"BCOLOR", Semantic::back_color},
    {"FOG", Semantic::fog},
    {"PSIZE", Semantic::point_size},
    {"GENERIC", Semantic::generic},
    {"FACE", Semantic::face},
    {"EDGEFLAG", Semantic::edge_flag},
    {"PRIM_ID", Semantic::primitive_id},
    {"INSTANCEID", Semantic::instance_id},
    {"VERTEXID", Semantic::vertex_id},
    {"STENCIL", Semantic::stencil},
    {"CLIPDIST", Semantic::clip_distance},
    {"CLIPVERTEX", Semantic::clip_vertex},
    {"TEXCOORD", Semantic::texture_coordinate},
    {"PCOORD", Semantic::point_coordinate},
    {"VIEWPORT_INDEX", Semantic::viewport_index},
    {"LAYER", Semantic::layer},
    {"SAMPLEID", Semantic::sample_id},
    {"SAMPLEPOS", Semantic::sample_position},
    {"SAMPLEMASK", Semantic::sample_mask},
    {"INVOCATIONID", Semantic::invocation_id},
    {"VERTEXID_NOBASE", Semantic::vertex_id_without_base},
    {"BASEVERTEX", Semantic::base_vertex},
    {"PATCH", Semantic::patch},
    {"TESSCOORD", Semantic::tess_coordinate},
    {"TESSOUTER", Semantic::tess_outer},
    {"TESSINNER", Semantic::tess_inner},
    {"VERTICESIN", Semantic::vertices_in},
    {"HELPER_INVOCATION", Semantic::helper_invocation},
    {"BASEINSTANCE", Semantic::base_instance},
    {"DRAWID", Semantic::draw_id},
    {"THREAD_ID", Semantic::thread_id},
    {"BLOCK_ID", Semantic::block_id},
    {"BLOCK_SIZE", Semantic::block_size},
    {"GRID_SIZE", Semantic::grid_size},
};

constexpr Name<Interpolation> interpolations[] = {
    {"CONSTANT", Interpolation::constant},
    {"LINEAR", Interpolation::linear},
    {"PERSPECTIVE", Interpolation::perspective},
    {"COLOR", Interpolation::color},
};

constexpr Name<Location> locations[] = {
    {"CENTER", Location::center}, {"CENTROID", Location::centroid}, {"SAMPLE", Location::sample}};

constexpr Name<ViewType> view_types[] = {{"UNORM", ViewType::unorm},
                                         {"SNORM", ViewType::snorm},
                                         {"SINT", ViewType::sint},
                                         {"UINT", ViewType::uint},
                                         {"FLOAT", ViewType::floating}};

constexpr PropertyInfo properties[] = {
    {"GS_INPUT_PRIMITIVE", Property::gs_input_primitive, stage_sets::geometry},
    {"GS_OUTPUT_PRIMITIVE", Property::gs_output_primitive, stage_sets::geometry},
    {"GS_MAX_OUTPUT_VERTICES", Property::gs_max_output_vertices, stage_sets::geometry},
    {"GS_INVOCATIONS", Property::gs_invocations, stage_sets::geometry},
    {"FS_COORD_ORIGIN", Property::fs_coord_origin, stage_sets::fragment},
    {"FS_COORD_PIXEL_CENTER", Property::fs_coord_pixel_center, stage_sets::fragment},
    {"FS_COLOR0_WRITES_ALL_CBUFS", Property::fs_color0_writes_all_buffers, stage_sets::fragment},
    {"FS_DEPTH_LAYOUT", Property::fs_depth_layout, stage_sets::fragment},
    {"FS_EARLY_DEPTH_STENCIL", Property::fs_early_depth_stencil, stage_sets::fragment},
    {"FS_POST_DEPTH_COVERAGE", Property::fs_post_depth_coverage, stage_sets::fragment},
    {"FS_BLEND_EQUATION_ADVANCED", Property::fs_blend_equation_advanced, stage_sets::fragment},
    {"NUM_CLIPDIST_ENABLED", Property::clip_distances_enabled, stage_sets::before_fragment},
    {"NUM_CULLDIST_ENABLED", Property::cull_distances_enabled, stage_sets::before_fragment},
    {"TCS_VERTICES_OUT", Property::tcs_vertices_out, stage_sets::tess_control},
    {"TES_PRIM_MODE", Property::tes_primitive_mode, stage_sets::tess_evaluation},
    {"TES_SPACING", Property::tes_spacing, stage_sets::tess_evaluation},
    {"TES_VERTEX_ORDER_CW", Property::tes_vertex_order_cw, stage_sets::tess_evaluation},
    {"TES_POINT_MODE", Property::tes_point_mode, stage_sets::tess_evaluation},
    {"CS_FIXED_BLOCK_WIDTH", Property::block_width, stage_sets::compute},
    {"CS_FIXED_BLOCK_HEIGHT", Property::block_height, stage_sets::compute},
    {"CS_FIXED_BLOCK_DEPTH", Property::block_depth, stage_sets::compute},
    {"SEPARABLE_PROGRAM", Property::separable_program, stage_sets::every_stage},
    {"VS_PROHIBIT_UCPS", Property::vs_prohibit_ucps, stage_sets::vertex},
    {"VS_WINDOW_SPACE_POSITION", Property::vs_window_space_position, stage_sets::vertex},
    {"LEGACY_MATH_RULES", Property::legacy_math_rules, stage_sets::every_stage},
    {"LAYER_VIEWPORT_RELATIVE", Property::layer_viewport_relative, stage_sets::before_fragment},
    {"NEXT_SHADER", Property::next_shader, stage_sets::every_stage},
};

/// The numbers that the protocol and the properties given as numbers use.
constexpr Name<uint32_t> primitives[] = {
    {"POINTS", 0},
    {"LINES", 1},
    {"LINE_LOOP", 2},
    {"LINE_STRIP", 3},
    {"TRIANGLES", 4},
    {"TRIANGLE_STRIP", 5},
    {"TRIANGLE_FAN", 6},
    {"QUADS", 7},
    {"QUAD_STRIP", 8},
    {"POLYGON", 9},
    {"LINES_ADJACENCY", 10},
    {"LINE_STRIP_ADJACENCY", 11},
    {"TRIANGLES_ADJACENCY", 12},
    {"TRIANGLE_STRIP_ADJACENCY", 13},
    {"PATCHES", 14},
};
constexpr Name<uint32_t> origins[] = {{"UPPER_LEFT", 0}, {"LOWER_LEFT", 1}};
constexpr Name<uint32_t> pixel_centers[] = {{"HALF_INTEGER", 0}, {"INTEGER", 1}};

/// The formats of OpenGL's images, and the format of an image that is written without one.
constexpr std::string_view image_formats[] = {
    "NONE",
    "R32G32B32A32_FLOAT",
    "R16G16B16A16_FLOAT",
    "R32G32_FLOAT",
    "R16G16_FLOAT",
    "R11G11B10_FLOAT",
    "R32_FLOAT",
    "R16_FLOAT",
    "R32G32B32A32_UINT",
    "R16G16B16A16_UINT",
    "R10G10B10A2_UINT",
    "R8G8B8A8_UINT",
    "R32G32_UINT",
    "R16G16_UINT",
    "R8G8_UINT",
    "R32_UINT",
    "R16_UINT",
    "R8_UINT",
    "R32G32B32A32_SINT",
    "R16G16B16A16_SINT",
    "R8G8B8A8_SINT",
    "R32G32_SINT",
    "R16G16_SINT",
    "R8G8_SINT",
    "R32_SINT",
    "R16_SINT",
    "R8_SINT",
    "R16G16B16A16_UNORM",
    "R10G10B10A2_UNORM",
    "R8G8B8A8_UNORM",
    "R16G16_UNORM",
    "R8G8_UNORM",
    "R16_UNORM",
    "R8_UNORM",
    "R16G16B16A16_SNORM",
    "R8G8B8A8_SNORM",
    "R16G16_SNORM",
    "R8G8_SNORM",
    "R16_SNORM",
    "R8_SNORM",
};

template <class Value, size_t Count>
std::optional<Value> find(const Name<Value> (&table)[Count], std::string_view name) {
  const auto *const found = std::find_if(std::begin(table), std::end(table),
                                         [&](const Name<Value> &row) { return row.name == name; });
  return found == std::end(table) ? std::nullopt : std::optional<Value>(found->value);
}

template <class Value, size_t Count>
std::string_view find_name(const Name<Value> (&table)[Count], Value value) {
  const auto *const found =
      std::find_if(std::begin(table), std::end(table),
                   [&](const Name<Value> &row) { return row.value == value; });
  return found == std::end(table) ? std::string_view() : found->name;
}

}  // namespace

std::optional<Stage> find_stage(std::string_view name) {
  return find(stages, name);
}

std::optional<File> find_file(std::string_view name) {
  return find(files, name);
}

std::optional<Target> find_target(std::string_view name) {
  return find(targets, name);
}

std::optional<Semantic> find_semantic(std::string_view name) {
  return find(semantics, name);
}

std::optional<Interpolation> find_interpolation(std::string_view name) {
  return find(interpolations, name);
}

std::optional<Location> find_location(std::string_view name) {
  return find(locations, name);
}

std::optional<ViewType> find_view_type(std::string_view name) {
  return find(view_types, name);
}

const PropertyInfo *find_property(std::string_view name) {
  const auto *const found = std::find_if(std::begin(properties), std::end(properties),
                                         [&](const PropertyInfo &row) { return row.name == name; });
  return found == std::end(properties) ? nullptr : found;
}

std::optional<uint32_t> find_property_value(Property property, std::string_view name) {
  switch (property) {
    case Property::gs_input_primitive:
    case Property::gs_output_primitive:
    case Property::tes_primitive_mode:
      return find(primitives, name);
    case Property::fs_coord_origin:
      return find(origins, name);
    case Property::fs_coord_pixel_center:
      return find(pixel_centers, name);
    case Property::next_shader: {
      const std::optional<Stage> stage = find(stages, name);
      return stage ? std::optional<uint32_t>(static_cast<uint32_t>(*stage)) : std::nullopt;
    }
    default:
      return std::nullopt;
  }
}

bool is_image_format(std::string_view name) {
  return std::find(std::begin(image_formats), std::end(image_formats), name) !=
         std::end(image_formats);
}

std::string_view name_of(Stage stage) {
  return find_name(stages, stage);
}

std::string_view name_of(File file) {
  return find_name(files, file);
}

uint32_t register_limit(File file) {
  switch (file) {
    case File::temporary:
    case File::immediate:
    case File::constant:
    case File::hardware_atomic:
      return 65536;
    case File::input:
    case File::output:
      return 128;
    case File::address:
      return 256;
    case File::null:
    case File::memory:
      return 2;
    default:
      return 64;
  }
}

}  // namespace mux::compiler::tgsi

// muxDescribeTgsi(): what a shader declares and does.

#include <catch2/catch.hpp>

#include <mux/extensions.h>
#include <mux/gallium/shader_interface.h>

#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include "compile.h"

namespace mux::test::interfaces {
namespace {

using Interface = std::unique_ptr<mux_shader_interface_t>;

std::string shader(const std::string &stage, const std::string &declarations,
                   const std::string &instructions = {}) {
  return stage + "\n" + declarations + instructions + "  9: END\n";
}

Interface describe(const std::string &text) {
  auto result = std::make_unique<mux_shader_interface_t>();
  const mux_result_t described = muxDescribeTgsi(text.data(), text.size(), result.get());
  INFO(text << muxGetLastErrorMessage());
  REQUIRE(described == mux_success);
  return result;
}

/// The message of a text that is refused.
std::string refusal(const std::string &text) {
  auto result = std::make_unique<mux_shader_interface_t>();
  result->input_count = 7;
  CHECK(muxDescribeTgsi(text.data(), text.size(), result.get()) == mux_error_failure);
  CHECK(result->input_count == 0);
  return muxGetLastErrorMessage();
}

struct Use {
  std::string instruction;
  uint32_t uses = 0;
};

const std::string fragment_declarations =
    "DCL IN[0], GENERIC[0], PERSPECTIVE\nDCL OUT[0], COLOR\nDCL SAMP[0..1]\n"
    "DCL SVIEW[0..1], 2D, FLOAT\nDCL BUFFER[0]\nDCL IMAGE[0], 2D, PIPE_FORMAT_R32_UINT, WR\n"
    "DCL TEMP[0]\nDCL ADDR[0]\nIMM[0] UINT32 {0, 1, 2, 3}\n";

}  // namespace

TEST_CASE("interface: every stage has its number", "[tgsi][interface][muxDescribeTgsi]") {
  const std::pair<const char *, uint32_t> stages[] = {
      {"VERT", mux_gallium_stage_vertex},         {"FRAG", mux_gallium_stage_fragment},
      {"GEOM", mux_gallium_stage_geometry},       {"TESS_CTRL", mux_gallium_stage_tess_ctrl},
      {"TESS_EVAL", mux_gallium_stage_tess_eval}, {"COMP", mux_gallium_stage_compute}};
  for (const auto &[name, number] : stages) {
    INFO(name);
    CHECK(describe(shader(name, ""))->stage == number);
  }
}

TEST_CASE("interface: inputs have semantic, mask, interpolation and location, in order",
          "[tgsi][interface][muxDescribeTgsi]") {
  const Interface found = describe(shader("FRAG",
                                          "DCL IN[4], COLOR[1], COLOR\n"
                                          "DCL IN[0], POSITION, LINEAR\n"
                                          "DCL IN[1].xz, GENERIC[9], PERSPECTIVE, CENTROID\n"
                                          "DCL IN[2..3], TEXCOORD[3], LINEAR, SAMPLE\n"
                                          "DCL IN[7], PRIM_ID, CONSTANT\n"));
  struct Expected {
    uint32_t number, semantic, index, mask, interpolation, location;
  };
  const Expected all[] = {
      {0, mux_shader_semantic_position, 0, 0xf, mux_shader_interpolation_linear,
       mux_shader_location_center},
      {1, mux_shader_semantic_generic, 9, 0x5, mux_shader_interpolation_perspective,
       mux_shader_location_centroid},
      {2, mux_shader_semantic_texture_coordinate, 3, 0xf, mux_shader_interpolation_linear,
       mux_shader_location_sample},
      {3, mux_shader_semantic_texture_coordinate, 4, 0xf, mux_shader_interpolation_linear,
       mux_shader_location_sample},
      {4, mux_shader_semantic_color, 1, 0xf, mux_shader_interpolation_color,
       mux_shader_location_center},
      {7, mux_shader_semantic_primitive_id, 0, 0xf, mux_shader_interpolation_constant,
       mux_shader_location_center},
  };
  REQUIRE(found->input_count == std::size(all));
  CHECK(found->output_count == 0);
  for (uint32_t i = 0; i < found->input_count; ++i) {
    const mux_shader_register_t &input = found->inputs[i];
    INFO("input " << i);
    CHECK(input.number == all[i].number);
    CHECK(input.semantic == all[i].semantic);
    CHECK(input.semantic_index == all[i].index);
    CHECK(input.mask == all[i].mask);
    CHECK(input.interpolation == all[i].interpolation);
    CHECK(input.location == all[i].location);
    CHECK(input.is_per_vertex == 0);
    CHECK(input.is_interpolated == 0);
  }
  CHECK(found->uses == mux_shader_use_samples);
}

TEST_CASE("interface: inputs of vertex shaders have no semantic",
          "[tgsi][interface][muxDescribeTgsi]") {
  const Interface found = describe(shader("VERT", "DCL IN[0..2]\nDCL OUT[0], POSITION\n"));
  REQUIRE(found->input_count == 3);
  CHECK(found->inputs[2].number == 2);
  CHECK(found->inputs[2].semantic == mux_shader_semantic_none);
  REQUIRE(found->output_count == 1);
  CHECK(found->outputs[0].semantic == mux_shader_semantic_position);
  CHECK(found->outputs[0].mask == 0xf);
  // Only outputs of fragments named POSITION are depths.
  CHECK(found->uses == 0);
}

TEST_CASE("interface: registers of each vertex, and streams of components",
          "[tgsi][interface][muxDescribeTgsi]") {
  const Interface found =
      describe(shader("GEOM",
                      "DCL IN[][0], POSITION\nDCL IN[1], PRIM_ID\nDCL OUT[0], POSITION\n"
                      "DCL OUT[1].xyz, GENERIC[2], STREAM(0, 3, 1, 2), INVARIANT\n"));
  REQUIRE(found->input_count == 2);
  CHECK(found->inputs[0].is_per_vertex == 1);
  CHECK(found->inputs[1].is_per_vertex == 0);
  REQUIRE(found->output_count == 2);
  const auto &streams = found->outputs[1].streams;
  CHECK(std::vector<uint8_t>(std::begin(streams), std::end(streams)) ==
        std::vector<uint8_t>{0, 3, 1, 2});
  CHECK(found->outputs[1].mask == 0x7);
}

TEST_CASE("interface: every semantic has its enumerator", "[tgsi][interface][muxDescribeTgsi]") {
  const std::pair<const char *, uint32_t> semantics[] = {
      {"POSITION", mux_shader_semantic_position},
      {"COLOR", mux_shader_semantic_color},
      {"BCOLOR", mux_shader_semantic_back_color},
      {"FOG", mux_shader_semantic_fog},
      {"PSIZE", mux_shader_semantic_point_size},
      {"GENERIC[0]", mux_shader_semantic_generic},
      {"FACE", mux_shader_semantic_face},
      {"EDGEFLAG", mux_shader_semantic_edge_flag},
      {"PRIM_ID", mux_shader_semantic_primitive_id},
      {"INSTANCEID", mux_shader_semantic_instance_id},
      {"VERTEXID", mux_shader_semantic_vertex_id},
      {"STENCIL", mux_shader_semantic_stencil},
      {"CLIPDIST", mux_shader_semantic_clip_distance},
      {"CLIPVERTEX", mux_shader_semantic_clip_vertex},
      {"TEXCOORD[0]", mux_shader_semantic_texture_coordinate},
      {"PCOORD", mux_shader_semantic_point_coordinate},
      {"VIEWPORT_INDEX", mux_shader_semantic_viewport_index},
      {"LAYER", mux_shader_semantic_layer},
      {"SAMPLEID", mux_shader_semantic_sample_id},
      {"SAMPLEPOS", mux_shader_semantic_sample_position},
      {"SAMPLEMASK", mux_shader_semantic_sample_mask},
      {"INVOCATIONID", mux_shader_semantic_invocation_id},
      {"VERTEXID_NOBASE", mux_shader_semantic_vertex_id_without_base},
      {"BASEVERTEX", mux_shader_semantic_base_vertex},
      {"PATCH[0]", mux_shader_semantic_patch},
      {"TESSCOORD", mux_shader_semantic_tess_coordinate},
      {"TESSOUTER", mux_shader_semantic_tess_outer},
      {"TESSINNER", mux_shader_semantic_tess_inner},
      {"VERTICESIN", mux_shader_semantic_vertices_in},
      {"HELPER_INVOCATION", mux_shader_semantic_helper_invocation},
      {"BASEINSTANCE", mux_shader_semantic_base_instance},
      {"DRAWID", mux_shader_semantic_draw_id},
      {"THREAD_ID", mux_shader_semantic_thread_id},
      {"BLOCK_ID", mux_shader_semantic_block_id},
      {"BLOCK_SIZE", mux_shader_semantic_block_size},
      {"GRID_SIZE", mux_shader_semantic_grid_size},
  };
  CHECK(std::size(semantics) == mux_shader_semantic_count - 1);
  for (const auto &[name, number] : semantics) {
    INFO(name);
    const std::string varying = std::string("[0], ") + name + "\n";
    const Interface found = describe(shader("GEOM", "DCL OUT" + varying + "DCL SV" + varying));
    CHECK(found->outputs[0].semantic == number);
    CHECK(found->system_values == uint64_t{1} << number);
  }
}

TEST_CASE("interface: every target and type of a view", "[tgsi][interface][muxDescribeTgsi]") {
  const std::pair<const char *, uint32_t> targets[] = {
      {"BUFFER", mux_shader_target_buffer},
      {"1D", mux_shader_target_1d},
      {"2D", mux_shader_target_2d},
      {"3D", mux_shader_target_3d},
      {"CUBE", mux_shader_target_cube},
      {"RECT", mux_shader_target_rect},
      {"SHADOW1D", mux_shader_target_shadow_1d},
      {"SHADOW2D", mux_shader_target_shadow_2d},
      {"SHADOWRECT", mux_shader_target_shadow_rect},
      {"1D_ARRAY", mux_shader_target_1d_array},
      {"2D_ARRAY", mux_shader_target_2d_array},
      {"SHADOW1D_ARRAY", mux_shader_target_shadow_1d_array},
      {"SHADOW2D_ARRAY", mux_shader_target_shadow_2d_array},
      {"SHADOWCUBE", mux_shader_target_shadow_cube},
      {"2D_MSAA", mux_shader_target_2d_multisample},
      {"2D_ARRAY_MSAA", mux_shader_target_2d_array_multisample},
      {"CUBEARRAY", mux_shader_target_cube_array},
      {"SHADOWCUBEARRAY", mux_shader_target_shadow_cube_array},
      {"UNKNOWN", mux_shader_target_unknown},
  };
  const std::pair<const char *, uint32_t> types[] = {{"UNORM", mux_shader_view_type_unorm},
                                                     {"SNORM", mux_shader_view_type_snorm},
                                                     {"SINT", mux_shader_view_type_sint},
                                                     {"UINT", mux_shader_view_type_uint},
                                                     {"FLOAT", mux_shader_view_type_float}};
  size_t count = 0;
  for (const auto &[target, number] : targets) {
    const auto &[type, type_number] = types[count++ % std::size(types)];
    INFO(target << " " << type);
    const std::string name = target;
    const Interface found =
        describe(shader("COMP", "DCL SVIEW[3], " + name + ", " + type + "\nDCL IMAGE[5], " + name +
                                    ", PIPE_FORMAT_R32_FLOAT\n"));
    CHECK(found->view_targets[3] == number);
    CHECK(found->view_types[3] == type_number);
    CHECK(found->image_targets[5] == number);
  }
}

TEST_CASE("interface: resources are bits of their numbers", "[tgsi][interface][muxDescribeTgsi]") {
  const Interface found = describe(shader(
      "FRAG",
      "DCL CONST[0..3]\nDCL CONST[0][7..11]\nDCL CONST[31][0..200]\nDCL SAMP[0..2]\nDCL SAMP[31]\n"
      "DCL SVIEW[4..5], CUBE, UINT\nDCL IMAGE[1], 2D, PIPE_FORMAT_R32_UINT, WR\n"
      "DCL IMAGE[3], 3D, PIPE_FORMAT_R32_UINT\nDCL BUFFER[2..3], ATOMIC\n"
      "DCL HWATOMIC[6][0..1]\n"));
  CHECK(found->constant_buffers == 0x80000001);
  CHECK(found->constant_count == 12);
  CHECK(found->samplers == 0x80000007);
  CHECK(found->views == 0x30);
  CHECK(found->view_targets[4] == mux_shader_target_cube);
  CHECK(found->view_targets[5] == mux_shader_target_cube);
  CHECK(found->images == 0xa);
  CHECK(found->writable_images == 0x2);
  CHECK(found->image_targets[3] == mux_shader_target_3d);
  CHECK(found->buffers == 0xc);
  CHECK(found->atomic_buffers == 0x40);
  CHECK(describe(shader("FRAG", "DCL CONST[2][0..3]\n"))->constant_count == 0);
}

TEST_CASE("interface: properties, and their defaults", "[tgsi][interface][muxDescribeTgsi]") {
  const mux_shader_properties_t none = describe(shader("FRAG", ""))->properties;
  mux_shader_properties_t defaults = {};
  defaults.gs_invocations = 1;
  CHECK(std::memcmp(&none, &defaults, sizeof none) == 0);

  const mux_shader_properties_t geometry =
      describe(shader("GEOM",
                      "PROPERTY GS_INPUT_PRIMITIVE TRIANGLES_ADJACENCY\n"
                      "PROPERTY GS_OUTPUT_PRIMITIVE TRIANGLE_STRIP\n"
                      "PROPERTY GS_MAX_OUTPUT_VERTICES 9\nPROPERTY GS_INVOCATIONS 4\n"
                      "PROPERTY NUM_CLIPDIST_ENABLED 3\nPROPERTY NUM_CULLDIST_ENABLED 2\n"
                      "PROPERTY LAYER_VIEWPORT_RELATIVE 1\nDCL OUT[0], CLIPDIST\n"))
          ->properties;
  CHECK(geometry.gs_input_primitive == 12);
  CHECK(geometry.gs_output_primitive == 5);
  CHECK(geometry.gs_max_output_vertices == 9);
  CHECK(geometry.gs_invocations == 4);
  CHECK(geometry.clip_distances == 3);
  CHECK(geometry.cull_distances == 2);
  CHECK(geometry.layer_viewport_relative == 1);

  const mux_shader_properties_t fragment =
      describe(shader("FRAG",
                      "PROPERTY FS_COORD_ORIGIN LOWER_LEFT\n"
                      "PROPERTY FS_COORD_PIXEL_CENTER INTEGER\n"
                      "PROPERTY FS_COLOR0_WRITES_ALL_CBUFS 1\nPROPERTY FS_DEPTH_LAYOUT 3\n"
                      "PROPERTY FS_EARLY_DEPTH_STENCIL 1\nPROPERTY FS_POST_DEPTH_COVERAGE 1\n"
                      "PROPERTY FS_BLEND_EQUATION_ADVANCED 48\nPROPERTY SEPARABLE_PROGRAM 1\n"
                      "PROPERTY LEGACY_MATH_RULES 1\n"))
          ->properties;
  CHECK(fragment.fs_coord_is_lower_left == 1);
  CHECK(fragment.fs_coord_is_integer == 1);
  CHECK(fragment.fs_color0_writes_all_buffers == 1);
  CHECK(fragment.fs_depth_layout == 3);
  CHECK(fragment.fs_early_depth_stencil == 1);
  CHECK(fragment.fs_post_depth_coverage == 1);
  CHECK(fragment.fs_blend_equation_advanced == 48);
  CHECK(fragment.separable_program == 1);
  CHECK(fragment.legacy_math_rules == 1);

  CHECK(
      describe(shader("TESS_CTRL", "PROPERTY TCS_VERTICES_OUT 5\n"))->properties.tcs_vertices_out ==
      5);
  const mux_shader_properties_t evaluation =
      describe(shader("TESS_EVAL",
                      "PROPERTY TES_PRIM_MODE 7\nPROPERTY TES_SPACING 2\n"
                      "PROPERTY TES_VERTEX_ORDER_CW 1\nPROPERTY TES_POINT_MODE 1\n"))
          ->properties;
  CHECK(evaluation.tes_primitive_mode == 7);
  CHECK(evaluation.tes_spacing == 2);
  CHECK(evaluation.tes_vertex_order_cw == 1);
  CHECK(evaluation.tes_point_mode == 1);
  const mux_shader_properties_t compute =
      describe(shader("COMP",
                      "PROPERTY CS_FIXED_BLOCK_WIDTH 8\nPROPERTY CS_FIXED_BLOCK_HEIGHT 4\n"
                      "PROPERTY CS_FIXED_BLOCK_DEPTH 2\n"))
          ->properties;
  CHECK(compute.block_size[0] == 8);
  CHECK(compute.block_size[1] == 4);
  CHECK(compute.block_size[2] == 2);
  const mux_shader_properties_t vertex = describe(shader("VERT",
                                                         "PROPERTY VS_PROHIBIT_UCPS 1\n"
                                                         "PROPERTY VS_WINDOW_SPACE_POSITION 1\n"))
                                             ->properties;
  CHECK(vertex.vs_prohibit_ucps == 1);
  CHECK(vertex.vs_window_space_position == 1);
}

TEST_CASE("interface: without properties all distances that are declared clip",
          "[tgsi][interface][muxDescribeTgsi]") {
  const std::string outputs = "DCL OUT[0], CLIPDIST\nDCL OUT[1].xy, CLIPDIST[1]\n";
  CHECK(describe(shader("VERT", outputs))->properties.clip_distances == 6);
  const mux_shader_properties_t only_cull =
      describe(shader("VERT", "PROPERTY NUM_CULLDIST_ENABLED 6\n" + outputs))->properties;
  CHECK(only_cull.clip_distances == 0);
  CHECK(only_cull.cull_distances == 6);
}

TEST_CASE("interface: what instructions of a fragment shader use",
          "[tgsi][interface][muxDescribeTgsi]") {
  const uint32_t implicit = mux_shader_use_derivatives | mux_shader_use_implicit_levels;
  const Use all[] = {
      {"MOV OUT[0], IN[0]", 0},
      {"KILL", mux_shader_use_discard},
      {"KILL_IF IN[0]", mux_shader_use_discard},
      {"DDX OUT[0], IN[0]", mux_shader_use_derivatives},
      {"DDY_FINE OUT[0], IN[0]", mux_shader_use_derivatives},
      {"TEX OUT[0], IN[0], SAMP[0], 2D", implicit},
      {"TXP OUT[0], IN[0], SAMP[0], 2D", implicit},
      {"TXB2 OUT[0], IN[0], IN[0], SAMP[0], CUBEARRAY", implicit},
      {"LODQ OUT[0], IN[0], SAMP[0], 2D", implicit},
      {"TXL OUT[0], IN[0], SAMP[0], 2D", 0},
      {"TXD OUT[0], IN[0], IN[0], IN[0], SAMP[0], 2D", 0},
      {"TXF OUT[0], IN[0], SAMP[0], 2D", 0},
      {"TEX OUT[0], IN[0], SAMP[ADDR[0].x], 2D", implicit | mux_shader_use_indirect_samplers},
      {"LOAD TEMP[0], BUFFER[0], IMM[0].xxxx", 0},
      {"STORE BUFFER[0].x, IMM[0].xxxx, IN[0]", mux_shader_use_memory_writes},
      {"STORE IMAGE[0], IMM[0].xxxx, IN[0], 2D, PIPE_FORMAT_R32_UINT",
       mux_shader_use_memory_writes},
      {"ATOMUADD TEMP[0].x, BUFFER[0], IMM[0].xxxx, IMM[0].yyyy", mux_shader_use_memory_writes},
      {"ATOMCAS TEMP[0].x, BUFFER[0], IMM[0].xxxx, IMM[0].yyyy, IMM[0].xxxx",
       mux_shader_use_memory_writes},
      {"INTERP_CENTROID OUT[0], IN[0]", mux_shader_use_interpolation},
      {"INTERP_SAMPLE OUT[0], IN[0], IMM[0].xxxx", mux_shader_use_interpolation},
      {"INTERP_OFFSET OUT[0], IN[0], IN[0]", mux_shader_use_interpolation},
  };
  for (const Use &row : all) {
    INFO(row.instruction);
    const Interface found =
        describe(shader("FRAG", fragment_declarations, "  0: " + row.instruction + "\n"));
    CHECK(found->uses == row.uses);
    CHECK(found->inputs[0].is_interpolated ==
          ((row.uses & mux_shader_use_interpolation) != 0 ? 1 : 0));
  }
}

TEST_CASE("interface: TEX in other stages needs no derivatives",
          "[tgsi][interface][muxDescribeTgsi]") {
  const Interface found = describe(shader("VERT", "DCL IN[0]\nDCL OUT[0], POSITION\nDCL SAMP[0]\n",
                                          "  0: TEX OUT[0], IN[0], SAMP[0], 2D\n"));
  CHECK(found->uses == 0);
}

TEST_CASE("interface: what the registers of a fragment shader say",
          "[tgsi][interface][muxDescribeTgsi]") {
  const Use all[] = {{"DCL OUT[0], POSITION\n", mux_shader_use_depth_output},
                     {"DCL OUT[0], STENCIL\n", mux_shader_use_stencil_output},
                     {"DCL OUT[0], SAMPLEMASK\n", mux_shader_use_sample_mask_output},
                     {"DCL SV[0], SAMPLEID\n", mux_shader_use_samples},
                     {"DCL SV[0], SAMPLEPOS\n", mux_shader_use_samples},
                     {"DCL SV[0], SAMPLEMASK\n", 0},
                     {"DCL IN[0], GENERIC[0], LINEAR, CENTROID\n", 0}};
  for (const Use &row : all) {
    INFO(row.instruction);
    CHECK(describe(shader("FRAG", row.instruction))->uses == row.uses);
  }
}

TEST_CASE("interface: a computed index interpolates any input",
          "[tgsi][interface][muxDescribeTgsi]") {
  const std::string inputs =
      "DCL IN[0], GENERIC[0], LINEAR\nDCL IN[1], GENERIC[1], LINEAR\n"
      "DCL OUT[0], COLOR\nDCL ADDR[0]\n";
  const Interface one = describe(shader("FRAG", inputs, "  0: INTERP_CENTROID OUT[0], IN[1]\n"));
  CHECK(one->inputs[0].is_interpolated == 0);
  CHECK(one->inputs[1].is_interpolated == 1);
  const Interface any =
      describe(shader("FRAG", inputs, "  0: INTERP_CENTROID OUT[0], IN[ADDR[0].x]\n"));
  CHECK(any->inputs[0].is_interpolated == 1);
  CHECK(any->inputs[1].is_interpolated == 1);
}

TEST_CASE("interface: streams that a geometry shader emits to, and barriers",
          "[tgsi][interface][muxDescribeTgsi]") {
  const std::string declarations = "DCL TEMP[0]\nIMM[0] UINT32 {0, 2, 3, 9}\n";
  CHECK(describe(shader("GEOM", declarations))->emitted_streams == 0);
  CHECK(describe(shader("GEOM", declarations, "  0: EMIT IMM[0].xxxx\n  1: EMIT IMM[0].zzzz\n"))
            ->emitted_streams == 0x9);
  CHECK(describe(shader("GEOM", declarations, "  0: EMIT TEMP[0].xxxx\n"))->emitted_streams == 0xf);
  CHECK(describe(shader("GEOM", declarations, "  0: EMIT IMM[0].wwww\n"))->emitted_streams == 0);
  CHECK(describe(shader("TESS_CTRL", "", "  0: BARRIER\n"))->uses == mux_shader_use_barrier);
}

TEST_CASE("interface: limits of registers and resources", "[tgsi][interface][muxDescribeTgsi]") {
  const Interface full = describe(shader("VERT", "DCL IN[0..79]\nDCL OUT[20..99], GENERIC[0]\n"));
  CHECK(full->input_count == 80);
  CHECK(full->output_count == 80);
  CHECK(full->outputs[79].number == 99);
  CHECK(full->outputs[79].semantic_index == 79);
  CHECK(contains(refusal(shader("VERT", "DCL IN[0..80]\n")),
                 "line 2: 'IN': more than 80 registers are declared"));
  CHECK(contains(refusal(shader("VERT", "DCL IN[0]\nDCL BUFFER[32]\n")),
                 "line 3: 'BUFFER': the number is larger than 31"));
}

TEST_CASE("interface: invalid texts and parameters", "[tgsi][interface][muxDescribeTgsi]") {
  CHECK(refusal("VERT\nDCL IN[0], NOTHING\n  0: END\n") ==
        "muxDescribeTgsi: line 2: 'NOTHING': is no semantic");
  CHECK(contains(refusal("kernel void f() {}"), "the name of a stage was expected"));
  CHECK(contains(refusal("VERT\nDCL IN[0]\n"), "END is missing"));
  const std::string text = shader("VERT", "");
  auto result = std::make_unique<mux_shader_interface_t>();
  CHECK(muxDescribeTgsi(nullptr, text.size(), result.get()) == mux_error_invalid_value);
  CHECK(muxDescribeTgsi(text.data(), 0, result.get()) == mux_error_invalid_value);
  CHECK(muxDescribeTgsi(text.data(), text.size(), nullptr) == mux_error_null_out_parameter);
  const std::string ended = text + std::string(2, '\0');
  CHECK(muxDescribeTgsi(ended.data(), ended.size(), result.get()) == mux_success);
}

}  // namespace mux::test::interfaces

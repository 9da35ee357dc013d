#include "gallium/draw/stages/linkage.h"

#include <algorithm>
#include <span>

namespace mux::gallium {
namespace {

struct InputSource {
  uint32_t kind;
  uint32_t front;
  uint32_t back;
};

/// Whether sprites replace an input.
bool is_sprite(const mux_shader_register_t &input, const LinkRules &rules) {
  constexpr uint32_t point_coordinate_bit = 8;
  switch (input.semantic) {
    case mux_shader_semantic_point_coordinate:
      return true;
    case mux_shader_semantic_texture_coordinate:
    case mux_shader_semantic_generic:
      return rules.draws_points && input.semantic_index < point_coordinate_bit &&
             (rules.sprite_coordinates >> input.semantic_index & 1U) != 0;
    default:
      return false;
  }
}

uint32_t interpolation_of(const mux_shader_register_t &input, const LinkRules &rules) {
  switch (input.interpolation) {
    case mux_shader_interpolation_linear:
      return draw_input_linear;
    case mux_shader_interpolation_perspective:
      return draw_input_perspective;
    case mux_shader_interpolation_color:
      return rules.has_flat_colors ? draw_input_constant : draw_input_perspective;
    default:
      return draw_input_constant;
  }
}

/// What the pipeline itself computes; draw_input_missing for what comes from vertices.
uint32_t system_kind(const mux_shader_register_t &input) {
  switch (input.semantic) {
    case mux_shader_semantic_position:
      return draw_input_position;
    case mux_shader_semantic_face:
      return draw_input_face;
    case mux_shader_semantic_primitive_id:
      return draw_input_primitive_id;
    case mux_shader_semantic_layer:
      return draw_input_layer;
    case mux_shader_semantic_viewport_index:
      return draw_input_viewport;
    default:
      return draw_input_missing;
  }
}

InputSource source_of(const mux_shader_interface_t &vertex, const mux_shader_register_t &input,
                      const LinkRules &rules) {
  const auto semantic = static_cast<mux_shader_semantic_e>(input.semantic);
  const uint32_t kind = system_kind(input);
  const bool is_own = kind == draw_input_position || kind == draw_input_face;
  const uint32_t from =
      is_own ? DRAW_NO_REGISTER : find_output(vertex, semantic, input.semantic_index);
  if (is_sprite(input, rules)) {
    return {draw_input_sprite, from, from};
  }
  if (kind != draw_input_missing && from == DRAW_NO_REGISTER) {
    return {kind, 0, 0};
  }
  const uint32_t other =
      semantic == mux_shader_semantic_color && rules.is_two_sided
          ? find_output(vertex, mux_shader_semantic_back_color, input.semantic_index)
          : from;
  // A shader may write the colors of one side alone.
  const uint32_t front = from != DRAW_NO_REGISTER ? from : other;
  const uint32_t back = other != DRAW_NO_REGISTER ? other : from;
  if (front == DRAW_NO_REGISTER) {
    return {draw_input_missing, 0, 0};
  }
  return {
      kind != draw_input_missing ? uint32_t{draw_input_constant} : interpolation_of(input, rules),
      front, back};
}

}  // namespace

uint32_t find_output(const mux_shader_interface_t &shader, mux_shader_semantic_e semantic,
                     uint32_t index) {
  for (const mux_shader_register_t &output : std::span(shader.outputs).first(shader.output_count)) {
    if (output.semantic == semantic && output.semantic_index == index) {
      return output.number;
    }
  }
  return DRAW_NO_REGISTER;
}

uint32_t output_registers(const mux_shader_interface_t &shader) {
  uint32_t count = 0;
  for (const mux_shader_register_t &output : std::span(shader.outputs).first(shader.output_count)) {
    count = std::max(count, output.number + 1);
  }
  return count;
}

FragmentInputs link(const mux_shader_interface_t &vertex, const mux_shader_interface_t &fragment,
                    const LinkRules &rules) {
  FragmentInputs made;
  for (const mux_shader_register_t &input :
       std::span(fragment.inputs).first(fragment.input_count)) {
    const InputSource source = source_of(vertex, input, rules);
    made.kinds.at(input.number) = source.kind;
    made.front.at(input.number) = source.front;
    made.back.at(input.number) = source.back;
    made.count = std::max(made.count, input.number + 1);
  }
  return made;
}

}  // namespace mux::gallium

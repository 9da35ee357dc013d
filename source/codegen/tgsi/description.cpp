#include "codegen/tgsi/description.h"

#include <algorithm>
#include <bit>

#include "codegen/tgsi/text/parser.h"
#include "codegen/tgsi/text/text_error.h"

namespace mux::compiler::tgsi {
namespace {

// The public enumerators are in the order of the parser's.
static_assert(mux_shader_semantic_position == static_cast<int>(Semantic::position) + 1);
static_assert(mux_shader_semantic_count == static_cast<int>(Semantic::grid_size) + 2);
static_assert(mux_shader_target_unknown == static_cast<int>(Target::unknown));
static_assert(mux_shader_view_type_float == static_cast<int>(ViewType::floating));
static_assert(mux_shader_interpolation_color == static_cast<int>(Interpolation::color));
static_assert(mux_shader_location_sample == static_cast<int>(Location::sample));

uint32_t number_of(Stage stage) {
  switch (stage) {
    case Stage::vertex:
      return mux_gallium_stage_vertex;
    case Stage::tess_control:
      return mux_gallium_stage_tess_ctrl;
    case Stage::tess_evaluation:
      return mux_gallium_stage_tess_eval;
    case Stage::geometry:
      return mux_gallium_stage_geometry;
    case Stage::fragment:
      return mux_gallium_stage_fragment;
    case Stage::compute:
      break;
  }
  return mux_gallium_stage_compute;
}

uint32_t number_of(const std::optional<Semantic> &semantic) {
  constexpr uint32_t none = mux_shader_semantic_none;
  return semantic ? static_cast<uint32_t>(*semantic) + 1 : none;
}

mux_shader_register_t describe_register(const Declaration &declaration, uint32_t number) {
  mux_shader_register_t result = {};
  result.number = number;
  result.semantic = number_of(declaration.semantic);
  result.semantic_index = declaration.semantic_index + (number - declaration.first);
  result.mask = declaration.mask;
  result.interpolation =
      static_cast<uint8_t>(declaration.interpolation.value_or(Interpolation::constant));
  result.location = static_cast<uint8_t>(declaration.location);
  result.is_per_vertex = declaration.per_vertex ? 1 : 0;
  std::copy(declaration.streams.begin(), declaration.streams.end(), result.streams);
  return result;
}

/// The registers of a file in order; their number is returned.
uint32_t describe_registers(const Program &program, File file,
                            mux_shader_register_t (&registers)[MUX_SHADER_MAX_REGISTERS]) {
  uint32_t count = 0;
  for (const Declaration *declaration : program.of_file(file)) {
    for (uint32_t number = declaration->first; number <= declaration->last; ++number) {
      if (count == MUX_SHADER_MAX_REGISTERS) {
        throw TextError(
            declaration->line, name_of(file),
            "more than " + std::to_string(MUX_SHADER_MAX_REGISTERS) + " registers are declared");
      }
      registers[count++] = describe_register(*declaration, number);
    }
  }
  return count;
}

/// The distances that are declared, up to the last component.
uint32_t clip_distances_of(const mux_shader_interface_t &shader) {
  uint32_t count = 0;
  for (uint32_t i = 0; i < shader.output_count; ++i) {
    const mux_shader_register_t &output = shader.outputs[i];
    if (output.semantic == mux_shader_semantic_clip_distance) {
      const auto components = static_cast<uint32_t>(std::bit_width(output.mask));
      count = std::max(count, output.semantic_index * component_count + components);
    }
  }
  return count;
}

void describe_properties(const Program &program, mux_shader_interface_t &shader) {
  mux_shader_properties_t &result = shader.properties;
  const auto get = [&](Property property, uint32_t absent = 0) {
    const auto found = program.properties.find(property);
    return found == program.properties.end() ? absent : found->second;
  };
  result.gs_input_primitive = get(Property::gs_input_primitive);
  result.gs_output_primitive = get(Property::gs_output_primitive);
  result.gs_max_output_vertices = get(Property::gs_max_output_vertices);
  result.gs_invocations = get(Property::gs_invocations, 1);
  result.fs_coord_is_lower_left = get(Property::fs_coord_origin);
  result.fs_coord_is_integer = get(Property::fs_coord_pixel_center);
  result.fs_color0_writes_all_buffers = get(Property::fs_color0_writes_all_buffers);
  result.fs_depth_layout = get(Property::fs_depth_layout);
  result.fs_early_depth_stencil = get(Property::fs_early_depth_stencil);
  result.fs_post_depth_coverage = get(Property::fs_post_depth_coverage);
  result.fs_blend_equation_advanced = get(Property::fs_blend_equation_advanced);
  const bool counts_distances = program.properties.contains(Property::clip_distances_enabled) ||
                                program.properties.contains(Property::cull_distances_enabled);
  result.clip_distances =
      counts_distances ? get(Property::clip_distances_enabled) : clip_distances_of(shader);
  result.cull_distances = get(Property::cull_distances_enabled);
  result.tcs_vertices_out = get(Property::tcs_vertices_out);
  result.tes_primitive_mode = get(Property::tes_primitive_mode);
  result.tes_spacing = get(Property::tes_spacing);
  result.tes_vertex_order_cw = get(Property::tes_vertex_order_cw);
  result.tes_point_mode = get(Property::tes_point_mode);
  result.block_size[0] = get(Property::block_width);
  result.block_size[1] = get(Property::block_height);
  result.block_size[2] = get(Property::block_depth);
  result.separable_program = get(Property::separable_program);
  result.vs_prohibit_ucps = get(Property::vs_prohibit_ucps);
  result.vs_window_space_position = get(Property::vs_window_space_position);
  result.legacy_math_rules = get(Property::legacy_math_rules);
  result.layer_viewport_relative = get(Property::layer_viewport_relative);
}

/// Calls `describe` with each declaration and number of a file's resources.
/// @return the numbers as bits.
template <class Describe>
uint32_t describe_resources(const Program &program, File file, Describe &&describe) {
  const bool has_dimension = file == File::constant || file == File::hardware_atomic;
  uint32_t numbers = 0;
  for (const Declaration *declaration : program.of_file(file)) {
    const uint32_t first = has_dimension ? declaration->dimension : declaration->first;
    const uint32_t last = has_dimension ? declaration->dimension : declaration->last;
    if (last >= MUX_SHADER_MAX_RESOURCES) {
      throw TextError(declaration->line, name_of(file),
                      "the number is larger than " + std::to_string(MUX_SHADER_MAX_RESOURCES - 1));
    }
    for (uint32_t number = first; number <= last; ++number) {
      numbers |= uint32_t{1} << number;
      describe(*declaration, number);
    }
  }
  return numbers;
}

void describe_all_resources(const Program &program, mux_shader_interface_t &shader) {
  const auto ignore = [](const Declaration &, uint32_t) {};
  shader.constant_buffers = describe_resources(
      program, File::constant, [&](const Declaration &declaration, uint32_t number) {
        if (number == 0) {
          shader.constant_count = std::max(shader.constant_count, declaration.last + 1);
        }
      });
  shader.samplers = describe_resources(program, File::sampler, ignore);
  shader.views = describe_resources(
      program, File::sampler_view, [&](const Declaration &declaration, uint32_t number) {
        shader.view_targets[number] = static_cast<uint8_t>(declaration.target);
        shader.view_types[number] = static_cast<uint8_t>(declaration.view_types[0]);
      });
  shader.images = describe_resources(
      program, File::image, [&](const Declaration &declaration, uint32_t number) {
        shader.image_targets[number] = static_cast<uint8_t>(declaration.target);
        shader.writable_images |= declaration.is_writable ? uint32_t{1} << number : 0;
      });
  shader.buffers = describe_resources(program, File::buffer, ignore);
  shader.atomic_buffers = describe_resources(program, File::hardware_atomic, ignore);
}

/// The bits of mux_shader_use_e that the opcode alone decides.
uint32_t uses_of(Opcode opcode, Stage stage) {
  switch (opcode) {
    case Opcode::KILL:
    case Opcode::KILL_IF:
    case Opcode::DEMOTE:
      return mux_shader_use_discard;
    case Opcode::DDX:
    case Opcode::DDX_FINE:
    case Opcode::DDY:
    case Opcode::DDY_FINE:
      return mux_shader_use_derivatives;
    case Opcode::TEX:
    case Opcode::TEX2:
    case Opcode::TXP:
    case Opcode::TXB:
    case Opcode::TXB2:
    case Opcode::LODQ:
      return stage == Stage::fragment ? mux_shader_use_derivatives | mux_shader_use_implicit_levels
                                      : 0;
    case Opcode::INTERP_CENTROID:
    case Opcode::INTERP_SAMPLE:
    case Opcode::INTERP_OFFSET:
      return mux_shader_use_interpolation;
    case Opcode::BARRIER:
      return mux_shader_use_barrier;
    default:
      return writes_memory(opcode) ? mux_shader_use_memory_writes : 0;
  }
}

bool has_indirect_sampler(const Instruction &instruction) {
  return std::any_of(instruction.sources.begin(), instruction.sources.end(),
                     [](const Source &source) {
                       return source.place.file == File::sampler && source.place.index.is_indirect;
                     });
}

/// A computed index may be that of any input.
void mark_interpolated(const Register &place, mux_shader_interface_t &shader) {
  for (uint32_t i = 0; i < shader.input_count; ++i) {
    mux_shader_register_t &input = shader.inputs[i];
    if (place.index.is_indirect || input.number == static_cast<uint32_t>(place.index.offset)) {
      input.is_interpolated = 1;
    }
  }
}

/// The streams that an EMIT may have, as bits.
uint32_t emitted_streams(const Program &program, const Source &stream) {
  constexpr uint32_t all_streams = 0xf;
  constexpr uint32_t last_stream = 3;
  if (stream.place.file != File::immediate || stream.place.index.is_indirect) {
    return all_streams;
  }
  const auto index = static_cast<size_t>(stream.place.index.offset);
  const uint32_t number = program.immediates[index][stream.swizzle[0]];
  return number > last_stream ? 0 : uint32_t{1} << number;
}

void describe_instructions(const Program &program, mux_shader_interface_t &shader) {
  for (const Instruction &instruction : program.instructions) {
    shader.uses |= uses_of(instruction.opcode, program.stage);
    if (has_indirect_sampler(instruction)) {
      shader.uses |= mux_shader_use_indirect_samplers;
    }
    if (instruction.info().form == Form::interpolation) {
      mark_interpolated(instruction.sources[0].place, shader);
    }
    if (instruction.opcode == Opcode::EMIT) {
      shader.emitted_streams |= emitted_streams(program, instruction.sources[0]);
    }
  }
}

uint32_t use_of_output(uint32_t semantic) {
  switch (semantic) {
    case mux_shader_semantic_position:
      return mux_shader_use_depth_output;
    case mux_shader_semantic_stencil:
      return mux_shader_use_stencil_output;
    case mux_shader_semantic_sample_mask:
      return mux_shader_use_sample_mask_output;
    default:
      return 0;
  }
}

void describe_fragment(mux_shader_interface_t &shader) {
  for (uint32_t i = 0; i < shader.output_count; ++i) {
    shader.uses |= use_of_output(shader.outputs[i].semantic);
  }
  constexpr uint64_t sample_values = uint64_t{1} << mux_shader_semantic_sample_id |
                                     uint64_t{1} << mux_shader_semantic_sample_position;
  const bool has_sample_input = std::any_of(shader.inputs, shader.inputs + shader.input_count,
                                            [](const mux_shader_register_t &input) {
                                              return input.location == mux_shader_location_sample;
                                            });
  if (has_sample_input || (shader.system_values & sample_values) != 0) {
    shader.uses |= mux_shader_use_samples;
  }
}

mux_shader_interface_t describe(const Program &program) {
  mux_shader_interface_t shader = {};
  shader.stage = number_of(program.stage);
  shader.input_count = describe_registers(program, File::input, shader.inputs);
  shader.output_count = describe_registers(program, File::output, shader.outputs);
  for (const Declaration *declaration : program.of_file(File::system_value)) {
    shader.system_values |= uint64_t{1} << number_of(declaration->semantic);
  }
  describe_properties(program, shader);
  describe_all_resources(program, shader);
  describe_instructions(program, shader);
  if (program.stage == Stage::fragment) {
    describe_fragment(shader);
  }
  return shader;
}

}  // namespace

bool describe_shader(std::string_view text, mux_shader_interface_t &description,
                     std::string &error) try {
  description = describe(parse_program(text));
  return true;
} catch (const TextError &refusal) {
  error = refusal.what();
  return false;
}

}  // namespace mux::compiler::tgsi

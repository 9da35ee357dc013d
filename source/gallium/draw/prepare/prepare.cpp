#include "gallium/draw/prepare/prepare.h"

#include <algorithm>

#include "gallium/bindings/bound_numbers.h"
#include "gallium/draw/prepare/fragment_code.h"
#include "gallium/draw/prepare/primitives.h"
#include "gallium/draw/prepare/raster_job.h"
#include "gallium/draw/prepare/stream_output.h"
#include "gallium/draw/prepare/vertex_input.h"
#include "gallium/kernels/library.h"

namespace mux::gallium {
namespace {

template <typename T>
std::span<const std::byte> bytes_of(const T &value) {
  return std::as_bytes(std::span(&value, 1));
}

StageMasks masks_of(const mux_shader_interface_t &shader) {
  // A computed number may name any sampler that is declared.
  return {.constants = shader.constant_buffers,
          .buffers = shader.buffers,
          .atomics = shader.atomic_buffers,
          .views = shader.views | shader.samplers,
          .images = shader.images};
}

void set_range(const DrawRange &range, PreparedDraw &draw) {
  draw_job_s &job = draw.job;
  job.mode = range.mode;
  job.vertex_count = range.count;
  job.corners = corners_of(range.mode);
  job.primitives = primitives_of(range.mode, range.count);
  job.start = range.start;
  job.index_bias = range.index_bias;
  job.start_instance = range.start_instance;
  job.draw_id = range.draw_id;
  draw.primitives = uint64_t{job.primitives} * range.instance_count;
  require_valid(draw.primitives <= UINT32_MAX, "the draw has too many primitives");
  job.index_size = range.index_size;
  if (range.index_size == 0) {
    return;
  }
  draw.indices = range.index_storage;
  if (range.index_resource != nullptr) {
    const Use &use = draw.vertex_uses.emplace_back(*range.index_resource,
                                                   Access{.reads = true, .writes = false});
    draw.indices = use.storage;
  }
  draw.index_offset = range.index_offset;
  const uint64_t size = draw.indices->size();
  const uint64_t available =
      range.index_offset < size ? (size - range.index_offset) / range.index_size : 0;
  job.index_count = static_cast<uint32_t>(std::min<uint64_t>(available, UINT32_MAX));
  draw.index_offset = available != 0 ? range.index_offset : 0;
}

/// Kernels and resources of the vertex stage.
void prepare_vertices(Context &context, const DrawBindings &state, PreparedDraw &draw) {
  ShaderState &shader = *state.vertex_shader;
  draw_vertex_code_s code = set_vertex_input(state, draw);
  code.output_count = output_registers(shader.interface());
  if (state.rasterizer().clamp_vertex_color) {
    for (const mux_shader_semantic_e semantic :
         {mux_shader_semantic_color, mux_shader_semantic_back_color}) {
      for (uint32_t index = 0; index < 2; ++index) {
        const uint32_t output = find_output(shader.interface(), semantic, index);
        code.clamped |= output < 32 ? 1U << output : 0;
      }
    }
  }
  draw.job.output_count = code.output_count;
  DrawProgram &program = shader.program();
  const StageBindings &stage = context.bindings().stages[mux_gallium_stage_vertex];
  draw.vertices =
      program.kernel_for(bytes_of(code), bound_numbers(program.bound_constants(), stage));
  collect_resources(context, mux_gallium_stage_vertex, masks_of(shader.interface()),
                    draw.vertex_resources);
}

/// The same of rasterization.
void prepare_fragments(Context &context, const DrawBindings &state, PreparedDraw &draw) {
  const Framebuffer &framebuffer = context.bindings().framebuffer;
  const mux_shader_interface_t &last = state.vertex_shader->interface();
  const draw_setup_code_s setup = set_raster_state(state, framebuffer, last, draw);
  if (draw.range_tiles == 0) {
    return;
  }
  DrawLibrary &library = KernelLibrary::draws(context.screen());
  draw.setup = library.setup_kernel(bytes_of(setup));
  ShaderState *shader = state.fragment_shader.get();
  FragmentInputs inputs;
  const mux_gallium_rasterizer_template_t &rasterizer = state.rasterizer();
  if (shader != nullptr) {
    inputs =
        link(last, shader->interface(),
             {.has_flat_colors = rasterizer.flatshade,
              .is_two_sided = rasterizer.light_twoside,
              .draws_points = draw.job.corners == 1 || (setup.flags & draw_setup_draws_points) != 0,
              .sprite_coordinates = rasterizer.sprite_coord_enable});
    std::ranges::copy(inputs.front, draw.job.front_inputs);
    std::ranges::copy(inputs.back, draw.job.back_inputs);
    collect_resources(context, mux_gallium_stage_fragment, masks_of(shader->interface()),
                      draw.fragment_resources);
  }
  const draw_fragment_code_s code =
      fragment_code(state, framebuffer, shader != nullptr ? &shader->interface() : nullptr, inputs,
                    draw.job.counter != 0);
  if (shader == nullptr) {
    draw.tiles = library.shaderless_kernel(bytes_of(code));
    return;
  }
  DrawProgram &program = shader->program();
  const StageBindings &stage = context.bindings().stages[mux_gallium_stage_fragment];
  draw.tiles = program.kernel_for(bytes_of(code), bound_numbers(program.bound_constants(), stage));
}

/// Whether no sample of any fragment is written. Surfaces have one.
bool masks_all(const DrawBindings &state) {
  return state.rasterizer().multisample && (state.sample_mask & 1) == 0;
}

}  // namespace

std::optional<PreparedDraw> prepare(Context &context, const DrawRange &range) {
  const DrawBindings &state = context.bindings().draw;
  PreparedDraw draw{};
  set_range(range, draw);
  if (draw.primitives == 0) {
    return std::nullopt;
  }
  draw.job.counter = context.draw_counts().counter_address();
  draw.job.chunk_primitives = DRAW_CHUNK_RECORDS;
  draw.job.expansion = 1;
  prepare_vertices(context, state, draw);
  if (!state.rasterizer().rasterizer_discard && !masks_all(state) &&
      find_output(state.vertex_shader->interface(), mux_shader_semantic_position) !=
          DRAW_NO_REGISTER) {
    prepare_fragments(context, state, draw);
  }
  prepare_stream_output(context, draw);
  const bool writes = draw.stream_output ||
                      (state.vertex_shader->interface().uses & mux_shader_use_memory_writes) != 0;
  if (!draw.tiles && !writes) {
    return std::nullopt;
  }
  draw.sizes = chunk_sizes(draw.job.output_count, draw.job.tiles_x * draw.job.tiles_y);
  return draw;
}

}  // namespace mux::gallium

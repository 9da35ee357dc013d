#include "gallium/draw/prepare/stream_output.h"

#include <algorithm>

#include "gallium/kernels/library.h"

namespace mux::gallium {
namespace {

uint32_t vertex_bytes(const StreamOutputLayout &layout, size_t buffer) {
  return layout.strides.at(buffer) * static_cast<uint32_t>(sizeof(uint32_t));
}

/// Whether the shader writes vertices to a target.
bool is_written(const DrawBindings &state, size_t buffer) {
  return static_cast<bool>(state.stream_targets.at(buffer)) &&
         state.vertex_shader->stream_output().strides.at(buffer) != 0;
}

/// Primitives that fit in all targets.
uint64_t fitting_primitives(const DrawBindings &state, const PreparedDraw &draw) {
  uint64_t count = draw.primitives;
  for (size_t buffer = 0; buffer < state.stream_targets.size(); ++buffer) {
    if (is_written(state, buffer)) {
      const uint64_t bytes =
          uint64_t{vertex_bytes(state.vertex_shader->stream_output(), buffer)} * draw.job.corners;
      count = std::min(count, state.stream_targets.at(buffer)->free_bytes() / bytes);
    }
  }
  return count;
}

void add_output(const mux_gallium_stream_output_t &output, draw_stream_output_s &job) {
  job.outputs[job.output_count++] = {output.register_index, output.start_component,
                                     output.num_components, output.output_buffer,
                                     output.dst_offset};
}

}  // namespace

void prepare_stream_output(Context &context, PreparedDraw &draw) {
  const DrawBindings &state = context.bindings().draw;
  const StreamOutputLayout &layout = state.vertex_shader->stream_output();
  bool is_any = false;
  for (size_t buffer = 0; buffer < state.stream_targets.size(); ++buffer) {
    if (is_written(state, buffer)) {
      is_any = true;
      const StreamOutputTarget &target = *state.stream_targets.at(buffer);
      const Use &use =
          draw.stream_uses.emplace_back(target.resource(), Access{.reads = false, .writes = true});
      draw.stream_job.addresses[buffer] =
          reinterpret_cast<uint64_t>(use.storage->data() + target.next_byte());
      draw.stream_job.strides[buffer] = layout.strides.at(buffer);
    }
  }
  if (!is_any) {
    return;
  }
  draw.stream_job.primitive_count = static_cast<uint32_t>(fitting_primitives(state, draw));
  for (const mux_gallium_stream_output_t &output : layout.outputs) {
    // Vertex shaders have the stream 0 alone.
    if (output.stream == 0 && output.register_index < draw.job.output_count &&
        is_written(state, output.output_buffer)) {
      add_output(output, draw.stream_job);
    }
  }
  const draw_stream_output_code_s code{draw.job.corners};
  draw.stream_output = KernelLibrary::draws(context.screen())
                           .stream_output_kernel(std::as_bytes(std::span(&code, 1)));
}

void advance_targets(Context &context, const PreparedDraw &draw) {
  if (!draw.stream_output) {
    return;
  }
  const DrawBindings &state = context.bindings().draw;
  const uint64_t written = draw.stream_job.primitive_count;
  for (size_t buffer = 0; buffer < state.stream_targets.size(); ++buffer) {
    if (is_written(state, buffer)) {
      state.stream_targets.at(buffer)->advance(
          written * draw.job.corners, vertex_bytes(state.vertex_shader->stream_output(), buffer));
    }
  }
  DrawCounts &counts = context.draw_counts();
  if (counts.is_enabled) {
    counts.written_primitives += written;
    counts.primitives_to_write += draw.primitives;
  }
}

}  // namespace mux::gallium

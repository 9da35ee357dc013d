#include "gallium/draw/record/draw_commands.h"

#include <algorithm>

#include "gallium/blit/descriptors.h"

namespace mux::gallium {
namespace {

constexpr size_t group_size = 16;

mux_descriptor_info_t index_argument(const PreparedDraw &draw) {
  if (draw.indices) {
    mux_descriptor_info_t made = buffer_argument(draw.indices->buffer());
    made.buffer_descriptor.offset = draw.index_offset;
    return made;
  }
  mux_descriptor_info_t made{};
  made.type = mux_descriptor_info_type_null_buffer;
  return made;
}

/// Records a kernel with groups in one dimension.
void record_kernel(Context &context, DrawKernel &kernel, std::span<mux_descriptor_info_t> arguments,
                   size_t groups, std::span<const Use> uses,
                   std::span<const Ref<RefCounted>> kept) {
  context.record(uses, [&](Recording &recording) {
    recording.kept.insert(recording.kept.end(), kept.begin(), kept.end());
    recording.keep(kernel);
    const size_t no_offset = 0;
    const size_t size = groups * group_size;
    mux_ndrange_options_t options{};
    options.descriptors = arguments.data();
    options.descriptors_length = arguments.size();
    options.local_size[0] = group_size;
    options.local_size[1] = 1;
    options.local_size[2] = 1;
    options.global_offset = &no_offset;
    options.global_size = &size;
    options.dimensions = 1;
    recording.cost = &kernel.cost();
    recording.work_items = size;
    recording.expected = kernel.cost().expected(size);
    return muxCommandNDRange(recording.commands, kernel.kernel(), options, recording.wait_count,
                             recording.waits, recording.sync_point);
  });
}

std::vector<Ref<RefCounted>> joined(const std::vector<Ref<RefCounted>> &kept,
                                    std::initializer_list<Ref<RefCounted>> more) {
  std::vector<Ref<RefCounted>> all = kept;
  all.insert(all.end(), more.begin(), more.end());
  return all;
}

std::vector<Use> joined(const std::vector<Use> &one, const std::vector<Use> &other) {
  std::vector<Use> all = one;
  for (const Use &use : other) {
    all.push_back(use);
  }
  return all;
}

void record_batch(Context &context, const DrawMemory &memory, PreparedDraw &draw) {
  const Ref<Blob> job = make_ref<Blob>(&draw.job, sizeof draw.job);
  const Ref<Blob> vertex_resources =
      make_ref<Blob>(&draw.vertex_resources.addresses, sizeof draw.vertex_resources.addresses);
  const Ref<RefCounted> outputs(memory.outputs);
  const Ref<RefCounted> chunks(memory.chunks);
  const Ref<RefCounted> records(memory.records);
  const Ref<RefCounted> sets(memory.sets);
  // Those of a restart are of this draw alone.
  const Ref<RefCounted> indices(draw.indices);
  const uint32_t groups = draw.job.chunk_count;
  mux_descriptor_info_t vertex_arguments[] = {
      memory_argument(*job), memory_argument(*vertex_resources), index_argument(draw),
      buffer_argument(memory.outputs->buffer()), buffer_argument(memory.chunks->buffer())};
  record_kernel(
      context, *draw.vertices, vertex_arguments, groups,
      joined(draw.vertex_resources.uses, draw.vertex_uses),
      joined(draw.vertex_resources.kept,
             {Ref<RefCounted>(job), Ref<RefCounted>(vertex_resources), indices, outputs, chunks}));
  if (draw.stream_output) {
    const Ref<Blob> stream_job = make_ref<Blob>(&draw.stream_job, sizeof draw.stream_job);
    mux_descriptor_info_t arguments[] = {
        memory_argument(*job), memory_argument(*stream_job), index_argument(draw),
        buffer_argument(memory.outputs->buffer()), buffer_argument(memory.chunks->buffer())};
    record_kernel(
        context, *draw.stream_output, arguments, groups, joined(draw.vertex_uses, draw.stream_uses),
        joined({}, {Ref<RefCounted>(job), Ref<RefCounted>(stream_job), indices, outputs, chunks}));
  }
  if (!draw.tiles) {
    return;
  }
  mux_descriptor_info_t setup_arguments[] = {memory_argument(*job),
                                             index_argument(draw),
                                             buffer_argument(memory.outputs->buffer()),
                                             buffer_argument(memory.chunks->buffer()),
                                             buffer_argument(memory.records->buffer()),
                                             buffer_argument(memory.sets->buffer())};
  record_kernel(context, *draw.setup, setup_arguments, groups, draw.vertex_uses,
                joined({}, {Ref<RefCounted>(job), indices, outputs, chunks, records, sets}));
  const Ref<Blob> fragment_resources =
      make_ref<Blob>(&draw.fragment_resources.addresses, sizeof draw.fragment_resources.addresses);
  mux_descriptor_info_t tile_arguments[] = {memory_argument(*job),
                                            memory_argument(*fragment_resources),
                                            buffer_argument(memory.outputs->buffer()),
                                            buffer_argument(memory.chunks->buffer()),
                                            buffer_argument(memory.records->buffer()),
                                            buffer_argument(memory.sets->buffer())};
  record_kernel(context, *draw.tiles, tile_arguments, draw.range_tiles,
                joined(draw.fragment_resources.uses, draw.target_uses),
                joined(draw.fragment_resources.kept,
                       {Ref<RefCounted>(job), Ref<RefCounted>(fragment_resources), outputs, chunks,
                        records, sets}));
}

}  // namespace

void record_draw(Context &context, DrawMemory &memory, PreparedDraw &draw) {
  const uint64_t batch = uint64_t{max_chunks(draw.sizes)} * draw.job.chunk_primitives;
  // Addresses hide from the device which bytes the kernels access.
  context.record_barrier();
  for (uint64_t first = 0; first < draw.primitives; first += batch) {
    const uint64_t count = std::min(batch, draw.primitives - first);
    draw.job.first_primitive = static_cast<uint32_t>(first);
    draw.job.primitive_count = static_cast<uint32_t>(count);
    draw.job.chunk_count =
        static_cast<uint32_t>((count + draw.job.chunk_primitives - 1) / draw.job.chunk_primitives);
    memory.reserve(context.screen(), draw.sizes, draw.job.chunk_count);
    record_batch(context, memory, draw);
    context.record_barrier();
  }
}

}  // namespace mux::gallium

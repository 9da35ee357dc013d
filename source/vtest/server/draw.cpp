// DRAW_VBO.

#include "vtest/server/renderer.h"

namespace mux::vtest {

namespace {

mux_gallium_draw_info_t to_info(const stream::Draw &command) {
  mux_gallium_draw_info_t info{};
  info.mode = static_cast<uint32_t>(command.mode);
  // The offset of the index buffer has the first index.
  info.start = command.indexed ? 0 : command.start;
  info.count = command.count;
  info.start_instance = command.start_instance;
  info.instance_count = command.instances;
  info.index_bias = command.index_bias;
  info.min_index = command.min_index;
  info.max_index = command.max_index;
  info.primitive_restart = command.primitive_restart;
  info.restart_index = command.restart_index;
  info.draw_id = command.draw_id;
  return info;
}

}  // namespace

bool Renderer::add_indices(mux_gallium_draw_info_t &info) {
  const IndexBuffer &indices = current().index_buffer;
  if (indices.buffer == nullptr || !indices.buffer->resource || indices.index_size == 0) {
    log_.warn_once("DRAW_VBO: there is no index buffer");
    return false;
  }
  info.index_resource = indices.buffer->resource.get();
  info.index_size = indices.index_size;
  info.index_offset = indices.offset;
  return true;
}

bool Renderer::add_indirect(const stream::Draw &command, mux_gallium_draw_info_t &info) {
  info.indirect = find_resource(command.indirect_buffer, "DRAW_VBO");
  info.indirect_offset = command.indirect_offset;
  info.indirect_stride = command.indirect_stride;
  info.indirect_draw_count = command.indirect_draw_count;
  if (command.count_buffer.handle != 0) {
    info.indirect_count = find_resource(command.count_buffer, "DRAW_VBO");
    info.indirect_count_offset = command.count_buffer_offset;
    if (info.indirect_count == nullptr) {
      return false;
    }
  }
  return info.indirect != nullptr;
}

bool Renderer::add_target(uint32_t size, mux_gallium_draw_info_t &info) {
  // The command names the size alone. Draws come after the target was written.
  const std::span<const uint32_t> unbound = current().stream_outputs.unbound();
  for (auto handle = unbound.rbegin(); handle != unbound.rend(); ++handle) {
    const auto *target = current().find<StreamTarget>({*handle}, "stream-output target");
    if (target != nullptr && target->size == size) {
      info.count_from_stream_output = target->handle.get();
      return true;
    }
  }
  log_.warn_once("DRAW_VBO: no target of stream output has the size that the draw names");
  return false;
}

void Renderer::execute(const stream::Draw &command) {
  SubContext &context = current();
  // A shader that is missing was logged when it was created.
  if (context.fixed_condition == true || context.missing_shaders != 0) {
    return;
  }
  mux_gallium_draw_info_t info = to_info(command);
  if (command.count_from_stream_output != 0 &&
      !add_target(command.count_from_stream_output, info)) {
    return;
  }
  if (command.indexed && !add_indices(info)) {
    return;
  }
  if (command.indirect_buffer.handle != 0 && !add_indirect(command, info)) {
    return;
  }
  context.note_work();
  context.check(muxGalliumDrawVbo(context.get(), &info), "DRAW_VBO");
}

}  // namespace mux::vtest

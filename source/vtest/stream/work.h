/// @file
/// Commands that draw, clear, compute and order such work. See objects.h for describe_fields().
#pragma once

#include <array>
#include <cstdint>

#include "vtest/stream/values.h"

namespace mux::vtest::stream {

struct Clear {
  bool depth = false;
  bool stencil = false;
  /// Bit k is color surface k.
  Mask colors;
  /// Floats or integers, according to the format of each surface.
  std::array<uint32_t, 4> color{};
  double depth_value = 0;
  uint32_t stencil_value = 0;
};

template <class Fields>
void describe_fields(Fields &fields, Clear &command) {
  fields.bits("depth", 1, command.depth);
  fields.bits("stencil", 1, command.stencil);
  fields.bits("color", 8, command.colors);
  fields.unused(22);
  fields.array("color", command.color);
  fields("depth_value", command.depth_value);
  fields("stencil_value", command.stencil_value);
}

struct Draw {
  uint32_t start = 0;
  uint32_t count = 0;
  Primitive mode{};
  bool indexed = false;
  uint32_t instances = 0;
  int32_t index_bias = 0;
  uint32_t start_instance = 0;
  bool primitive_restart = false;
  uint32_t restart_index = 0;
  uint32_t min_index = 0;
  uint32_t max_index = 0;
  uint32_t count_from_stream_output = 0;
  /// Whether the command has the next two members, and those of indirect draws after them.
  bool has_patch = false;
  bool has_indirect = false;
  uint32_t vertices_per_patch = 0;
  uint32_t draw_id = 0;
  Resource indirect_buffer;
  uint32_t indirect_offset = 0;
  uint32_t indirect_stride = 0;
  uint32_t indirect_draw_count = 0;
  uint32_t count_buffer_offset = 0;
  Resource count_buffer;
};

template <class Fields>
void describe_fields(Fields &fields, Draw &command) {
  fields("start", command.start);
  fields("count", command.count);
  fields("mode", command.mode);
  fields("indexed", command.indexed);
  fields("instance_count", command.instances);
  fields("index_bias", command.index_bias);
  fields("start_instance", command.start_instance);
  fields("primitive_restart", command.primitive_restart);
  fields("restart_index", command.restart_index);
  fields("min_index", command.min_index);
  fields("max_index", command.max_index);
  fields("count_from_so", command.count_from_stream_output);
  command.has_patch = fields.more(command.has_patch);
  if (!command.has_patch) {
    return;
  }
  fields("vertices_per_patch", command.vertices_per_patch);
  fields("drawid", command.draw_id);
  command.has_indirect = fields.more(command.has_indirect);
  if (!command.has_indirect) {
    return;
  }
  fields("indirect_buffer", command.indirect_buffer);
  fields("indirect_offset", command.indirect_offset);
  fields("indirect_stride", command.indirect_stride);
  fields("indirect_draw_count", command.indirect_draw_count);
  fields("count_buffer_offset", command.count_buffer_offset);
  fields("count_buffer", command.count_buffer);
}

struct LaunchGrid {
  std::array<uint32_t, 3> block{};
  std::array<uint32_t, 3> grid{};
  Resource indirect_buffer;
  uint32_t indirect_offset = 0;
};

template <class Fields>
void describe_fields(Fields &fields, LaunchGrid &command) {
  fields.array("block", command.block);
  fields.array("grid", command.grid);
  fields("indirect_buffer", command.indirect_buffer);
  fields("indirect_offset", command.indirect_offset);
}

struct MemoryBarrier {
  Mask flags;
};

template <class Fields>
void describe_fields(Fields &fields, MemoryBarrier &command) {
  fields("flags", command.flags);
}

struct TextureBarrier {
  Mask flags;
};

template <class Fields>
void describe_fields(Fields &fields, TextureBarrier &command) {
  fields("flags", command.flags);
}

}  // namespace mux::vtest::stream

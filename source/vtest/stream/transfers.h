/// @file
/// Commands that move data: transfers, copies, blits, clears of textures. See objects.h for
/// describe_fields().
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "vtest/stream/values.h"

namespace mux::vtest::stream {

struct InlineWrite {
  Resource resource;
  uint32_t level = 0;
  Mask usage;
  /// Bytes; 0 for data without padding.
  uint32_t stride = 0;
  uint32_t layer_stride = 0;
  Box box;
  /// Refers to the submission.
  std::span<const uint32_t> data;
};

template <class Fields>
void describe_fields(Fields &fields, InlineWrite &command) {
  fields("resource", command.resource);
  fields("level", command.level);
  fields("usage", command.usage);
  fields("stride", command.stride);
  fields("layer_stride", command.layer_stride);
  describe_fields(fields, command.box);
  fields.rest("data", command.data);
}

/// Between a resource and its own shared memory.
struct Transfer3d {
  static constexpr uint32_t to_resource = 1;
  static constexpr uint32_t from_resource = 2;

  Resource resource;
  uint32_t level = 0;
  Mask usage;
  /// Bytes; 0 for those of the level.
  uint32_t stride = 0;
  uint32_t layer_stride = 0;
  Box box;
  uint32_t data_offset = 0;
  uint32_t direction = 0;
};

template <class Fields>
void describe_fields(Fields &fields, Transfer3d &command) {
  fields("resource", command.resource);
  fields("level", command.level);
  fields("usage", command.usage);
  fields("stride", command.stride);
  fields("layer_stride", command.layer_stride);
  describe_fields(fields, command.box);
  fields("data_offset", command.data_offset);
  fields("direction", command.direction);
}

/// From the shared memory of another resource.
struct CopyTransfer3d {
  Resource resource;
  uint32_t level = 0;
  Mask usage;
  uint32_t stride = 0;
  uint32_t layer_stride = 0;
  Box box;
  Resource source;
  uint32_t source_offset = 0;
  bool synchronized = false;
  bool from_host = false;
};

template <class Fields>
void describe_fields(Fields &fields, CopyTransfer3d &command) {
  fields("resource", command.resource);
  fields("level", command.level);
  fields("usage", command.usage);
  fields("stride", command.stride);
  fields("layer_stride", command.layer_stride);
  describe_fields(fields, command.box);
  fields("src", command.source);
  fields("src_offset", command.source_offset);
  fields.bits("synchronized", 1, command.synchronized);
  fields.bits("from_host", 1, command.from_host);
  fields.unused(30);
}

/// Fills a submission up to the first command; its words are undefined.
struct EndTransfers {
  std::span<const uint32_t> padding;
};

template <class Fields>
void describe_fields(Fields &fields, EndTransfers &command) {
  fields.padding(command.padding);
}

struct Blit {
  struct Side {
    Resource resource;
    uint32_t level = 0;
    Format format;
    Box box;
  };
  Mask mask;
  Filter filter{};
  bool scissor_enable = false;
  bool render_condition_enable = false;
  bool alpha_blend = false;
  uint32_t scissor_min_x = 0, scissor_min_y = 0, scissor_max_x = 0, scissor_max_y = 0;
  Side destination;
  Side source;
};

template <class Fields>
void describe_fields(Fields &fields, Blit::Side &side) {
  fields("resource", side.resource);
  fields("level", side.level);
  fields("format", side.format);
  describe_fields(fields, side.box);
}

template <class Fields>
void describe_fields(Fields &fields, Blit &command) {
  fields.bits("mask", 8, command.mask);
  fields.bits("filter", 2, command.filter);
  fields.bits("scissor_enable", 1, command.scissor_enable);
  fields.bits("render_condition_enable", 1, command.render_condition_enable);
  fields.bits("alpha_blend", 1, command.alpha_blend);
  fields.unused(19);
  fields.bits("scissor_minx", 16, command.scissor_min_x);
  fields.bits("scissor_miny", 16, command.scissor_min_y);
  fields.bits("scissor_maxx", 16, command.scissor_max_x);
  fields.bits("scissor_maxy", 16, command.scissor_max_y);
  fields.group("dst", command.destination);
  fields.group("src", command.source);
}

struct CopyRegion {
  Resource destination;
  uint32_t destination_level = 0;
  uint32_t x = 0, y = 0, z = 0;
  Resource source;
  uint32_t source_level = 0;
  Box source_box;
};

template <class Fields>
void describe_fields(Fields &fields, CopyRegion &command) {
  fields("dst", command.destination);
  fields("dst_level", command.destination_level);
  fields("dst_x", command.x);
  fields("dst_y", command.y);
  fields("dst_z", command.z);
  fields("src", command.source);
  fields("src_level", command.source_level);
  fields.group("src_box", command.source_box);
}

struct ClearTexture {
  Resource resource;
  uint32_t level = 0;
  Box box;
  /// One block in the resource's own format.
  std::array<uint32_t, 4> value{};
};

template <class Fields>
void describe_fields(Fields &fields, ClearTexture &command) {
  fields("resource", command.resource);
  fields("level", command.level);
  describe_fields(fields, command.box);
  fields.array("value", command.value);
}

}  // namespace mux::vtest::stream

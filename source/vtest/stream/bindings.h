/// @file
/// Commands that bind resources, views and shaders to slots. See objects.h for describe_fields().
#pragma once

#include <cstdint>
#include <span>

#include "vtest/stream/values.h"

namespace mux::vtest::stream {

struct SetVertexBuffers {
  struct Buffer {
    uint32_t stride = 0;
    uint32_t offset = 0;
    Resource resource;
  };
  Limited<Buffer, max_slots> buffers;
};

template <class Fields>
void describe_fields(Fields &fields, SetVertexBuffers::Buffer &buffer) {
  fields("stride", buffer.stride);
  fields("offset", buffer.offset);
  fields("buffer", buffer.resource);
}

template <class Fields>
void describe_fields(Fields &fields, SetVertexBuffers &command) {
  fields.list("buffers", 3, command.buffers);
}

struct SetIndexBuffer {
  Resource resource;
  uint32_t index_size = 0;
  uint32_t offset = 0;
};

template <class Fields>
void describe_fields(Fields &fields, SetIndexBuffer &command) {
  fields("buffer", command.resource);
  if (fields.more(command.resource.handle != 0)) {
    fields("index_size", command.index_size);
    fields("offset", command.offset);
  }
}

/// Sampler views or sampler states.
struct SetSlots {
  Stage stage{};
  uint32_t start = 0;
  Limited<Object, max_slots> objects;
};

template <class Fields>
void describe_fields(Fields &fields, SetSlots &command) {
  fields("stage", command.stage);
  fields("start_slot", command.start);
  fields.list("objects", 1, command.objects);
}

struct SetSamplerViews : SetSlots {};
struct BindSamplerStates : SetSlots {};

struct SetConstants {
  Stage stage{};
  uint32_t index = 0;
  /// Refers to the submission.
  std::span<const uint32_t> values;
};

template <class Fields>
void describe_fields(Fields &fields, SetConstants &command) {
  fields("stage", command.stage);
  fields("index", command.index);
  fields.rest("values", command.values);
}

struct SetUniformBuffer {
  Stage stage{};
  uint32_t index = 0;
  uint32_t offset = 0;
  uint32_t length = 0;
  Resource resource;
};

template <class Fields>
void describe_fields(Fields &fields, SetUniformBuffer &command) {
  fields("stage", command.stage);
  fields("index", command.index);
  fields("offset", command.offset);
  fields("length", command.length);
  fields("buffer", command.resource);
}

/// A range of a buffer.
struct BufferRange {
  uint32_t offset = 0;
  uint32_t length = 0;
  Resource resource;
};

template <class Fields>
void describe_fields(Fields &fields, BufferRange &range) {
  fields("offset", range.offset);
  fields("length", range.length);
  fields("buffer", range.resource);
}

struct SetShaderBuffers {
  Stage stage{};
  uint32_t start = 0;
  Limited<BufferRange, max_slots> buffers;
};

template <class Fields>
void describe_fields(Fields &fields, SetShaderBuffers &command) {
  fields("stage", command.stage);
  fields("start_slot", command.start);
  fields.list("buffers", 3, command.buffers);
}

struct SetAtomicBuffers {
  uint32_t start = 0;
  Limited<BufferRange, max_slots> buffers;
};

template <class Fields>
void describe_fields(Fields &fields, SetAtomicBuffers &command) {
  fields("start_slot", command.start);
  fields.list("buffers", 3, command.buffers);
}

struct SetShaderImages {
  struct Image {
    Format format;
    Mask access;
    /// Textures: first layer in bits 0 to 15, last layer above; buffers: offset in bytes.
    uint32_t layers_or_offset = 0;
    /// Textures: level in bits 0 to 7, the others are undefined; buffers: size in bytes.
    uint32_t level_or_size = 0;
    Resource resource;
  };
  Stage stage{};
  uint32_t start = 0;
  Limited<Image, max_slots> images;
};

template <class Fields>
void describe_fields(Fields &fields, SetShaderImages::Image &image) {
  fields("format", image.format);
  fields("access", image.access);
  fields("layers_or_offset", image.layers_or_offset);
  fields("level_or_size", image.level_or_size);
  fields("resource", image.resource);
}

template <class Fields>
void describe_fields(Fields &fields, SetShaderImages &command) {
  fields("stage", command.stage);
  fields("start_slot", command.start);
  fields.list("images", 5, command.images);
}

struct SetStreamoutTargets {
  Mask append;
  Limited<Object, 4> targets;
};

template <class Fields>
void describe_fields(Fields &fields, SetStreamoutTargets &command) {
  fields("append_mask", command.append);
  fields.list("targets", 1, command.targets);
}

struct BindShader {
  Object shader;
  Stage stage{};
};

template <class Fields>
void describe_fields(Fields &fields, BindShader &command) {
  fields("shader", command.shader);
  fields("stage", command.stage);
}

/// A hint: shaders that will be used together.
struct LinkShaders {
  Object vertex, fragment, geometry, tess_ctrl, tess_eval, compute;
};

template <class Fields>
void describe_fields(Fields &fields, LinkShaders &command) {
  fields("vertex", command.vertex);
  fields("fragment", command.fragment);
  fields("geometry", command.geometry);
  fields("tess_ctrl", command.tess_ctrl);
  fields("tess_eval", command.tess_eval);
  fields("compute", command.compute);
}

}  // namespace mux::vtest::stream

/// @file
/// Commands that set values of the rendering state. See objects.h for describe_fields().
#pragma once

#include <array>
#include <cstdint>

#include "vtest/stream/values.h"

namespace mux::vtest::stream {

struct SetViewports {
  struct Viewport {
    std::array<float, 3> scale{};
    std::array<float, 3> translate{};
  };
  uint32_t start = 0;
  Limited<Viewport, 16> viewports;
};

template <class Fields>
void describe_fields(Fields &fields, SetViewports::Viewport &viewport) {
  fields.array("scale", viewport.scale);
  fields.array("translate", viewport.translate);
}

template <class Fields>
void describe_fields(Fields &fields, SetViewports &command) {
  fields("start_slot", command.start);
  fields.list("viewports", 6, command.viewports);
}

struct SetFramebuffer {
  uint32_t color_count = 0;
  Object depth_stencil;
  Limited<Object, 8> colors;
};

template <class Fields>
void describe_fields(Fields &fields, SetFramebuffer &command) {
  fields("nr_cbufs", command.color_count);
  fields("zsurf", command.depth_stencil);
  fields.counted("cbufs", command.color_count, command.colors);
}

/// The size of a framebuffer without surfaces.
struct SetFramebufferSize {
  uint32_t width = 0;
  uint32_t height = 0;
  uint32_t layers = 0;
  uint32_t samples = 0;
};

template <class Fields>
void describe_fields(Fields &fields, SetFramebufferSize &command) {
  fields.bits("width", 16, command.width);
  fields.bits("height", 16, command.height);
  fields.bits("layers", 16, command.layers);
  fields.bits("samples", 8, command.samples);
  fields.unused(8);
}

struct SetStencilReference {
  uint32_t front = 0;
  uint32_t back = 0;
};

template <class Fields>
void describe_fields(Fields &fields, SetStencilReference &command) {
  fields.bits("front", 8, command.front);
  fields.bits("back", 8, command.back);
  fields.unused(16);
}

struct SetBlendColor {
  std::array<float, 4> color{};
};

template <class Fields>
void describe_fields(Fields &fields, SetBlendColor &command) {
  fields.array("color", command.color);
}

struct SetScissors {
  struct Scissor {
    uint32_t min_x = 0, min_y = 0, max_x = 0, max_y = 0;
  };
  uint32_t start = 0;
  Limited<Scissor, 16> scissors;
};

template <class Fields>
void describe_fields(Fields &fields, SetScissors::Scissor &scissor) {
  fields.bits("minx", 16, scissor.min_x);
  fields.bits("miny", 16, scissor.min_y);
  fields.bits("maxx", 16, scissor.max_x);
  fields.bits("maxy", 16, scissor.max_y);
}

template <class Fields>
void describe_fields(Fields &fields, SetScissors &command) {
  fields("start_slot", command.start);
  fields.list("scissors", 2, command.scissors);
}

struct SetPolygonStipple {
  std::array<Mask, 32> rows;
};

template <class Fields>
void describe_fields(Fields &fields, SetPolygonStipple &command) {
  fields.array("rows", command.rows);
}

struct SetClipPlanes {
  /// Eight planes of four coefficients.
  std::array<float, 32> coefficients{};
};

template <class Fields>
void describe_fields(Fields &fields, SetClipPlanes &command) {
  fields.array("coefficients", command.coefficients);
}

struct SetSampleMask {
  Mask mask;
};

template <class Fields>
void describe_fields(Fields &fields, SetSampleMask &command) {
  fields("mask", command.mask);
}

struct SetMinSamples {
  uint32_t min_samples = 0;
};

template <class Fields>
void describe_fields(Fields &fields, SetMinSamples &command) {
  fields("min_samples", command.min_samples);
}

/// Default levels of tessellation: four outer, two inner.
struct SetTessellation {
  std::array<float, 6> levels{};
};

template <class Fields>
void describe_fields(Fields &fields, SetTessellation &command) {
  fields.array("levels", command.levels);
}

}  // namespace mux::vtest::stream

/// @file
/// Stands in for the entry points of the Gallium layer that are about draws, and records their
/// arguments: what a program defines itself, it does not take from the library. All else is the
/// library's.
#pragma once

#include <mux/gallium.h>

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace mux::test {

/// A shader's text of which the layer refuses to make a shader.
inline constexpr const char *refused_text = "REFUSED";

/// A call that binds an object to a point, such as "blend".
struct BoundObject {
  std::string point;
  /// NULL for none.
  const void *object;

  bool operator==(const BoundObject &) const = default;
};

struct SetViewportsCall {
  uint32_t start;
  std::vector<mux_gallium_viewport_t> viewports;
};

struct SetScissorsCall {
  uint32_t start;
  std::vector<mux_gallium_rectangle_t> scissors;
};

struct StreamOutputCall {
  std::vector<const void *> targets;
  std::vector<uint32_t> offsets;
};

/// A target, as it was created.
struct StreamOutputRange {
  mux_gallium_resource_t resource;
  uint64_t offset;
  uint64_t size;
};

/// What the layer was asked for. An object's handle is that of created.back() after its creation.
struct LayerCalls {
  std::vector<const void *> created;
  std::vector<const void *> destroyed;
  std::vector<BoundObject> bound;
  std::vector<mux_gallium_blend_template_t> blends;
  std::vector<mux_gallium_rasterizer_template_t> rasterizers;
  std::vector<mux_gallium_depth_stencil_alpha_template_t> tests;
  std::vector<mux_gallium_vertex_elements_template_t> vertex_elements;
  std::vector<mux_gallium_shader_template_t> shaders;
  /// Their texts.
  std::vector<std::string> texts;
  std::vector<StreamOutputRange> ranges;
  std::optional<SetViewportsCall> viewports;
  std::optional<SetScissorsCall> scissors;
  std::optional<std::array<uint32_t, 2>> stencil_references;
  std::optional<std::array<float, 4>> blend_color;
  std::optional<uint32_t> sample_mask;
  std::optional<uint32_t> min_samples;
  std::optional<std::array<float, 32>> clip_planes;
  std::optional<std::array<uint32_t, 32>> stipple;
  std::vector<mux_gallium_framebuffer_t> framebuffers;
  std::optional<std::vector<mux_gallium_vertex_buffer_t>> vertex_buffers;
  std::vector<StreamOutputCall> stream_outputs;
  std::vector<mux_gallium_draw_info_t> draws;
};

/// The calls of the test. Set it to {} to forget them.
LayerCalls &layer_calls();

}  // namespace mux::test

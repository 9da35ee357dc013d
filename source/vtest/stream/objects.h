/// @file
/// Objects of the command stream: what CREATE_OBJECT makes, and how objects are bound and
/// destroyed.
///
/// Each struct has a function describe_fields(), which names its fields in the order of the stream:
/// fields(name, member) for whole words, fields.bits(name, number of bits, member) for the next
/// bits of a word, from the lowest, fields.unused(number of bits), fields.array() and fields.list()
/// for repeated groups, fields.rest() for all words that are left, fields.more() whether words are
/// left. The classes Reader, Printer and, in the tests, Writer use it.
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "vtest/stream/values.h"

namespace mux::vtest::stream {

struct CreateBlend {
  struct RenderTarget {
    bool enable = false;
    BlendFunction rgb_function{};
    BlendFactor rgb_source{};
    BlendFactor rgb_destination{};
    BlendFunction alpha_function{};
    BlendFactor alpha_source{};
    BlendFactor alpha_destination{};
    Mask color_mask;
  };

  Object object;
  bool independent = false;
  bool logic_operation_enable = false;
  bool dither = false;
  bool alpha_to_coverage = false;
  bool alpha_to_one = false;
  LogicOperation logic_operation{};
  std::array<RenderTarget, 8> targets;
};

template <class Fields>
void describe_fields(Fields &fields, CreateBlend::RenderTarget &target) {
  fields.bits("blend_enable", 1, target.enable);
  fields.bits("rgb_func", 3, target.rgb_function);
  fields.bits("rgb_src", 5, target.rgb_source);
  fields.bits("rgb_dst", 5, target.rgb_destination);
  fields.bits("alpha_func", 3, target.alpha_function);
  fields.bits("alpha_src", 5, target.alpha_source);
  fields.bits("alpha_dst", 5, target.alpha_destination);
  fields.bits("colormask", 4, target.color_mask);
  fields.unused(1);
}

template <class Fields>
void describe_fields(Fields &fields, CreateBlend &blend) {
  fields("handle", blend.object);
  fields.bits("independent_blend", 1, blend.independent);
  fields.bits("logicop_enable", 1, blend.logic_operation_enable);
  fields.bits("dither", 1, blend.dither);
  fields.bits("alpha_to_coverage", 1, blend.alpha_to_coverage);
  fields.bits("alpha_to_one", 1, blend.alpha_to_one);
  fields.unused(27);
  fields.bits("logicop_func", 4, blend.logic_operation);
  fields.unused(28);
  fields.array("targets", blend.targets);
}

struct CreateRasterizer {
  Object object;
  bool flat_shade = false;
  bool depth_clip = false;
  bool clip_half_z = false;
  bool discard = false;
  bool flat_shade_first = false;
  bool two_sided_light = false;
  bool sprite_coordinate_lower_left = false;
  bool point_quad = false;
  Face cull_face{};
  Fill fill_front{};
  Fill fill_back{};
  bool scissor = false;
  bool front_counter_clockwise = false;
  bool clamp_vertex_color = false;
  bool clamp_fragment_color = false;
  bool offset_line = false;
  bool offset_point = false;
  bool offset_triangle = false;
  bool polygon_smooth = false;
  bool polygon_stipple = false;
  bool point_smooth = false;
  bool point_size_per_vertex = false;
  bool multisample = false;
  bool line_smooth = false;
  bool line_stipple = false;
  bool line_last_pixel = false;
  bool half_pixel_center = false;
  bool bottom_edge_rule = false;
  bool force_persample_interpolation = false;
  float point_size = 0;
  Mask sprite_coordinate_enable;
  Mask line_stipple_pattern;
  /// The factor minus one.
  uint32_t line_stipple_factor = 0;
  Mask clip_plane_enable;
  float line_width = 0;
  float offset_units = 0;
  float offset_scale = 0;
  float offset_clamp = 0;
};

template <class Fields>
void describe_fields(Fields &fields, CreateRasterizer &rasterizer) {
  fields("handle", rasterizer.object);
  fields.bits("flatshade", 1, rasterizer.flat_shade);
  fields.bits("depth_clip", 1, rasterizer.depth_clip);
  fields.bits("clip_halfz", 1, rasterizer.clip_half_z);
  fields.bits("rasterizer_discard", 1, rasterizer.discard);
  fields.bits("flatshade_first", 1, rasterizer.flat_shade_first);
  fields.bits("light_twoside", 1, rasterizer.two_sided_light);
  fields.bits("sprite_coord_mode", 1, rasterizer.sprite_coordinate_lower_left);
  fields.bits("point_quad_rasterization", 1, rasterizer.point_quad);
  fields.bits("cull_face", 2, rasterizer.cull_face);
  fields.bits("fill_front", 2, rasterizer.fill_front);
  fields.bits("fill_back", 2, rasterizer.fill_back);
  fields.bits("scissor", 1, rasterizer.scissor);
  fields.bits("front_ccw", 1, rasterizer.front_counter_clockwise);
  fields.bits("clamp_vertex_color", 1, rasterizer.clamp_vertex_color);
  fields.bits("clamp_fragment_color", 1, rasterizer.clamp_fragment_color);
  fields.bits("offset_line", 1, rasterizer.offset_line);
  fields.bits("offset_point", 1, rasterizer.offset_point);
  fields.bits("offset_tri", 1, rasterizer.offset_triangle);
  fields.bits("poly_smooth", 1, rasterizer.polygon_smooth);
  fields.bits("poly_stipple_enable", 1, rasterizer.polygon_stipple);
  fields.bits("point_smooth", 1, rasterizer.point_smooth);
  fields.bits("point_size_per_vertex", 1, rasterizer.point_size_per_vertex);
  fields.bits("multisample", 1, rasterizer.multisample);
  fields.bits("line_smooth", 1, rasterizer.line_smooth);
  fields.bits("line_stipple_enable", 1, rasterizer.line_stipple);
  fields.bits("line_last_pixel", 1, rasterizer.line_last_pixel);
  fields.bits("half_pixel_center", 1, rasterizer.half_pixel_center);
  fields.bits("bottom_edge_rule", 1, rasterizer.bottom_edge_rule);
  fields.bits("force_persample_interp", 1, rasterizer.force_persample_interpolation);
  fields("point_size", rasterizer.point_size);
  fields("sprite_coord_enable", rasterizer.sprite_coordinate_enable);
  fields.bits("line_stipple_pattern", 16, rasterizer.line_stipple_pattern);
  fields.bits("line_stipple_factor", 8, rasterizer.line_stipple_factor);
  fields.bits("clip_plane_enable", 8, rasterizer.clip_plane_enable);
  fields("line_width", rasterizer.line_width);
  fields("offset_units", rasterizer.offset_units);
  fields("offset_scale", rasterizer.offset_scale);
  fields("offset_clamp", rasterizer.offset_clamp);
}

struct CreateDepthStencilAlpha {
  struct Stencil {
    bool enable = false;
    Function function{};
    StencilOperation fail{};
    StencilOperation depth_pass{};
    StencilOperation depth_fail{};
    Mask value_mask;
    Mask write_mask;
  };

  Object object;
  bool depth_enable = false;
  bool depth_write = false;
  Function depth_function{};
  bool alpha_enable = false;
  Function alpha_function{};
  /// Front and back faces.
  std::array<Stencil, 2> stencil;
  float alpha_reference = 0;
};

template <class Fields>
void describe_fields(Fields &fields, CreateDepthStencilAlpha::Stencil &stencil) {
  fields.bits("stencil_enable", 1, stencil.enable);
  fields.bits("stencil_func", 3, stencil.function);
  fields.bits("fail_op", 3, stencil.fail);
  fields.bits("zpass_op", 3, stencil.depth_pass);
  fields.bits("zfail_op", 3, stencil.depth_fail);
  fields.bits("valuemask", 8, stencil.value_mask);
  fields.bits("writemask", 8, stencil.write_mask);
  fields.unused(3);
}

template <class Fields>
void describe_fields(Fields &fields, CreateDepthStencilAlpha &state) {
  fields("handle", state.object);
  fields.bits("depth_enable", 1, state.depth_enable);
  fields.bits("depth_writemask", 1, state.depth_write);
  fields.bits("depth_func", 3, state.depth_function);
  fields.unused(3);
  fields.bits("alpha_enable", 1, state.alpha_enable);
  fields.bits("alpha_func", 3, state.alpha_function);
  fields.unused(20);
  fields.array("stencil", state.stencil);
  fields("alpha_ref", state.alpha_reference);
}

/// A shader, or a piece of one whose text does not fit into a submission.
struct CreateShader {
  struct Output {
    uint32_t register_index = 0;
    uint32_t start_component = 0;
    uint32_t components = 0;
    uint32_t buffer = 0;
    uint32_t offset = 0;
    uint32_t stream = 0;
  };

  Object object;
  Stage stage{};
  /// The first piece: bytes of the whole text with its final NUL; later ones: the offset of the
  /// piece.
  uint32_t length_or_offset = 0;
  bool continuation = false;
  uint32_t tokens = 0;
  /// Compute shaders: bytes of local memory; other stages: the number of stream outputs.
  uint32_t outputs_or_local = 0;
  /// Words a vertex in each stream-output buffer.
  std::array<uint32_t, 4> strides{};
  Limited<Output, 64> outputs;
  /// The text, four bytes a word. Refers to the submission.
  std::span<const uint32_t> text;
};

template <class Fields>
void describe_fields(Fields &fields, CreateShader::Output &output) {
  fields.bits("register_index", 8, output.register_index);
  fields.bits("start_component", 2, output.start_component);
  fields.bits("num_components", 3, output.components);
  fields.bits("buffer", 3, output.buffer);
  fields.bits("dst_offset", 16, output.offset);
  fields.bits("stream", 2, output.stream);
  fields.unused(30);
}

template <class Fields>
void describe_fields(Fields &fields, CreateShader &shader) {
  fields("handle", shader.object);
  fields("stage", shader.stage);
  fields.bits("length_or_offset", 31, shader.length_or_offset);
  fields.bits("continuation", 1, shader.continuation);
  fields("num_tokens", shader.tokens);
  fields("num_so_or_local", shader.outputs_or_local);
  if (shader.stage != Stage::compute && !shader.continuation && shader.outputs_or_local != 0) {
    fields.array("strides", shader.strides);
    fields.counted("outputs", shader.outputs_or_local, shader.outputs);
  }
  fields.text("text", shader.text);
}

struct CreateVertexElements {
  struct Element {
    uint32_t offset = 0;
    uint32_t instance_divisor = 0;
    uint32_t buffer = 0;
    Format format;
  };

  Object object;
  Limited<Element, 32> elements;
};

template <class Fields>
void describe_fields(Fields &fields, CreateVertexElements::Element &element) {
  fields("src_offset", element.offset);
  fields("instance_divisor", element.instance_divisor);
  fields("vertex_buffer_index", element.buffer);
  fields("src_format", element.format);
}

template <class Fields>
void describe_fields(Fields &fields, CreateVertexElements &elements) {
  fields("handle", elements.object);
  fields.list("elements", 4, elements.elements);
}

struct CreateSamplerView {
  Object object;
  Resource resource;
  Format format;
  /// 0, the number of a buffer, also stands for the target of the resource.
  Target target{};
  /// Textures: first layer in bits 0 to 15, last layer above; buffers: the first element.
  uint32_t layers_or_first = 0;
  /// Textures: first level in bits 0 to 7, last level in bits 8 to 15; buffers: the last element.
  uint32_t levels_or_last = 0;
  /// Of red, green, blue and alpha.
  std::array<Swizzle, 4> swizzle{};
};

template <class Fields>
void describe_fields(Fields &fields, CreateSamplerView &view) {
  fields("handle", view.object);
  fields("resource", view.resource);
  fields.bits("format", 24, view.format);
  fields.bits("target", 8, view.target);
  fields("layers_or_first", view.layers_or_first);
  fields("levels_or_last", view.levels_or_last);
  fields.bits("swizzle_r", 3, view.swizzle[0]);
  fields.bits("swizzle_g", 3, view.swizzle[1]);
  fields.bits("swizzle_b", 3, view.swizzle[2]);
  fields.bits("swizzle_a", 3, view.swizzle[3]);
  fields.unused(20);
}

struct CreateSamplerState {
  Object object;
  Wrap wrap_s{};
  Wrap wrap_t{};
  Wrap wrap_r{};
  Filter min_filter{};
  MipFilter mip_filter{};
  Filter mag_filter{};
  bool compare = false;
  Function compare_function{};
  bool seamless_cube = false;
  uint32_t max_anisotropy = 0;
  float lod_bias = 0;
  float min_lod = 0;
  float max_lod = 0;
  /// Floats, or integers for views with an integer format.
  std::array<uint32_t, 4> border_color{};
};

template <class Fields>
void describe_fields(Fields &fields, CreateSamplerState &sampler) {
  fields("handle", sampler.object);
  fields.bits("wrap_s", 3, sampler.wrap_s);
  fields.bits("wrap_t", 3, sampler.wrap_t);
  fields.bits("wrap_r", 3, sampler.wrap_r);
  fields.bits("min_img_filter", 2, sampler.min_filter);
  fields.bits("min_mip_filter", 2, sampler.mip_filter);
  fields.bits("mag_img_filter", 2, sampler.mag_filter);
  fields.bits("compare_mode", 1, sampler.compare);
  fields.bits("compare_func", 3, sampler.compare_function);
  fields.bits("seamless_cube", 1, sampler.seamless_cube);
  fields.bits("max_anisotropy", 6, sampler.max_anisotropy);
  fields.unused(6);
  fields("lod_bias", sampler.lod_bias);
  fields("min_lod", sampler.min_lod);
  fields("max_lod", sampler.max_lod);
  fields.array("border_color", sampler.border_color);
}

struct CreateSurface {
  Object object;
  Resource resource;
  Format format;
  uint32_t level = 0;
  uint32_t first_layer = 0;
  uint32_t last_layer = 0;
};

template <class Fields>
void describe_fields(Fields &fields, CreateSurface &surface) {
  fields("handle", surface.object);
  fields("resource", surface.resource);
  fields("format", surface.format);
  fields("level", surface.level);
  fields.bits("first_layer", 16, surface.first_layer);
  fields.bits("last_layer", 16, surface.last_layer);
}

struct CreateMsaaSurface {
  CreateSurface surface;
  uint32_t samples = 0;
};

template <class Fields>
void describe_fields(Fields &fields, CreateMsaaSurface &surface) {
  describe_fields(fields, surface.surface);
  fields("samples", surface.samples);
}

struct CreateQuery {
  Object object;
  QueryType type{};
  uint32_t index = 0;
  uint32_t offset = 0;
  /// 16 bytes for the result.
  Resource resource;
};

template <class Fields>
void describe_fields(Fields &fields, CreateQuery &query) {
  fields("handle", query.object);
  fields.bits("type", 16, query.type);
  fields.bits("index", 16, query.index);
  fields("offset", query.offset);
  fields("resource", query.resource);
}

struct CreateStreamoutTarget {
  Object object;
  Resource resource;
  uint32_t offset = 0;
  uint32_t size = 0;
};

template <class Fields>
void describe_fields(Fields &fields, CreateStreamoutTarget &target) {
  fields("handle", target.object);
  fields("resource", target.resource);
  fields("offset", target.offset);
  fields("size", target.size);
}

/// The type is in the command's header.
struct BindObject {
  ObjectType type{};
  Object object;
};

template <class Fields>
void describe_fields(Fields &fields, BindObject &bind) {
  fields("handle", bind.object);
}

/// The object is found by its handle alone: the type may be another one than that of its creation.
struct DestroyObject {
  ObjectType type{};
  Object object;
};

template <class Fields>
void describe_fields(Fields &fields, DestroyObject &destroy) {
  fields("handle", destroy.object);
}

}  // namespace mux::vtest::stream

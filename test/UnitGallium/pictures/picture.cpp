#include "picture.h"

namespace gallium_test {
namespace {

constexpr const char *passing_vertex_shader =
    "VERT\n"
    "DCL IN[0]\n"
    "DCL IN[1]\n"
    "DCL OUT[0], POSITION\n"
    "DCL OUT[1], GENERIC[0]\n"
    "  0: MOV OUT[0], IN[0]\n"
    "  1: MOV OUT[1], IN[1]\n"
    "  2: END\n";
constexpr const char *passing_fragment_shader =
    "FRAG\n"
    "DCL IN[0], GENERIC[0], PERSPECTIVE\n"
    "DCL OUT[0], COLOR\n"
    "  0: MOV OUT[0], IN[0]\n"
    "  1: END\n";

mux_gallium_surface_t surface_of(mux_gallium_context_t context, mux_gallium_resource_t texture,
                                 mux_gallium_format_e format, mux_gallium_bind_e bind) {
  const mux_gallium_surface_template_t description = {static_cast<uint32_t>(format), 0, 0, 0,
                                                      static_cast<uint32_t>(bind)};
  mux_gallium_surface_t made = nullptr;
  succeed(muxGalliumCreateSurface(context, texture, &description, &made));
  return made;
}

mux_gallium_shader_state_t shader_of(mux_gallium_context_t context, mux_gallium_stage_e stage,
                                     const std::string &text) {
  mux_gallium_shader_template_t description{};
  description.stage = stage;
  description.source = text.c_str();
  description.source_length = text.size();
  mux_gallium_shader_state_t made = nullptr;
  INFO(text);
  succeed(muxGalliumCreateShader(context, &description, &made));
  return made;
}

Resource buffer_with(Context &context, const void *data, size_t size, mux_gallium_bind_e bind) {
  Resource made(buffer_of(static_cast<uint32_t>(std::max<size_t>(size, 16)), 0, bind));
  if (size != 0) {
    context.write(made, 0, data, static_cast<int32_t>(size));
  }
  return made;
}

}  // namespace

std::string shader_text(const std::string &stage, const std::string &declarations,
                        const std::vector<std::string> &instructions) {
  std::string text = stage + "\n" + declarations;
  size_t number = 0;
  for (const std::string &instruction : instructions) {
    text += "  " + std::to_string(number++) + ": " + instruction + "\n";
  }
  return text + "  " + std::to_string(number) + ": END\n";
}

Picture::Picture(uint32_t width, uint32_t height, const PictureFormat &format)
    : width_(width), height_(height) {
  mux_gallium_resource_template_t texture =
      texture_of(mux_gallium_target_texture_2d, format.color, width, height);
  texture.bind = mux_gallium_bind_render_target;
  color_ = Resource(texture);
  mux_gallium_framebuffer_t framebuffer{};
  framebuffer.color_count = 1;
  framebuffer.color[0] = surface_of(context_, color_, format.color, mux_gallium_bind_render_target);
  if (format.depth != mux_gallium_format_none) {
    texture = texture_of(mux_gallium_target_texture_2d, format.depth, width, height);
    texture.bind = mux_gallium_bind_depth_stencil;
    depth_ = Resource(texture);
    framebuffer.depth_stencil =
        surface_of(context_, depth_, format.depth, mux_gallium_bind_depth_stencil);
  }
  succeed(muxGalliumSetFramebufferState(context_, &framebuffer));
  const float x = static_cast<float>(width) / 2;
  const float y = static_cast<float>(height) / 2;
  const mux_gallium_viewport_t viewport = {{x, y, 0.5F}, {x, y, 0.5F}};
  succeed(muxGalliumSetViewportStates(context_, 0, 1, &viewport));
  mux_gallium_vertex_elements_template_t elements{};
  elements.count = 2;
  elements.elements[0] = {0, 0, 0, mux_gallium_format_r32g32b32a32_float};
  elements.elements[1] = {16, 0, 0, mux_gallium_format_r32g32b32a32_float};
  mux_gallium_vertex_elements_state_t state = nullptr;
  succeed(muxGalliumCreateVertexElementsState(context_, &elements, &state));
  succeed(muxGalliumBindVertexElementsState(context_, state));
  use_shaders(passing_vertex_shader, passing_fragment_shader);
}

Vertex Picture::at(float x, float y, const std::array<float, 4> &color, float z, float w) const {
  const float clip_x = x * 2 / static_cast<float>(width_) - 1;
  const float clip_y = y * 2 / static_cast<float>(height_) - 1;
  return {{clip_x * w, clip_y * w, (z * 2 - 1) * w, w}, color};
}

void Picture::use_shaders(const std::string &vertex, const std::string &fragment) {
  succeed(muxGalliumBindShader(context_, mux_gallium_stage_vertex,
                               shader_of(context_, mux_gallium_stage_vertex, vertex)));
  succeed(muxGalliumBindShader(context_, mux_gallium_stage_fragment,
                               shader_of(context_, mux_gallium_stage_fragment, fragment)));
}

void Picture::rasterize(const std::function<void(mux_gallium_rasterizer_template_t &)> &change) {
  mux_gallium_rasterizer_template_t description{};
  description.depth_clip = true;
  description.half_pixel_center = true;
  description.point_size = 1;
  description.line_width = 1;
  change(description);
  mux_gallium_rasterizer_state_t state = nullptr;
  succeed(muxGalliumCreateRasterizerState(context_, &description, &state));
  succeed(muxGalliumBindRasterizerState(context_, state));
}

void Picture::blend(const std::function<void(mux_gallium_blend_template_t &)> &change) {
  mux_gallium_blend_template_t description{};
  description.targets[0].colormask = 15;
  change(description);
  mux_gallium_blend_state_t state = nullptr;
  succeed(muxGalliumCreateBlendState(context_, &description, &state));
  succeed(muxGalliumBindBlendState(context_, state));
}

void Picture::test(
    const std::function<void(mux_gallium_depth_stencil_alpha_template_t &)> &change) {
  mux_gallium_depth_stencil_alpha_template_t description{};
  change(description);
  mux_gallium_depth_stencil_alpha_state_t state = nullptr;
  succeed(muxGalliumCreateDepthStencilAlphaState(context_, &description, &state));
  succeed(muxGalliumBindDepthStencilAlphaState(context_, state));
}

void Picture::clear(const std::array<float, 4> &color, double depth, uint32_t stencil) {
  const mux_gallium_color_t value = {{color[0], color[1], color[2], color[3]}};
  const uint32_t parts =
      mux_gallium_clear_color0 |
      (depth_ != nullptr ? mux_gallium_clear_depth | mux_gallium_clear_stencil : 0U);
  succeed(muxGalliumClear(context_, parts, &value, depth, stencil));
}

void Picture::upload(const std::vector<Vertex> &vertices) {
  vertices_ = buffer_with(context_, vertices.data(), vertices.size() * sizeof(Vertex),
                          mux_gallium_bind_vertex_buffer);
  const mux_gallium_vertex_buffer_t buffer = {vertices_, 0, sizeof(Vertex)};
  succeed(muxGalliumSetVertexBuffers(context_, 1, &buffer));
}

void Picture::draw(mux_gallium_primitive_e mode, const std::vector<Vertex> &vertices) {
  upload(vertices);
  mux_gallium_draw_info_t info{};
  info.mode = mode;
  info.count = static_cast<uint32_t>(vertices.size());
  info.instance_count = 1;
  info.max_index = UINT32_MAX;
  succeed(muxGalliumDrawVbo(context_, &info));
}

void Picture::draw_indexed(mux_gallium_primitive_e mode, const std::vector<Vertex> &vertices,
                           const std::vector<uint16_t> &indices,
                           const std::function<void(mux_gallium_draw_info_t &)> &change) {
  upload(vertices);
  indices_ = buffer_with(context_, indices.data(), indices.size() * sizeof(uint16_t),
                         mux_gallium_bind_index_buffer);
  mux_gallium_draw_info_t info{};
  info.mode = mode;
  info.index_size = sizeof(uint16_t);
  info.index_resource = indices_;
  info.count = static_cast<uint32_t>(indices.size());
  info.instance_count = 1;
  info.max_index = UINT32_MAX;
  if (change) {
    change(info);
  }
  succeed(muxGalliumDrawVbo(context_, &info));
}

}  // namespace gallium_test

/// @file
/// A client's commands as words, executed by the server on the recorded layer.
#pragma once

#include <bit>
#include <cstdint>
#include <initializer_list>
#include <mux/mux.hpp>
#include <string>
#include <vector>

#include "recorded_layer.h"
#include "vtest/server/renderer.h"

namespace mux::test {

/// Numbers of commands.
enum : uint32_t {
  create_object = 1,
  bind_object = 2,
  destroy_object = 3,
  set_viewports = 4,
  set_framebuffer = 5,
  set_vertex_buffers = 6,
  draw_vbo = 8,
  set_index_buffer = 11,
  set_stencil_reference = 13,
  set_blend_color = 14,
  set_scissors = 15,
  set_stipple = 22,
  set_clip_planes = 23,
  set_sample_mask = 24,
  set_targets = 25,
  set_render_condition = 26,
  bind_shader = 31,
  set_tessellation = 32,
  set_min_samples = 33,
  set_framebuffer_size = 38,
};

/// Numbers of types of objects.
enum : uint32_t {
  blend = 1,
  rasterizer = 2,
  depth_stencil_alpha = 3,
  shader = 4,
  vertex_elements = 5,
  surface = 8,
  query = 9,
  streamout_target = 10,
};

inline uint32_t word(float value) {
  return std::bit_cast<uint32_t>(value);
}

/// A command of the stream.
inline std::vector<uint32_t> command(uint32_t number, std::vector<uint32_t> words,
                                     uint32_t type = 0) {
  words.insert(words.begin(), number | type << 8 | static_cast<uint32_t>(words.size()) << 16);
  return words;
}

/// A client with a context of the layer. Calls of earlier ones are forgotten.
class RecordedClient {
 public:
  RecordedClient()
      : log_(vtest::LogLevel::warn,
             [this](vtest::LogLevel, const std::string &line) { lines_.push_back(line); }),
        client_log_(log_, 1),
        renderer_({device_.get(), device_.allocator(), vtest::Level::opengl_4_3}, client_log_) {
    layer_calls() = {};
  }

  void submit(std::initializer_list<std::vector<uint32_t>> commands) {
    std::vector<uint32_t> words;
    for (const std::vector<uint32_t> &one : commands) {
      words.insert(words.end(), one.begin(), one.end());
    }
    renderer_.submit(words);
  }
  void submit(const std::vector<uint32_t> &one) { renderer_.submit(one); }
  /// Creates a buffer.
  void create_buffer(uint32_t handle, uint32_t bytes) {
    renderer_.create_resource({handle, 0, 64, 0, bytes, 1, 1, 1, 0, 0, 0});
  }
  void release_resource(uint32_t handle) { renderer_.release_resource(handle); }
  /// Creates a texture of 8 x 8 pixels of R8G8B8A8_UNORM.
  void create_texture(uint32_t handle) {
    renderer_.create_resource({handle, 2, 67, 1 << 1, 8, 8, 1, 1, 0, 0, 0});
  }

  /// The warnings so far.
  const std::vector<std::string> &log() const { return lines_; }

 private:
  std::vector<std::string> lines_;
  Device device_;
  vtest::Log log_;
  vtest::ClientLog client_log_;
  vtest::Renderer renderer_;
};

}  // namespace mux::test

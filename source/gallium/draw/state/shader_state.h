/// @file
/// Shaders of the pipeline: objects with a function, and the programs of draws that call it.
#pragma once

#include <mux/gallium/draw_state.h>
#include <mux/gallium/shader_interface.h>

#include <array>
#include <memory>
#include <string>
#include <vector>

#include "gallium/draw/program/draw_program.h"
#include "gallium/support/object.h"

namespace mux::gallium {

/// What the vertices of a shader write to buffers.
struct StreamOutputLayout {
  /// Words of a vertex in each buffer.
  std::array<uint32_t, MUX_GALLIUM_MAX_STREAM_OUTPUT_BUFFERS> strides{};
  std::vector<mux_gallium_stream_output_t> outputs;
};

class ShaderState final : public OfContext, public mux_gallium_shader_state_s {
 public:
  using HandleType = mux_gallium_shader_state_t;
  static constexpr const char *is_null = "the shader is NULL";

  /// Compiles the shader.
  /// @param[out] log receives the compiler's messages, also if it fails.
  ShaderState(const void *context, Screen &screen, const mux_gallium_shader_template_t &description,
              std::string &log);
  ~ShaderState() override;

  uint32_t stage() const { return stage_; }
  const mux_shader_interface_t &interface() const { return *interface_; }
  const StreamOutputLayout &stream_output() const { return stream_output_; }
  /// The kernel of the stage with this shader; linked on the first call. For the context's thread.
  DrawProgram &program();

 private:
  Ref<Screen> screen_;
  uint32_t stage_;
  std::unique_ptr<mux_shader_interface_t> interface_;
  StreamOutputLayout stream_output_;
  std::vector<std::byte> object_;
  std::unique_ptr<DrawProgram> program_;
};

}  // namespace mux::gallium

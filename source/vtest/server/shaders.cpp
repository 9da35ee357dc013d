// Shaders of all stages.

#include <algorithm>
#include <string>
#include <utility>

#include "vtest/server/renderer.h"

namespace mux::vtest {

namespace {

/// What a first piece says about stream output.
std::unique_ptr<mux_gallium_shader_template_t> to_description(const stream::CreateShader &command) {
  auto result = std::make_unique<mux_gallium_shader_template_t>();
  result->stage = static_cast<uint32_t>(command.stage);
  std::ranges::copy(command.strides, result->stream_output_strides);
  for (const stream::CreateShader::Output &output : command.outputs) {
    result->stream_outputs[result->stream_output_count++] = {
        output.register_index, output.start_component, output.components,
        output.buffer,         output.offset,          output.stream};
  }
  return result;
}

void compile_compute(SubContext &context, Shader &shader, const std::string &text) {
  mux_gallium_compute_template_t description{};
  description.language = mux_gallium_language_tgsi;
  description.source = text.data();
  description.source_length = text.size();
  description.static_shared_memory = shader.local_bytes;
  mux_gallium_compute_state_t state = nullptr;
  if (context.check(muxGalliumCreateComputeState(context.get(), &description, &state),
                    "compute shader")) {
    shader.compute = ComputeState(context.get(), state);
  }
}

void compile_stage(SubContext &context, Shader &shader, const std::string &text) {
  const std::unique_ptr<mux_gallium_shader_template_t> description = std::move(shader.description);
  description->source = text.data();
  description->source_length = text.size();
  mux_gallium_shader_state_t state = nullptr;
  if (context.check(muxGalliumCreateShader(context.get(), description.get(), &state),
                    (std::string(stream::name_of(shader.stage)) + " shader").c_str())) {
    shader.state = ShaderState(context.get(), state);
  }
}

}  // namespace

void Renderer::compile(Shader &shader) {
  const std::string text = std::move(shader.text).take();
  if (log_.enabled(LogLevel::debug)) {
    log_.write(LogLevel::debug, "shader:\n" + text);
  }
  if (shader.stage == stream::Stage::compute) {
    compile_compute(current(), shader, text);
  } else {
    compile_stage(current(), shader, text);
  }
}

void Renderer::execute(const stream::CreateShader &command) {
  if (!command.continuation) {
    Shader shader;
    shader.stage = command.stage;
    if (command.stage == stream::Stage::compute) {
      shader.local_bytes = command.outputs_or_local;
    } else {
      shader.description = to_description(command);
    }
    if (!current().add(command.object, std::move(shader))) {
      return;
    }
  }
  auto *shader = current().find<Shader>(command.object, "shader");
  if (shader == nullptr) {
    return;
  }
  if (!shader->text.add(command)) {
    log_.warn_once("the pieces of a shader's text do not fit together");
    return;
  }
  if (shader->text.is_complete()) {
    compile(*shader);
  }
}

void Renderer::execute(const stream::BindShader &command) {
  SubContext &context = current();
  const Shader *shader = context.find<Shader>(command.shader, "shader");
  if (shader != nullptr && shader->stage != command.stage) {
    log_.warn_once("BIND_SHADER: the shader is of another stage");
    return;
  }
  if (command.stage == stream::Stage::compute) {
    context.check(muxGalliumBindComputeState(context.get(),
                                             shader == nullptr ? nullptr : shader->compute.get()),
                  "BIND_SHADER");
    return;
  }
  mux_gallium_shader_state_t state = shader == nullptr ? nullptr : shader->state.get();
  const auto stage = static_cast<uint32_t>(command.stage);
  const uint32_t bit = 1U << stage;
  // Draws without the shader would draw something else.
  const bool is_missing = command.shader.handle != 0 && state == nullptr;
  context.missing_shaders = (context.missing_shaders & ~bit) | (is_missing ? bit : 0);
  context.check(muxGalliumBindShader(context.get(), stage, state), "BIND_SHADER");
}

}  // namespace mux::vtest

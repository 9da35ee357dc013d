#include "gallium/draw/state/shader_state.h"

#include <mux/gallium/state.h>

#include <array>
#include <cstdio>
#include <span>

#include "gallium/draw/kernels/draw_abi.h"
#include "gallium/kernels/library.h"
#include "gallium/support/compilation.h"

namespace mux::gallium {
namespace {

void check_outputs(const mux_gallium_shader_template_t &description) {
  require_valid(description.stream_output_count <= MUX_GALLIUM_MAX_STREAM_OUTPUTS,
                "too many stream outputs");
  for (const mux_gallium_stream_output_t &output :
       std::span(description.stream_outputs).first(description.stream_output_count)) {
    require_valid(
        output.register_index < MUX_SHADER_MAX_REGISTERS && output.start_component < 4 &&
            output.num_components <= 4 && output.start_component + output.num_components <= 4 &&
            output.output_buffer < MUX_GALLIUM_MAX_STREAM_OUTPUT_BUFFERS && output.stream < 4,
        "a stream output is out of range");
    const uint32_t stride = description.stream_output_strides[output.output_buffer];
    require_valid(
        output.dst_offset <= stride && output.num_components <= stride - output.dst_offset,
        "a stream output is beyond the stride of its buffer");
  }
}

void check_description(const mux_gallium_shader_template_t &description) {
  require_valid(description.source != nullptr && description.source_length != 0,
                "there is no source");
  require_valid(
      description.stage < mux_gallium_stage_count && description.stage != mux_gallium_stage_compute,
      "the pipeline has no such stage");
  check_outputs(description);
}

/// The first error of a log, or what the compiler said last.
[[noreturn]] void fail_with(const std::string &log) {
  thread_local std::array<char, 400> text;
  const size_t error = log.find("error");
  const size_t line = error == std::string::npos ? std::string::npos : log.rfind('\n', error);
  const size_t begin = line == std::string::npos ? 0 : line + 1;
  std::snprintf(text.data(), text.size(), "the shader has errors: %s",
                log.substr(begin, log.find('\n', begin) - begin).c_str());
  fail(mux_error_failure, text.data());
}

bool has_too_many_registers(const mux_shader_interface_t &shader) {
  const auto is_beyond = [](const mux_shader_register_t &of) {
    return of.number >= DRAW_MAX_REGISTERS;
  };
  return std::ranges::any_of(std::span(shader.inputs).first(shader.input_count), is_beyond) ||
         std::ranges::any_of(std::span(shader.outputs).first(shader.output_count), is_beyond);
}

}  // namespace

ShaderState::ShaderState(const void *context, Screen &screen,
                         const mux_gallium_shader_template_t &description, std::string &log)
    : OfContext(context),
      screen_(screen),
      stage_(description.stage),
      interface_(std::make_unique<mux_shader_interface_t>()) {
  check_description(description);
  std::ranges::copy(description.stream_output_strides, stream_output_.strides.begin());
  stream_output_.outputs.assign(description.stream_outputs,
                                description.stream_outputs + description.stream_output_count);
  check(muxDescribeTgsi(description.source, description.source_length, interface_.get()));
  require(interface_->stage == stage_, mux_error_failure, "the shader is of another stage");
  require(stage_ == mux_gallium_stage_vertex || stage_ == mux_gallium_stage_fragment,
          mux_error_feature_unsupported, "geometry and tessellation shaders are not supported yet");
  require(!has_too_many_registers(*interface_), mux_error_feature_unsupported,
          "the shader has more than 48 inputs or outputs");
  mux_compile_info_t info{};
  info.source = description.source;
  info.source_length = description.source_length;
  info.language = mux_compile_language_tgsi;
  info.output = mux_compile_output_object;
  Compilation compilation(screen.allocator());
  const mux_result_t result = compilation.compile(info);
  log = compilation.log();
  if (result == mux_error_failure) {
    fail_with(log);
  }
  check(result);
  const auto *bytes = static_cast<const std::byte *>(compilation.binary());
  object_.assign(bytes, bytes + compilation.size());
}

ShaderState::~ShaderState() = default;

DrawProgram &ShaderState::program() {
  if (!program_) {
    const bool is_vertex = stage_ == mux_gallium_stage_vertex;
    const std::span<const std::byte> objects[] = {
        object_,
        KernelLibrary::draws(*screen_).object(is_vertex ? DrawStage::vertices : DrawStage::tiles)};
    program_ = std::make_unique<DrawProgram>(KernelDevice(*screen_), objects,
                                             is_vertex ? "draw_vertices" : "draw_tiles",
                                             is_vertex ? "vertex_code" : "fragment_code");
  }
  return *program_;
}

}  // namespace mux::gallium

#include "gallium/draw/program/draw_library.h"

#include <cstring>

#include "gallium/draw/kernels/source.h"
#include "gallium/support/compilation.h"

namespace mux::gallium {
namespace {

/// What stands for a shader where there is none; it is not called.
constexpr const char *no_shader = R"(
struct mux_gallium_stage_resources_s;
struct mux_gallium_fragment_values_s;
void mux_fragment_shader(global const struct mux_gallium_stage_resources_s *resources,
                         const private uint4 *inputs, private uint4 *outputs,
                         private struct mux_gallium_fragment_values_s *values) {}
)";

std::vector<std::byte> compiled_object(mux_allocator_info_t allocator, const char *source) {
  mux_compile_info_t info{};
  info.source = source;
  info.source_length = std::strlen(source);
  info.source_name = "draw.cl";
  info.options = "-cl-std=CL3.0";
  info.language = mux_compile_language_opencl_c;
  info.output = mux_compile_output_object;
  Compilation compilation(allocator);
  check(compilation.compile(info));
  const auto *bytes = static_cast<const std::byte *>(compilation.binary());
  return {bytes, bytes + compilation.size()};
}

}  // namespace

std::span<const std::byte> DrawLibrary::object(DrawStage stage) {
  const std::lock_guard guard(lock_);
  return compiled(stage);
}

std::span<const std::byte> DrawLibrary::compiled(DrawStage stage) {
  const std::array<const char *, 4> sources = {draw_vertices_source, draw_stream_output_source,
                                               draw_setup_source, draw_tiles_source};
  const auto index = static_cast<size_t>(stage);
  std::vector<std::byte> &object = objects_.at(index);
  if (object.empty()) {
    object = compiled_object(device_.allocator, sources.at(index));
  }
  return object;
}

Ref<DrawKernel> DrawLibrary::shaderless_kernel(std::span<const std::byte> code) {
  const std::lock_guard guard(lock_);
  if (!shaderless_) {
    const std::vector<std::byte> shader = compiled_object(device_.allocator, no_shader);
    const std::span<const std::byte> objects[] = {shader, compiled(DrawStage::tiles)};
    shaderless_ = std::make_unique<DrawProgram>(device_, objects, "draw_tiles", "fragment_code");
  }
  return shaderless_->kernel_for(code, {});
}

Ref<DrawKernel> DrawLibrary::stream_output_kernel(std::span<const std::byte> code) {
  const std::lock_guard guard(lock_);
  if (!stream_output_) {
    const std::span<const std::byte> objects[] = {compiled(DrawStage::stream_output)};
    stream_output_ =
        std::make_unique<DrawProgram>(device_, objects, "draw_stream_output", "stream_output_code");
  }
  return stream_output_->kernel_for(code, {});
}

Ref<DrawKernel> DrawLibrary::setup_kernel(std::span<const std::byte> code) {
  const std::lock_guard guard(lock_);
  if (!setup_) {
    const std::span<const std::byte> objects[] = {compiled(DrawStage::setup)};
    setup_ = std::make_unique<DrawProgram>(device_, objects, "draw_setup", "setup_code");
  }
  return setup_->kernel_for(code, {});
}

}  // namespace mux::gallium

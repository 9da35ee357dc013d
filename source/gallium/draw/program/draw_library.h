/// @file
/// The kernels of draws as objects, to be joined with shaders. Compiled when the first draw needs
/// them, and cached on disk by the compiler. Thread-safe.
#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <mutex>
#include <span>
#include <vector>

#include "gallium/draw/program/draw_program.h"

namespace mux::gallium {

enum class DrawStage : uint8_t { vertices, stream_output, setup, tiles };

class DrawLibrary {
 public:
  explicit DrawLibrary(const KernelDevice &device) : device_(device) {}

  /// The object with a stage's kernel. Lives as long as the library.
  std::span<const std::byte> object(DrawStage stage);
  /// The kernel `draw_tiles` without a shader.
  Ref<DrawKernel> shaderless_kernel(std::span<const std::byte> code);
  /// The kernel `draw_stream_output` for a value of `stream_output_code`.
  Ref<DrawKernel> stream_output_kernel(std::span<const std::byte> code);
  /// The kernel `draw_setup` for a value of `setup_code`.
  Ref<DrawKernel> setup_kernel(std::span<const std::byte> code);

 private:
  std::span<const std::byte> compiled(DrawStage stage);

  KernelDevice device_;
  std::mutex lock_;
  std::array<std::vector<std::byte>, 4> objects_;
  std::unique_ptr<DrawProgram> stream_output_;
  std::unique_ptr<DrawProgram> setup_;
  std::unique_ptr<DrawProgram> shaderless_;
};

}  // namespace mux::gallium

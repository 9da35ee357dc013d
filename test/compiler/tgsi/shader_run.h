/// @file
/// Runs compute shaders through the mux API. Arguments are matched by the names of the kernel's
/// parameters.

#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <mux/mux.hpp>
#include <string>
#include <vector>

namespace mux::test {

using Words = std::vector<uint32_t>;

/// The device of these tests.
const Device &test_device();

/// Compiles a shader to a binary for muxCreateExecutable(). Fails the test if it is refused.
std::string compile_shader(const std::string &text);

/// Numbers the lines: "MOV ..." becomes "  0: MOV ...".
std::string numbered(const std::vector<std::string> &instructions);

class ShaderRun {
 public:
  /// @param constants of the program. Those that it does not have are left out.
  explicit ShaderRun(const std::string &text, const std::vector<ConstantValue> &constants = {});

  /// Binds words to a parameter such as "buffer_0".
  ShaderRun &bind(const std::string &name, const Words &words);
  /// Passes another size in bytes than that of the words.
  ShaderRun &pass_size(const std::string &name, uint32_t bytes);
  /// Runs the shader; what is not bound gets 16 bytes and the size 0.
  ShaderRun &run(std::array<size_t, 3> groups, std::array<size_t, 3> group_size);

  /// The contents of a buffer.
  const Words &words(const std::string &name) const { return buffers_.at(name); }
  const Kernel &kernel() const { return kernel_; }

 private:
  std::string binary_;
  Executable executable_;
  Kernel kernel_;
  std::map<std::string, Words> buffers_;
  std::map<std::string, uint32_t> sizes_;
};

}  // namespace mux::test

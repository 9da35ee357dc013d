#include "shader_run.h"

#include <catch2/catch.hpp>

#include <cstring>
#include <span>

#include "compile.h"

namespace mux::test {

const Device &test_device() {
  static const Device device;
  return device;
}

std::string compile_shader(const std::string &text) {
  const CompileResult compiled = compile(text, "", "shader.tgsi");
  INFO(text << compiled.log);
  REQUIRE(compiled.result == mux_success);
  return compiled.binary;
}

std::string numbered(const std::vector<std::string> &instructions) {
  std::string text;
  for (size_t i = 0; i < instructions.size(); ++i) {
    text += (i < 10    ? "  "
             : i < 100 ? " "
                       : "") +
            std::to_string(i) + ": " + instructions[i] + "\n";
  }
  return text;
}

ShaderRun::ShaderRun(const std::string &text, const std::vector<ConstantValue> &constants)
    : binary_(compile_shader(text)),
      executable_(test_device(), std::as_bytes(std::span(binary_)), constants),
      kernel_(executable_, "main") {}

ShaderRun &ShaderRun::bind(const std::string &name, const Words &words) {
  buffers_[name] = words;
  return *this;
}

ShaderRun &ShaderRun::pass_size(const std::string &name, uint32_t bytes) {
  sizes_[name] = bytes;
  return *this;
}

ShaderRun &ShaderRun::run(std::array<size_t, 3> groups, std::array<size_t, 3> group_size) {
  constexpr size_t least_bytes = 16;
  const std::vector<mux_kernel_argument_info_t> infos = kernel_.arguments();
  std::vector<uint32_t> sizes;
  std::map<std::string, Buffer> buffers;
  std::vector<mux_descriptor_info_t> arguments;
  // Descriptors point to the sizes.
  sizes.reserve(infos.size());
  for (const mux_kernel_argument_info_t &info : infos) {
    std::string name = info.name;
    if (info.kind == mux_kernel_argument_kind_plain_old_data) {
      name.resize(name.size() - std::strlen("_size"));
      const auto words = buffers_.find(name);
      const auto size = sizes_.find(name);
      sizes.push_back(size != sizes_.end() ? size->second
                      : words == buffers_.end()
                          ? 0
                          : static_cast<uint32_t>(words->second.size() * sizeof(uint32_t)));
      arguments.push_back(argument(sizes.back()));
    } else if (info.kind == mux_kernel_argument_kind_local_buffer) {
      arguments.push_back(local_argument(sizes_.at(name)));
    } else {
      const Words &words = buffers_[name];
      Buffer &buffer =
          buffers
              .emplace(name, Buffer(test_device(),
                                    std::max(least_bytes, words.size() * sizeof(uint32_t))))
              .first->second;
      if (!words.empty()) {
        buffer.write(std::span(words));
      }
      arguments.push_back(argument(buffer));
    }
  }
  CommandBuffer commands(test_device());
  commands.nd_range(
      kernel_, arguments,
      NdRange({groups[0] * group_size[0], groups[1] * group_size[1], groups[2] * group_size[2]},
              {group_size[0], group_size[1], group_size[2]}));
  commands.finalize();
  test_device().queue().run(commands);
  for (auto &[name, buffer] : buffers) {
    if (!buffers_[name].empty()) {
      buffer.read(std::span(buffers_[name]));
    }
  }
  return *this;
}

}  // namespace mux::test

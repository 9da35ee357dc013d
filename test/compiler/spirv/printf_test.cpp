// printf in modules. Formats are tested with OpenCL C, which uses the same code.

#include <mux/extensions.h>

#include <catch2/catch.hpp>
#include <mux/mux.hpp>

#include "kernel_table.h"
#include "module_text.h"

namespace mux::test {
namespace {

/// Appends printed text; other messages are ignored.
void append(void *text, const char *message, const void *data, size_t) {
  const auto *info = static_cast<const mux_message_info_t *>(data);
  if (info != nullptr && info->kind == mux_message_kind_printf) {
    *static_cast<std::string *>(text) += message;
  }
}

/// A string constant of the module.
void declare_text(ModuleText &module, const std::string &name, const std::string &text) {
  std::string characters;
  for (const char character : text) {
    characters += " %uchar_" + std::to_string(int{character});
  }
  const std::string type = "array" + std::to_string(text.size() + 1) + "_uchar";
  module.declare("%" + name + " = OpConstantComposite %" + type + characters + " %uchar_0\n" +
                 "%variable_" + name + " = OpVariable %constant_" + type + " UniformConstant %" +
                 name);
}

std::string printed(const ModuleText &module) {
  const std::string binary = compile_module(module.assemble());
  const Executable executable(test_device(), std::as_bytes(std::span(binary)));
  const Kernel kernel(executable, "print");
  std::string text;
  mux_callback_info_s callback = {append, &text};
  CommandBuffer commands(test_device(), &callback);
  REQUIRE(muxSetKernelOutput(commands.get(), mux_kernel_output_callback) == mux_success);
  commands.nd_range(kernel, {}, NdRange({1}, {1}));
  commands.finalize();
  test_device().queue().run(commands);
  return text;
}

}  // namespace

TEST_CASE("printf prints sizes and differences of pointers", "[spirv]") {
  ModuleText module;
  declare_text(module, "format", "%zu %zx|%td %+ti|%5zd\n");
  module.kernel("print", {},
                "%text = OpInBoundsAccessChain %constant_uchar %variable_format %uint_0\n"
                "%minus = OpSNegate %ulong %ulong_3\n"
                "%code = OpExtInst %uint %opencl printf %text %ulong_1099511627776 %minus %minus "
                "%ulong_7 %ulong_9\n");
  CHECK(printed(module) == "1099511627776 fffffffffffffffd|-3 +7|    9\n");
}

TEST_CASE("printf prints arguments of another kind than their conversions", "[spirv]") {
  ModuleText module;
  declare_text(module, "format", "%lld %d %f %s|%d\n");
  module.kernel("print", {},
                "%text = OpInBoundsAccessChain %constant_uchar %variable_format %uint_0\n"
                "%code = OpExtInst %uint %opencl printf %text %ulong_1099511627776 %double_1p5 "
                "%uint_7 %uint_3\n");
  CHECK(printed(module) == "1099511627776 1 7.000000 %s|%d\n");
}

}  // namespace mux::test

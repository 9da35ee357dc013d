// TGSI in muxCompile(): recognition, the kernel's interface, options and what is not supported.

#include <catch2/catch.hpp>

#include "compile.h"
#include "shader_run.h"
#include "shaders.h"

namespace mux::test::language {
namespace {

/// The log of a compilation in a language.
std::string log_of(const std::string &source, uint32_t language, const std::string &options = {}) {
  CountingAllocator allocator;
  mux_compile_info_t info = {};
  info.source = source.data();
  info.source_length = source.size();
  info.options = options.c_str();
  info.language = language;
  mux_compilation_t compilation = nullptr;
  const mux_result_t result = muxCompile(&info, allocator.info(), &compilation);
  return take_result(result, compilation, allocator).log;
}

const std::string empty_shader = "COMP\n  0: END\n";

}  // namespace

TEST_CASE("TGSI is recognized by its first two lines", "[tgsi][muxCompile]") {
  for (const std::string text :
       {"COMP\n  0: END\n", "COMP\nDCL FOO", "FRAG\nPROPERTY FOO 1\n", "COMP\nIMM[0] FOO {}"}) {
    INFO(text);
    const std::string log = log_of(text, mux_compile_language_detect);
    CHECK((log.empty() || contains(log, "error: line ")));
  }
  for (const std::string text :
       {"COMP", "COMP\n", "COMP x\n  0: END\n", "COMP\nEND\n", "\n  0: END\n",
        "int x;\nDCL TEMP[0]\n", "COMP\n  :", "COMP\n12"}) {
    INFO(text);
    const std::string log = log_of(text, mux_compile_language_detect);
    CHECK_FALSE(contains(log, "error: line "));
    CHECK(contains(log_of(text, mux_compile_language_tgsi), "error: line "));
  }
}

TEST_CASE("a language that is named is not detected", "[tgsi][muxCompile]") {
  CHECK(log_of(empty_shader, mux_compile_language_tgsi).empty());
  CHECK(contains(log_of(empty_shader, mux_compile_language_spirv), "magic number"));
  CHECK_FALSE(log_of(empty_shader, mux_compile_language_opencl_c).empty());
  CountingAllocator allocator;
  mux_compile_info_t info = {};
  info.source = empty_shader.data();
  info.source_length = empty_shader.size();
  info.language = mux_compile_language_tgsi + 1;
  mux_compilation_t compilation = nullptr;
  CHECK(muxCompile(&info, allocator.info(), &compilation) == mux_error_invalid_value);
}

TEST_CASE("errors have the name of the source, the line and the word", "[tgsi][muxCompile]") {
  const CompileResult result = compile("COMP\n  0: FOO\n", "", "shader.tgsi");
  CHECK(result.result == mux_error_failure);
  CHECK(result.log == "shader.tgsi: error: line 2: 'FOO': is no opcode\n");
}

TEST_CASE("the kernel's parameters follow from the declarations", "[tgsi][muxCompile]") {
  const ShaderRun run(
      "COMP\nPROPERTY CS_FIXED_BLOCK_WIDTH 8\nPROPERTY CS_FIXED_BLOCK_HEIGHT 4\n"
      "DCL MEMORY[1], SHARED\nDCL BUFFER[5]\nDCL HWATOMIC[3][0]\nDCL CONST[7][0..1]\n"
      "DCL BUFFER[1..2]\nDCL IMAGE[2], 2D, PIPE_FORMAT_NONE, WR\nDCL CONST[0..3]\nDCL CONST[4]\n  "
      "0: END\n");
  std::vector<std::string> names;
  for (const mux_kernel_argument_info_t &info : run.kernel().arguments()) {
    names.emplace_back(info.name);
    const bool is_size = names.back().ends_with("_size");
    CHECK(info.kind == (is_size                    ? mux_kernel_argument_kind_plain_old_data
                        : names.back() == "shared" ? mux_kernel_argument_kind_local_buffer
                                                   : mux_kernel_argument_kind_buffer));
  }
  CHECK(names == std::vector<std::string>{"const_0", "const_0_size", "const_7", "const_7_size",
                                          "buffer_1", "buffer_1_size", "buffer_2", "buffer_2_size",
                                          "buffer_5", "buffer_5_size", "atomic_3", "atomic_3_size",
                                          "shared", "shared_size", "image_2", "image_2_layout"});
  const mux_kernel_info_t info = run.kernel().info();
  CHECK(info.required_local_size[0] == 8);
  CHECK(info.required_local_size[1] == 4);
  CHECK(info.required_local_size[2] == 1);
}

TEST_CASE("options of the math apply, others are ignored", "[tgsi][muxCompile]") {
  for (const std::string &shader : sample_shaders()) {
    for (const std::string options :
         {"", "-cl-fast-relaxed-math", "-cl-fp32-correctly-rounded-divide-sqrt -g -DX=1 -Werror"}) {
      INFO(options);
      CHECK(log_of(shader, mux_compile_language_tgsi, options).empty());
    }
  }
  CHECK(contains(log_of(empty_shader, mux_compile_language_tgsi, "-foo"), "unknown option"));
}

TEST_CASE("what is not supported yet is refused by name", "[tgsi][muxCompile]") {
  const auto refusal = [](const std::string &text) {
    return log_of(text, mux_compile_language_tgsi);
  };
  const std::string texture =
      "COMP\nDCL TEMP[0]\nDCL SAMP[0]\nDCL SVIEW[0], 2D, FLOAT\n"
      "DCL IMAGE[0], 2D, PIPE_FORMAT_R32_FLOAT\n  0: ";
  CHECK(contains(refusal(texture + "TXF TEMP[0], TEMP[0], SAMP[0], CUBE\n  1: END\n"),
                 "line 6: 'TXF': texels of cubes cannot be fetched"));
  CHECK(contains(refusal(texture + "TXL TEMP[0], TEMP[0], SAMP[0], BUFFER\n  1: END\n"),
                 "line 6: 'TXL': the target has no filtered texels"));
  CHECK(contains(refusal(texture + "LOAD TEMP[0], IMAGE[0], TEMP[0], 2D\n  1: END\n"),
                 "line 6: 'LOAD': loads from images need a format"));
  CHECK(contains(refusal(texture + "STORE IMAGE[0], TEMP[0], TEMP[0], SHADOW2D\n  1: END\n"),
                 "line 6: 'STORE': the target is none of an image"));
  for (const std::string instruction :
       {"BGNSUB", "SWITCH TEMP[0].xxxx", "BALLOT TEMP[0].xy, TEMP[0].xxxx",
        "PK2H TEMP[0], TEMP[0]"}) {
    INFO(instruction);
    CHECK(contains(refusal(texture + instruction + "\n  1: END\n"), "is not supported"));
  }
}

}  // namespace mux::test::language

// Modules that compile and run, compared with the OpenCL C they were translated from.

#include <catch2/catch.hpp>

#include "compile.h"
#include "instruction_record.h"
#include "modules.h"

using namespace mux::test;

namespace {

std::vector<uint32_t> results_of(const std::string &program, const std::string &name,
                                 const std::vector<uint32_t> &input) {
  const CompileResult compiled = compile(program, "-cl-std=CL3.0", name.c_str());
  INFO(compiled.log);
  REQUIRE(compiled.result == mux_success);
  if (name.ends_with(".spv")) {
    note_run(words_of(program));
  }
  return run_kernel(compiled.binary, input);
}

}  // namespace

TEST_CASE("a module has the results of its source", "[muxCompile][source]") {
  const std::string name =
      GENERATE("vector_add", "arithmetic", "vectors", "functions", "local_memory", "atomics",
               "groups", "generic", "sub_groups", "events", "memory", "debug_info");
  INFO(name);
  const std::vector<uint32_t> input = test_input(1);
  const std::vector<uint32_t> expected = results_of(read_source(name), name + ".cl", input);
  const std::vector<uint32_t> actual = results_of(read_module(name), name + ".spv", input);
  for (size_t i = 0; i < test_items; ++i) {
    INFO("work-item " << i << " of input " << input[i]);
    REQUIRE(actual[i] == expected[i]);
  }
}

TEST_CASE("a module adds vectors", "[muxCompile]") {
  const std::vector<uint32_t> input = test_input(2);
  const std::vector<uint32_t> actual = results_of(read_module("vector_add"), "add.spv", input);
  for (size_t i = 0; i < test_items; ++i) {
    REQUIRE(actual[i] == input[i] + input[test_items - 1 - i]);
  }
}

TEST_CASE("blocks may precede their dominators", "[muxCompile]") {
  const std::vector<uint32_t> input = test_input(5);
  const std::vector<uint32_t> actual =
      results_of(read_module("blocks_out_of_order"), "blocks.spv", input);
  for (size_t i = 0; i < test_items; ++i) {
    REQUIRE(actual[i] == (input[i] < 10 ? 2 * input[i] : input[i] + 1));
  }
}

TEST_CASE("the words of a module may have either byte order", "[muxCompile]") {
  std::vector<uint32_t> words = words_of(read_module("arithmetic"));
  for (uint32_t &word : words) {
    word = __builtin_bswap32(word);
  }
  const std::vector<uint32_t> input = test_input(3);
  REQUIRE(results_of(bytes_of(words), "swapped", input) ==
          results_of(read_module("arithmetic"), "plain.spv", input));
}

TEST_CASE("a module may be compiled to native code, and to an object", "[muxCompile]") {
  const std::string module = read_module("vector_add");
  const CompileResult native = compile(module, "", "add.spv", mux_compile_output_native);
  REQUIRE(native.result == mux_success);
  const std::vector<uint32_t> input = test_input(4);
  REQUIRE(run_kernel(native.binary, input)[0] == input[0] + input[test_items - 1]);
  REQUIRE(compile(module, "", "add.spv", mux_compile_output_object).result == mux_success);
}

TEST_CASE("language options are accepted, unknown ones rejected", "[muxCompile]") {
  const std::string module = read_module("vector_add");
  REQUIRE(compile(module, "-cl-fast-relaxed-math -cl-std=CL3.0 -Werror -DX -I.").result ==
          mux_success);
  REQUIRE(contains(compile(module, "-unknown").log, "unknown option '-unknown'"));
}

// Features of modules in the Khronos tests that others lack.

#include <catch2/catch.hpp>

#include "compile.h"
#include "compiler/spirv/grammar/grammar.h"
#include "modules.h"

using namespace mux::compiler::spirv;
using namespace mux::test;

namespace {

/// Sets the alignment of all loads and stores. Returns their number.
size_t set_alignments(std::vector<uint32_t> &words, uint32_t bytes) {
  constexpr size_t header_words = 5;
  constexpr uint32_t aligned = 2;
  size_t found = 0;
  for (size_t at = header_words; at < words.size(); at += words[at] >> 16) {
    const auto opcode = static_cast<Op>(words[at] & 0xffff);
    const size_t access = at + (opcode == Op::Load ? 4 : 3);
    if ((opcode == Op::Load || opcode == Op::Store) && at + (words[at] >> 16) == access + 2 &&
        words[access] == aligned) {
      words[access + 1] = bytes;
      ++found;
    }
  }
  return found;
}

}  // namespace

TEST_CASE("an alignment of 0 is ignored, one that is not a power of two is rejected",
          "[muxCompile]") {
  std::vector<uint32_t> words = words_of(read_module("vector_add"));
  REQUIRE(set_alignments(words, 0) != 0);
  const CompileResult compiled = compile(bytes_of(words), "", "unknown.spv");
  INFO(compiled.log);
  REQUIRE(compiled.result == mux_success);
  const std::vector<uint32_t> input = test_input(5);
  const std::vector<uint32_t> actual = run_kernel(compiled.binary, input);
  for (size_t i = 0; i < test_items; ++i) {
    REQUIRE(actual[i] == input[i] + input[test_items - 1 - i]);
  }
  set_alignments(words, 3);
  REQUIRE(
      contains(compile(bytes_of(words), "", "odd.spv").log, "the alignment is no power of two"));
}

TEST_CASE("exported symbols are linked, in either order and twice", "[muxLink][source]") {
  const std::string library =
      compile(read_module("defined_everywhere"), "", "next.spv", mux_compile_output_object).binary;
  const std::string program = compile(
                                  "uint next(uint x);"
                                  "kernel void test(global uint *out, global const uint *in) {"
                                  "  const size_t i = get_global_id(0);"
                                  "  out[i] = next(in[i]);"
                                  "}",
                                  "", "test.cl", mux_compile_output_object)
                                  .binary;
  const std::vector<uint32_t> input = test_input(6);
  const auto check = [&](const CompileResult &linked) {
    INFO(linked.log);
    REQUIRE(linked.result == mux_success);
    const std::vector<uint32_t> actual = run_kernel(linked.binary, input);
    for (size_t i = 0; i < test_items; ++i) {
      REQUIRE(actual[i] == input[i] + 1);
    }
  };
  SECTION("first") {
    check(link(library, program));
  }
  SECTION("last") {
    check(link(program, library));
  }
  SECTION("twice") {
    const std::string again =
        compile(read_module("defined_everywhere"), "", "again.spv", mux_compile_output_object)
            .binary;
    REQUIRE(link(library, again).result == mux_success);
  }
}

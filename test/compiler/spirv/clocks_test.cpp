// Clocks in modules (SPV_KHR_shader_clock). The validator does not support clocks of work-groups,
// so the module is one of modules/.

#include <catch2/catch.hpp>

#include <functional>

#include "compile.h"
#include "compiler/spirv/grammar/grammar.h"
#include "instruction_record.h"
#include "modules.h"

using namespace mux::test;
using mux::compiler::spirv::Op;

namespace {

/// Calls the function with the first word of each instruction of an opcode.
void for_each(std::vector<uint32_t> &words, Op opcode, const std::function<void(uint32_t *)> &use) {
  constexpr size_t header_words = 5;
  for (size_t at = header_words; at < words.size(); at += words[at] >> 16) {
    if (static_cast<Op>(words[at] & 0xffff) == opcode) {
      use(&words[at]);
    }
  }
}

}  // namespace

TEST_CASE("clocks of all scopes advance, as one number and as two halves", "[muxCompile]") {
  const std::vector<uint32_t> words = words_of(read_module("clocks"));
  const CompileResult compiled = compile(bytes_of(words), "", "clocks.spv");
  INFO(compiled.log);
  REQUIRE(compiled.result == mux_success);
  note_run(words);
  const std::vector<uint32_t> actual = run_kernel(compiled.binary, test_input(8));
  for (size_t i = 0; i < test_items; ++i) {
    REQUIRE(actual[i] == 0b111111);
  }
}

TEST_CASE("a clock of an invalid scope or type is rejected", "[muxCompile]") {
  constexpr size_t type = 1;
  std::vector<uint32_t> words = words_of(read_module("clocks"));
  uint32_t halves = 0;
  for_each(words, Op::TypeVector,
           [&](const uint32_t *word) { halves = halves == 0 ? word[1] : halves; });
  SECTION("a scope") {
    // The constant that was 1 becomes 0, the scope of all devices.
    for_each(words, Op::Constant, [](uint32_t *word) { word[3] -= word[3] == 1 ? 1 : 0; });
    CHECK(contains(compile(bytes_of(words), "", "scope.spv").log, "the scope is not device"));
  }
  SECTION("a type") {
    // The ids of the coordinates have a type that is invalid for clocks.
    uint32_t of_ids = 0;
    for_each(words, Op::TypeVector, [&](const uint32_t *word) { of_ids = word[1]; });
    REQUIRE(of_ids != halves);
    for_each(words, Op::ReadClockKHR,
             [&](uint32_t *word) { word[type] = word[type] == halves ? of_ids : word[type]; });
    CHECK(contains(compile(bytes_of(words), "", "type.spv").log, "neither a 64-bit integer"));
  }
}

// Registers: swizzles, masks, computed indices, constant buffers, system values.

#include <catch2/catch.hpp>

#include "shader_run.h"

namespace mux::test::registers {
namespace {

const std::string one_item =
    "COMP\nPROPERTY CS_FIXED_BLOCK_WIDTH 1\nPROPERTY CS_FIXED_BLOCK_HEIGHT 1\n"
    "PROPERTY CS_FIXED_BLOCK_DEPTH 1\nDCL BUFFER[0]\n";

constexpr size_t result_words = 64;

/// The first words of buffer 0 after one work-item has run.
/// @param bindings words of other buffers by name.
Words results_of(const std::string &declarations, const std::vector<std::string> &instructions,
                 const std::map<std::string, Words> &bindings = {}) {
  std::vector<std::string> lines = instructions;
  lines.emplace_back("END");
  ShaderRun run(one_item + declarations + numbered(lines));
  run.bind("buffer_0", Words(result_words));
  for (const auto &[name, words] : bindings) {
    run.bind(name, words);
  }
  return run.run({1, 1, 1}, {1, 1, 1}).words("buffer_0");
}

Words first_four(const Words &words, size_t first = 0) {
  return {words.begin() + static_cast<ptrdiff_t>(first),
          words.begin() + static_cast<ptrdiff_t>(first) + 4};
}

}  // namespace

TEST_CASE("sources are read before the destination is written", "[tgsi]") {
  const Words words =
      results_of("DCL TEMP[0], LOCAL\nIMM[0] UINT32 {1, 2, 3, 4}\nIMM[1] UINT32 {0, 0, 0, 0}\n",
                 {"MOV TEMP[0], IMM[0]", "MOV TEMP[0].xy, TEMP[0].yxzw",
                  "STORE BUFFER[0], IMM[1].xxxx, TEMP[0]"});
  CHECK(first_four(words) == Words{2, 1, 3, 4});
}

TEST_CASE("only components of the mask are written, and temporaries begin with zeros", "[tgsi]") {
  const Words words =
      results_of("DCL TEMP[0], LOCAL\nIMM[0] UINT32 {5, 6, 7, 0}\n",
                 {"MOV TEMP[0].xz, IMM[0].zyxw", "STORE BUFFER[0], IMM[0].wwww, TEMP[0]"});
  CHECK(first_four(words) == Words{7, 0, 5, 0});
}

TEST_CASE("immediates of all types are bits", "[tgsi]") {
  const Words words = results_of(
      "IMM[0] FLT32 {0x3f800000, 0x7fc00001, 0x0, 0xffffffff}\nIMM[1] INT32 {-1, 2147483647, "
      "-2147483648, 0}\nIMM[2] UINT32 {0, 16, 4294967295, 1}\n",
      {"STORE BUFFER[0], IMM[2].xxxx, IMM[0]", "STORE BUFFER[0], IMM[2].yyyy, IMM[1]"});
  CHECK(first_four(words) == Words{0x3f800000, 0x7fc00001, 0, 0xffffffff});
  CHECK(first_four(words, 4) == Words{0xffffffff, 0x7fffffff, 0x80000000, 0});
}

TEST_CASE("arrays are indexed by address registers, and indices out of range are clamped",
          "[tgsi]") {
  for (const auto &[index, expected] : std::map<uint32_t, uint32_t>{
           {2, 10}, {3, 20}, {4, 30}, {5, 30}, {0, 30}, {0x80000000, 30}, {0xffffffff, 30}}) {
    INFO("index " << index);
    const Words words = results_of(
        "DCL BUFFER[1]\nDCL TEMP[0..1], LOCAL\nDCL TEMP[2..4], ARRAY(1), LOCAL\nDCL TEMP[5], "
        "LOCAL\n"
        "DCL ADDR[0..1]\nIMM[0] UINT32 {0, 10, 20, 30}\n",
        {"MOV TEMP[2].x, IMM[0].yyyy", "MOV TEMP[3].x, IMM[0].zzzz", "MOV TEMP[4].x, IMM[0].wwww",
         "MOV TEMP[5].x, IMM[0].yyyy", "LOAD TEMP[0].x, BUFFER[1], IMM[0].xxxx",
         "UARL ADDR[1].x, TEMP[0].xxxx", "MOV TEMP[1].x, TEMP[ADDR[1].x](1).xxxx",
         "STORE BUFFER[0].x, IMM[0].xxxx, TEMP[1].xxxx"},
        {{"buffer_1", {index, 0, 0, 0}}});
    CHECK(words[0] == expected);
  }
}

TEST_CASE("a write with a computed index stays in the array", "[tgsi]") {
  for (const uint32_t index : {0U, 1U, 2U, 7U, 0xfffffff0U}) {
    INFO("index " << index);
    const Words words = results_of(
        "DCL BUFFER[1]\nDCL TEMP[0], LOCAL\nDCL TEMP[1..2], ARRAY(1), LOCAL\nDCL TEMP[3], LOCAL\n"
        "DCL ADDR[0]\nIMM[0] UINT32 {0, 7, 0, 0}\n",
        {"LOAD TEMP[0].x, BUFFER[1], IMM[0].xxxx", "UARL ADDR[0].x, TEMP[0].xxxx",
         "MOV TEMP[ADDR[0].x+1](1).y, IMM[0].yyyy", "MOV TEMP[0].x, TEMP[0].yyyy",
         "MOV TEMP[0].y, TEMP[1].yyyy", "MOV TEMP[0].z, TEMP[2].yyyy",
         "MOV TEMP[0].w, TEMP[3].yyyy", "STORE BUFFER[0], IMM[0].xxxx, TEMP[0]"},
        {{"buffer_1", {index, 0, 0, 0}}});
    CHECK(first_four(words) == Words{0, index == 0 ? 7U : 0U, index == 0 ? 0U : 7U, 0});
  }
}

TEST_CASE("a computed index without an array reaches all temporaries", "[tgsi]") {
  const Words words =
      results_of("DCL TEMP[0..3], LOCAL\nDCL ADDR[0]\nIMM[0] UINT32 {0, 2, 9, 0}\n",
                 {"UARL ADDR[0].x, IMM[0].yyyy", "MOV TEMP[ADDR[0].x+1].w, IMM[0].zzzz",
                  "STORE BUFFER[0], IMM[0].xxxx, TEMP[3]"});
  CHECK(first_four(words) == Words{0, 0, 0, 9});
}

TEST_CASE("immediates are indexed by address registers", "[tgsi]") {
  const Words words = results_of(
      "DCL ADDR[0]\nDCL TEMP[0], LOCAL\nIMM[0] UINT32 {0, 1, 77, 16}\nIMM[1] UINT32 {5, 6, 7, 8}\n",
      {"UARL ADDR[0].x, IMM[0].yyyy", "MOV TEMP[0], IMM[ADDR[0].x]",
       "STORE BUFFER[0], IMM[0].xxxx, TEMP[0]", "UARL ADDR[0].x, IMM[0].zzzz",
       "MOV TEMP[0], IMM[ADDR[0].x]", "STORE BUFFER[0], IMM[0].wwww, TEMP[0]"});
  CHECK(first_four(words) == Words{5, 6, 7, 8});
  CHECK(first_four(words, 4) == Words{5, 6, 7, 8});
}

TEST_CASE("ARL and ARR round to an index", "[tgsi]") {
  // 1.5 is rounded down to 1, up to 2.
  const Words words = results_of(
      "DCL ADDR[0]\nDCL TEMP[0], LOCAL\nIMM[0] FLT32 {0x3fc00000, 0x0, 0x0, 0x0}\n"
      "IMM[1] UINT32 {0, 16, 0, 0}\nIMM[2] UINT32 {3, 3, 3, 3}\n",
      {"ARL ADDR[0].x, IMM[0].xxxx", "MOV TEMP[0], IMM[ADDR[0].x]",
       "STORE BUFFER[0], IMM[1].xxxx, TEMP[0]", "ARR ADDR[0].x, IMM[0].xxxx",
       "MOV TEMP[0], IMM[ADDR[0].x]", "STORE BUFFER[0], IMM[1].yyyy, TEMP[0]"});
  CHECK(first_four(words) == Words{0, 16, 0, 0});
  CHECK(first_four(words, 4) == Words{3, 3, 3, 3});
}

TEST_CASE("constant buffers give 0 beyond their size", "[tgsi]") {
  const std::string declarations =
      "DCL CONST[0..9]\nDCL CONST[3][0..9]\nDCL ADDR[0]\nDCL TEMP[0], LOCAL\nDCL BUFFER[1]\n"
      "IMM[0] UINT32 {0, 16, 32, 48}\n";
  const std::vector<std::string> instructions = {
      "MOV TEMP[0].xy, CONST[1].zwww",         "MOV TEMP[0].zw, CONST[3][0]",
      "STORE BUFFER[0], IMM[0].xxxx, TEMP[0]", "MOV TEMP[0], CONST[2]",
      "STORE BUFFER[0], IMM[0].yyyy, TEMP[0]", "LOAD TEMP[0].x, BUFFER[1], IMM[0].xxxx",
      "UARL ADDR[0].x, TEMP[0].xxxx",          "MOV TEMP[0], CONST[3][ADDR[0].x-1]",
      "STORE BUFFER[0], IMM[0].zzzz, TEMP[0]", "MOV TEMP[0], CONST[ADDR[0].x+1][0]",
      "STORE BUFFER[0], IMM[0].wwww, TEMP[0]",
  };
  const Words first = {1, 2, 3, 4, 5, 6, 7, 8};
  const Words fourth = {11, 12, 13, 14};
  // The index selects register 1 - 1 of buffer 3, and buffer 1 + 1, which is not declared.
  Words words = results_of(declarations, instructions,
                           {{"const_0", first}, {"const_3", fourth}, {"buffer_1", {1}}});
  CHECK(first_four(words) == Words{7, 8, 13, 14});
  CHECK(first_four(words, 4) == Words{0, 0, 0, 0});
  CHECK(first_four(words, 8) == fourth);
  CHECK(first_four(words, 12) == Words{0, 0, 0, 0});
  // Register 2 - 1, out of range, and buffer 2 + 1.
  words = results_of(declarations, instructions,
                     {{"const_0", first}, {"const_3", fourth}, {"buffer_1", {2}}});
  CHECK(first_four(words, 8) == Words{0, 0, 0, 0});
  CHECK(first_four(words, 12) == fourth);
  // Nothing is bound.
  words = results_of(declarations, instructions, {{"buffer_1", {1}}});
  CHECK(first_four(words) == Words{0, 0, 0, 0});
}

TEST_CASE("system values are the ids and sizes of OpenCL C", "[tgsi]") {
  ShaderRun run(
      "COMP\nPROPERTY CS_FIXED_BLOCK_WIDTH 2\nPROPERTY CS_FIXED_BLOCK_HEIGHT 3\n"
      "PROPERTY CS_FIXED_BLOCK_DEPTH 4\nDCL SV[0], THREAD_ID\nDCL SV[1], BLOCK_ID\n"
      "DCL SV[2], BLOCK_SIZE\nDCL SV[3], GRID_SIZE\nDCL BUFFER[0]\nDCL TEMP[0..1], LOCAL\n"
      "IMM[0] UINT32 {2, 3, 16, 32}\nIMM[1] UINT32 {48, 64, 0, 0}\n" +
      numbered({"UMAD TEMP[0].x, SV[0].zzzz, IMM[0].yyyy, SV[0].yyyy",
                "UMAD TEMP[0].x, TEMP[0].xxxx, IMM[0].xxxx, SV[0].xxxx",
                "UMUL TEMP[0].x, TEMP[0].xxxx, IMM[1].yyyy",
                "UMUL TEMP[1].x, SV[3].xxxx, SV[1].yyyy",
                "UADD TEMP[1].x, TEMP[1].xxxx, SV[1].xxxx",
                "USEQ TEMP[1].x, TEMP[1].xxxx, IMM[0].yyyy", "UIF TEMP[1].xxxx",
                "STORE BUFFER[0], TEMP[0].xxxx, SV[0]", "UADD TEMP[1].x, TEMP[0].xxxx, IMM[0].zzzz",
                "STORE BUFFER[0], TEMP[1].xxxx, SV[1]", "UADD TEMP[1].x, TEMP[0].xxxx, IMM[0].wwww",
                "STORE BUFFER[0], TEMP[1].xxxx, SV[2]", "UADD TEMP[1].x, TEMP[0].xxxx, IMM[1].xxxx",
                "STORE BUFFER[0], TEMP[1].xxxx, SV[3]", "ENDIF", "END"}));
  const Words words =
      run.bind("buffer_0", Words(24 * 16)).run({2, 2, 1}, {2, 3, 4}).words("buffer_0");
  for (uint32_t item = 0; item < 24; ++item) {
    INFO("work-item " << item);
    CHECK(first_four(words, 16 * item) == Words{item % 2, item / 2 % 3, item / 6, 0});
    CHECK(first_four(words, 16 * item + 4) == Words{1, 1, 0, 0});
    CHECK(first_four(words, 16 * item + 8) == Words{2, 3, 4, 0});
    CHECK(first_four(words, 16 * item + 12) == Words{2, 2, 1, 0});
  }
}

TEST_CASE("a temporary may hold a double, words of one, and other types in turn", "[tgsi]") {
  // 1.5 + 1.5 = 3, whose upper word is that of 3.0.
  const Words words = results_of(
      "DCL TEMP[0..1], LOCAL\nIMM[0] UINT32 {0, 1073217536, 5, 16}\n",
      {"MOV TEMP[0].xy, IMM[0].xyyy", "DADD TEMP[0].xy, TEMP[0].xyxy, TEMP[0].xyxy",
       "DADD TEMP[0].zw, TEMP[0].xyxy, TEMP[0].xyxy", "STORE BUFFER[0], IMM[0].xxxx, TEMP[0]",
       "MOV TEMP[0].x, IMM[0].zzzz", "UADD TEMP[0].x, TEMP[0].xxxx, IMM[0].zzzz",
       "STORE BUFFER[0], IMM[0].wwww, TEMP[0]"});
  CHECK(first_four(words) == Words{0, 0x40080000, 0, 0x40180000});
  CHECK(first_four(words, 4) == Words{10, 0x40080000, 0, 0x40180000});
}

}  // namespace mux::test::registers

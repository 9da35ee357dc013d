// Structured flow control, with work-items that diverge.

#include <catch2/catch.hpp>

#include <bit>

#include "shader_run.h"

namespace mux::test::control_flow {
namespace {

constexpr uint32_t items = 128;

/// The word that each work-item leaves in TEMP[1].x; its number is in TEMP[0].x.
Words results_of(const std::string &declarations, const std::vector<std::string> &instructions,
                 const Words &input = {}) {
  std::vector<std::string> lines = {"UMAD TEMP[0].x, SV[1].xxxx, IMM[0].yyyy, SV[0].xxxx",
                                    "SHL TEMP[0].y, TEMP[0].xxxx, IMM[0].zzzz"};
  lines.insert(lines.end(), instructions.begin(), instructions.end());
  lines.emplace_back("STORE BUFFER[0].x, TEMP[0].yyyy, TEMP[1].xxxx");
  lines.emplace_back("END");
  ShaderRun run(
      "COMP\nPROPERTY CS_FIXED_BLOCK_WIDTH 64\nPROPERTY CS_FIXED_BLOCK_HEIGHT 1\n"
      "PROPERTY CS_FIXED_BLOCK_DEPTH 1\nDCL SV[0], THREAD_ID\nDCL SV[1], BLOCK_ID\n"
      "DCL BUFFER[0..1]\nDCL TEMP[0..4], LOCAL\nIMM[0] UINT32 {0, 64, 2, 1}\n" +
      declarations + numbered(lines));
  run.bind("buffer_0", Words(items, 0xdead)).bind("buffer_1", input);
  return run.run({items / 64, 1, 1}, {64, 1, 1}).words("buffer_0");
}

template <class Function>
void check_each(const Words &words, Function expected) {
  for (uint32_t i = 0; i < items; ++i) {
    INFO("work-item " << i);
    CHECK(words[i] == expected(i));
  }
}

}  // namespace

TEST_CASE("IF and ELSE are nested", "[tgsi]") {
  const Words words =
      results_of("IMM[1] UINT32 {3, 10, 20, 30}\n",
                 {"AND TEMP[2].x, TEMP[0].xxxx, IMM[0].wwww", "UIF TEMP[2].xxxx :5",
                  "USLT TEMP[2].y, IMM[1].yyyy, TEMP[0].xxxx", "UIF TEMP[2].yyyy",
                  "MOV TEMP[1].x, IMM[1].yyyy", "ELSE :8", "MOV TEMP[1].x, IMM[1].zzzz", "ENDIF",
                  "ELSE", "MOV TEMP[1].x, IMM[1].wwww", "ENDIF"});
  check_each(words, [](uint32_t i) { return i % 2 == 0 ? 30U : i > 10 ? 10U : 20U; });
}

TEST_CASE("IF takes -0 for false and NaN for true, UIF any bit for true", "[tgsi]") {
  const Words input = {0, 0x80000000, 0x3f800000, 0x7fc00000, 1, 0xbf800000};
  Words padded(items);
  std::copy(input.begin(), input.end(), padded.begin());
  const std::vector<std::string> load = {"LOAD TEMP[2].x, BUFFER[1], TEMP[0].yyyy"};
  for (const bool as_float : {false, true}) {
    const Words words = results_of("",
                                   {load[0], as_float ? "IF TEMP[2].xxxx" : "UIF TEMP[2].xxxx",
                                    "MOV TEMP[1].x, IMM[0].wwww", "ENDIF"},
                                   padded);
    check_each(words, [&](uint32_t i) {
      const bool truth = as_float ? std::bit_cast<float>(padded[i]) != 0 : padded[i] != 0;
      return truth ? 1U : 0U;
    });
  }
}

TEST_CASE("loops are left and continued by each work-item", "[tgsi]") {
  // Sums the odd numbers below the work-item's number.
  const Words words = results_of(
      "", {"MOV TEMP[1].x, IMM[0].xxxx", "MOV TEMP[2].x, IMM[0].xxxx", "BGNLOOP :12",
           "USGE TEMP[2].y, TEMP[2].xxxx, TEMP[0].xxxx", "UIF TEMP[2].yyyy", "BRK", "ENDIF",
           "MOV TEMP[3].x, TEMP[2].xxxx", "UADD TEMP[2].x, TEMP[2].xxxx, IMM[0].wwww",
           "AND TEMP[3].y, TEMP[3].xxxx, IMM[0].wwww", "USEQ TEMP[3].y, TEMP[3].yyyy, IMM[0].xxxx",
           "UIF TEMP[3].yyyy", "CONT", "ENDIF", "UADD TEMP[1].x, TEMP[1].xxxx, TEMP[3].xxxx",
           "ENDLOOP :2"});
  check_each(words, [](uint32_t i) { return (i / 2) * (i / 2); });
}

TEST_CASE("BRK leaves the innermost loop", "[tgsi]") {
  // Counts pairs of numbers below 3 and the work-item's number modulo 4.
  const Words words = results_of(
      "IMM[1] UINT32 {3, 0, 0, 0}\n",
      {"AND TEMP[4].x, TEMP[0].xxxx, IMM[1].xxxx", "BGNLOOP",
       "USGE TEMP[2].y, TEMP[2].xxxx, IMM[1].xxxx", "UIF TEMP[2].yyyy", "BRK", "ENDIF",
       "MOV TEMP[3].x, IMM[0].xxxx", "BGNLOOP", "USGE TEMP[3].y, TEMP[3].xxxx, TEMP[4].xxxx",
       "UIF TEMP[3].yyyy", "BRK", "ELSE", "UADD TEMP[1].x, TEMP[1].xxxx, IMM[0].wwww", "ENDIF",
       "UADD TEMP[3].x, TEMP[3].xxxx, IMM[0].wwww", "ENDLOOP",
       "UADD TEMP[2].x, TEMP[2].xxxx, IMM[0].wwww", "ENDLOOP"});
  check_each(words, [](uint32_t i) { return 3 * (i % 4); });
}

TEST_CASE("RET ends a work-item", "[tgsi]") {
  const Words words =
      results_of("", {"AND TEMP[2].x, TEMP[0].xxxx, IMM[0].wwww", "UIF TEMP[2].xxxx", "RET",
                      "MOV TEMP[1].x, IMM[0].zzzz", "ENDIF", "NOP", "MOV TEMP[1].x, IMM[0].yyyy"});
  check_each(words, [](uint32_t i) { return i % 2 == 0 ? 64U : 0xdeadU; });
}

TEST_CASE("a loop sums floats in order", "[tgsi]") {
  Words input(items);
  for (uint32_t i = 0; i < items; ++i) {
    input[i] = std::bit_cast<uint32_t>(1.0F + static_cast<float>(i) / 3);
  }
  const Words words = results_of(
      "IMM[1] UINT32 {40, 4, 0, 0}\n",
      {"BGNLOOP", "USGE TEMP[2].y, TEMP[2].xxxx, IMM[1].xxxx", "UIF TEMP[2].yyyy", "BRK", "ENDIF",
       "LOAD TEMP[3].x, BUFFER[1], TEMP[2].xxxx", "ADD TEMP[1].x, TEMP[1].xxxx, TEMP[3].xxxx",
       "UADD TEMP[2].x, TEMP[2].xxxx, IMM[1].yyyy", "ENDLOOP"},
      input);
  float sum = 0;
  for (uint32_t i = 0; i < 10; ++i) {
    sum += std::bit_cast<float>(input[i]);
  }
  check_each(words, [&](uint32_t) { return std::bit_cast<uint32_t>(sum); });
}

}  // namespace mux::test::control_flow

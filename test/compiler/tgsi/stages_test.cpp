// Shaders of the stages VERT and FRAG as functions, called by a kernel.

#include <catch2/catch.hpp>

#include <mux/gallium/state.h>

#include <bit>
#include <cmath>

#include "compile.h"
#include "stage_run.h"
#include "texture_reference.h"

namespace mux::test::stages {
namespace {

constexpr uint32_t items = 32;

uint32_t bits(float value) {
  return std::bit_cast<uint32_t>(value);
}

/// Different words in each register of each work-item.
std::vector<StageRegisters> numbered_inputs() {
  std::vector<StageRegisters> inputs(items);
  for (uint32_t item = 0; item < items; ++item) {
    for (uint32_t i = 0; i < stage_registers; ++i) {
      for (uint32_t component = 0; component < 4; ++component) {
        inputs[item][i][component] = bits(static_cast<float>(item * 100 + i * 10 + component));
      }
    }
  }
  return inputs;
}

/// The row of a work-item's pixel in its block of 4 x 4.
uint32_t row_of(uint32_t item) {
  return item % 16 / 4;
}

std::string shader(const std::string &stage, const std::string &declarations,
                   const std::vector<std::string> &instructions) {
  std::vector<std::string> lines = instructions;
  lines.emplace_back("END");
  return stage + "\n" + declarations + numbered(lines);
}

const std::string vertex_registers =
    "DCL IN[0]\nDCL IN[1]\nDCL IN[2]\nDCL OUT[0], POSITION\n"
    "DCL OUT[1], GENERIC[0]\nDCL OUT[2], GENERIC[1]\n"
    "DCL TEMP[0..2]\nDCL ADDR[0]\n";
const std::string fragment_registers =
    "DCL IN[0], GENERIC[0], PERSPECTIVE\n"
    "DCL IN[1], GENERIC[1], LINEAR\nDCL OUT[0], COLOR\n"
    "DCL OUT[1], COLOR[1]\nDCL TEMP[0..2]\n";

}  // namespace

TEST_CASE("a vertex shader reads IN and writes OUT, by masks and swizzles", "[tgsi][stages]") {
  const auto inputs = numbered_inputs();
  const StageResult result = run_stage(
      shader("VERT", vertex_registers, {"MOV OUT[0], IN[1].wzyx", "ADD OUT[1].xz, IN[0], IN[2]"}),
      inputs);
  for (uint32_t item = 0; item < items; ++item) {
    INFO("work-item " << item);
    const auto at = [&](uint32_t i, uint32_t component) {
      return std::bit_cast<float>(inputs[item][i][component]);
    };
    for (uint32_t component = 0; component < 4; ++component) {
      CHECK(result.outputs[item][0][component] == inputs[item][1][3 - component]);
    }
    CHECK(result.outputs[item][1][0] == bits(at(0, 0) + at(2, 0)));
    CHECK(result.outputs[item][1][1] == unwritten);
    CHECK(result.outputs[item][1][2] == bits(at(0, 2) + at(2, 2)));
    CHECK(result.outputs[item][2][0] == unwritten);
  }
}

TEST_CASE("system values of a vertex", "[tgsi][stages]") {
  const StageResult result = run_stage(
      shader("VERT",
             vertex_registers +
                 "DCL SV[0], VERTEXID\nDCL SV[1], VERTEXID_NOBASE\nDCL SV[2], INSTANCEID\n"
                 "DCL SV[3], BASEVERTEX\nDCL SV[4], BASEINSTANCE\nDCL SV[5], DRAWID\n",
             {"MOV OUT[0].x, SV[0].xxxx", "MOV OUT[0].y, SV[1].xxxx", "MOV OUT[0].z, SV[2].xxxx",
              "MOV OUT[0].w, SV[3].xxxx", "MOV OUT[1].x, SV[4].xxxx", "MOV OUT[1].y, SV[5].xxxx"}),
      numbered_inputs());
  for (uint32_t item = 0; item < items; ++item) {
    INFO("work-item " << item);
    CHECK(result.outputs[item][0] == StageRegister{100 + item, item, 200 + item, 100});
    CHECK(result.outputs[item][1][0] == 7);
    CHECK(result.outputs[item][1][1] == 9);
  }
}

TEST_CASE("computed indices of IN and OUT stay within the registers", "[tgsi][stages]") {
  const auto inputs = numbered_inputs();
  const StageResult result =
      run_stage(shader("VERT",
                       "DCL IN[0..2]\nDCL OUT[0], GENERIC[0]\nDCL OUT[1], GENERIC[1]\nDCL SV[0], "
                       "VERTEXID_NOBASE\n"
                       "DCL ADDR[0]\nDCL TEMP[0]\nIMM[0] UINT32 {3, 1, 0, 0}\n",
                       {"UARL ADDR[0].x, SV[0].xxxx", "MOV TEMP[0], IN[ADDR[0].x]",
                        "AND TEMP[0].w, SV[0].xxxx, IMM[0].yyyy", "UARL ADDR[0].x, TEMP[0].wwww",
                        "MOV OUT[ADDR[0].x], TEMP[0]"}),
                inputs);
  for (uint32_t item = 0; item < items; ++item) {
    INFO("work-item " << item);
    const uint32_t read = std::min(item, 2U);
    CHECK(result.outputs[item][item % 2][0] == inputs[item][read][0]);
    CHECK(result.outputs[item][1 - item % 2][0] == unwritten);
  }
}

TEST_CASE("a stage reads constants and buffers, and beyond their sizes 0", "[tgsi][stages]") {
  Words memory(8);
  for (uint32_t i = 0; i < memory.size(); ++i) {
    memory[i] = 1000 + i;
  }
  const StageResult result =
      run_stage(shader("VERT",
                       vertex_registers + "DCL CONST[0][0..3]\nDCL CONST[2][0..3]\nDCL BUFFER[0]\n"
                                          "IMM[0] UINT32 {4, 100, 0, 0}\n",
                       {"MOV OUT[0], CONST[0][1]", "MOV OUT[1], CONST[2][2]",
                        "LOAD TEMP[0].xy, BUFFER[0], IMM[0].xxxx",
                        "LOAD TEMP[0].z, BUFFER[0], IMM[0].yyyy", "MOV OUT[2].xyz, TEMP[0]"}),
                numbered_inputs(), memory);
  for (const StageRegisters &outputs : result.outputs) {
    CHECK(outputs[0] == StageRegister{1004, 1005, 1006, 1007});
    CHECK(outputs[1] == StageRegister{0, 0, 0, 0});
    CHECK(outputs[2] == StageRegister{1001, 1002, 0, unwritten});
  }
}

TEST_CASE("derivatives are differences within blocks of 2 x 2 pixels", "[tgsi][stages]") {
  std::vector<StageRegisters> inputs(items);
  for (uint32_t item = 0; item < items; ++item) {
    const auto x = static_cast<float>(item % 4);
    const auto y = static_cast<float>(row_of(item));
    inputs[item][0] = {bits(x * x), bits(y * y * y), bits(3 * x + 5 * y), bits(1)};
  }
  const StageResult result = run_stage(
      shader("FRAG", fragment_registers, {"DDX OUT[0], IN[0]", "DDY_FINE OUT[1], IN[0]"}), inputs);
  for (uint32_t item = 0; item < items; ++item) {
    INFO("work-item " << item);
    // The first pixel of the block of 2 x 2.
    const auto x = static_cast<float>(item % 4 & ~1U);
    const auto y = static_cast<float>(row_of(item) & ~1U);
    CHECK(result.outputs[item][0] ==
          StageRegister{bits((x + 1) * (x + 1) - x * x), bits(0), bits(3), bits(0)});
    CHECK(result.outputs[item][1] ==
          StageRegister{bits(0), bits((y + 1) * (y + 1) * (y + 1) - y * y * y), bits(5), bits(0)});
  }
}

TEST_CASE("KILL_IF discards fragments with a negative component, but not for -0",
          "[tgsi][stages]") {
  std::vector<StageRegisters> inputs(items);
  for (uint32_t item = 0; item < items; ++item) {
    inputs[item][0] = {bits(1),
                       bits(item % 3 == 0   ? -1e-30F
                            : item % 3 == 1 ? -0.0F
                                            : NAN),
                       bits(0), bits(2)};
  }
  const StageResult result =
      run_stage(shader("FRAG", fragment_registers, {"KILL_IF IN[0]", "MOV OUT[0], IN[0]"}), inputs);
  for (uint32_t item = 0; item < items; ++item) {
    INFO("work-item " << item);
    CHECK(result.discarded[item] == (item % 3 == 0 ? ~0U : 0U));
    CHECK(result.outputs[item][0] == inputs[item][0]);
  }
}

TEST_CASE("discarded fragments and helpers compute derivatives but write no memory",
          "[tgsi][stages]") {
  std::vector<StageRegisters> inputs(items);
  std::vector<uint32_t> helpers(items);
  for (uint32_t item = 0; item < items; ++item) {
    inputs[item][0] = {bits(static_cast<float>(item * item)), item * 4, item % 2, 0};
    helpers[item] = item % 8 >= 6 ? ~0U : 0;
  }
  const StageResult result = run_stage(
      shader(
          "FRAG", fragment_registers + "DCL BUFFER[0]\nIMM[0] UINT32 {128, 1, 77, 0}\n",
          {"UIF IN[0].zzzz", "KILL", "ENDIF", "STORE BUFFER[0].x, IN[0].yyyy, IMM[0].zzzz",
           "ATOMUADD TEMP[0].x, BUFFER[0], IMM[0].xxxx, IMM[0].yyyy", "DDX OUT[0].x, IN[0].xxxx"}),
      inputs, Words(items + 1), helpers);
  uint32_t writers = 0;
  for (uint32_t item = 0; item < items; ++item) {
    INFO("work-item " << item);
    const bool writes = item % 2 == 0 && helpers[item] == 0;
    writers += writes ? 1 : 0;
    CHECK(result.memory[item] == (writes ? 77 : 0));
    CHECK(result.discarded[item] == (item % 2 == 0 ? 0U : ~0U));
    const uint32_t left = item / 2 * 2;
    CHECK(result.outputs[item][0][0] ==
          bits(static_cast<float>((left + 1) * (left + 1) - left * left)));
  }
  CHECK(result.memory[items] == writers);
}

TEST_CASE("system values of a fragment", "[tgsi][stages]") {
  std::vector<uint32_t> helpers(items);
  helpers[5] = ~0U;
  const StageResult result =
      run_stage(shader("FRAG",
                       fragment_registers +
                           "DCL SV[0], SAMPLEID\nDCL SV[1], SAMPLEMASK\nDCL SV[2], SAMPLEPOS\n"
                           "DCL SV[3], HELPER_INVOCATION\n",
                       {"MOV OUT[0].x, SV[0].xxxx", "MOV OUT[0].y, SV[1].xxxx",
                        "MOV OUT[0].z, SV[3].xxxx", "MOV OUT[1].xy, SV[2].xyyy"}),
                numbered_inputs(), {}, helpers);
  for (uint32_t item = 0; item < items; ++item) {
    INFO("work-item " << item);
    CHECK(result.outputs[item][0] == StageRegister{1, 3, helpers[item], unwritten});
    CHECK(result.outputs[item][1][0] == bits(0.25F));
    CHECK(result.outputs[item][1][1] == bits(0.75F));
  }
}

namespace {

/// The inputs of the tests of interpolation, by number; IN[3] has operands.
const std::string interpolated_inputs =
    "DCL IN[0], GENERIC[0], CONSTANT\nDCL IN[1], GENERIC[1], LINEAR\n"
    "DCL IN[2], GENERIC[2], PERSPECTIVE\nDCL IN[3], GENERIC[3], CONSTANT\n"
    "DCL OUT[0], COLOR\nDCL OUT[1], COLOR[1]\nDCL OUT[2], COLOR[2]\nDCL ADDR[0]\n";

/// IN[i] of a fragment, times 1/w where the plane has that, at a place.
float plane_at(const StageRegisters &inputs, uint32_t i, uint32_t component, float x, float y) {
  return std::bit_cast<float>(inputs[i][component]) + x * static_cast<float>(i + 1) +
         y * static_cast<float>(16 * (component + 1));
}

float reciprocal_w_at(float x, float y) {
  return 2 + x * 0.5F - y * 0.25F;
}

/// That OUT[0], OUT[1] and OUT[2] are IN[0], IN[1] and IN[2] at a place.
void check_interpolated(const StageRegisters &outputs, const StageRegisters &inputs, float x,
                        float y) {
  for (uint32_t component = 0; component < 4; ++component) {
    CHECK(outputs[0][component] == inputs[0][component]);
    CHECK(std::bit_cast<float>(outputs[1][component]) ==
          Approx(plane_at(inputs, 1, component, x, y)));
    CHECK(std::bit_cast<float>(outputs[2][component]) ==
          Approx(plane_at(inputs, 2, component, x, y) / reciprocal_w_at(x, y)));
  }
}

std::vector<StageRegisters> inputs_with_operands(StageRegister (*operands)(uint32_t item)) {
  std::vector<StageRegisters> inputs = numbered_inputs();
  for (uint32_t item = 0; item < items; ++item) {
    inputs[item][3] = operands(item);
  }
  return inputs;
}

}  // namespace

TEST_CASE("INTERP_CENTROID computes inputs at the centroid", "[tgsi][stages]") {
  const auto inputs = numbered_inputs();
  const StageResult result =
      run_stage(shader("FRAG", interpolated_inputs,
                       {"INTERP_CENTROID OUT[0], IN[0]", "INTERP_CENTROID OUT[1], IN[1]",
                        "INTERP_CENTROID OUT[2], IN[2]"}),
                inputs);
  for (uint32_t item = 0; item < items; ++item) {
    INFO("work-item " << item);
    check_interpolated(result.outputs[item], inputs[item], item % 2 == 1 ? 0.25F : 0, 0.125F);
  }
}

TEST_CASE("INTERP_SAMPLE computes inputs at a sample, or the last one if there is none",
          "[tgsi][stages]") {
  const auto inputs =
      inputs_with_operands([](uint32_t item) { return StageRegister{item % 6, 0, 0, 0}; });
  const StageResult result = run_stage(
      shader("FRAG", interpolated_inputs,
             {"INTERP_SAMPLE OUT[0], IN[0], IN[3].xxxx", "INTERP_SAMPLE OUT[1], IN[1], IN[3].xxxx",
              "INTERP_SAMPLE OUT[2], IN[2], IN[3].xxxx"}),
      inputs);
  const float positions[][2] = {{6, 2}, {14, 6}, {2, 10}, {10, 14}};
  for (uint32_t item = 0; item < items; ++item) {
    INFO("work-item " << item);
    const auto &position = positions[std::min(item % 6, 3U)];
    check_interpolated(result.outputs[item], inputs[item], position[0] / 16 - 0.5F,
                       position[1] / 16 - 0.5F);
  }
}

TEST_CASE("INTERP_OFFSET computes inputs at an offset from the center", "[tgsi][stages]") {
  const auto inputs = inputs_with_operands([](uint32_t item) {
    return StageRegister{bits(-0.5F), bits(static_cast<float>(item) / 64),
                         bits(static_cast<float>(item) / -128), 0};
  });
  const StageResult result = run_stage(
      shader("FRAG", interpolated_inputs,
             {"INTERP_OFFSET OUT[0], IN[0], IN[3].yzzz", "INTERP_OFFSET OUT[1], IN[1], IN[3].yzzz",
              "INTERP_OFFSET OUT[2], IN[2], IN[3].yzzz"}),
      inputs);
  for (uint32_t item = 0; item < items; ++item) {
    INFO("work-item " << item);
    const auto offset = static_cast<float>(item);
    check_interpolated(result.outputs[item], inputs[item], offset / 64, offset / -128);
  }
}

TEST_CASE("INTERP_* at a computed input, with swizzles and modifiers", "[tgsi][stages]") {
  const auto inputs =
      inputs_with_operands([](uint32_t item) { return StageRegister{item % 3, 0, 0, 0}; });
  const StageResult result = run_stage(
      shader("FRAG", interpolated_inputs,
             {"UARL ADDR[0].x, IN[3].xxxx", "INTERP_CENTROID OUT[0].xw, -IN[ADDR[0].x].yyzz"}),
      inputs);
  for (uint32_t item = 0; item < items; ++item) {
    INFO("work-item " << item);
    const uint32_t input = item % 3;
    const float x = item % 2 == 1 ? 0.25F : 0;
    const float y = 0.125F;
    const auto expected = [&](uint32_t component) {
      return -(input == 0 ? std::bit_cast<float>(inputs[item][0][component])
                          : plane_at(inputs[item], input, component, x, y) /
                                (input == 2 ? reciprocal_w_at(x, y) : 1));
    };
    CHECK(std::bit_cast<float>(result.outputs[item][0][0]) == Approx(expected(1)));
    CHECK(result.outputs[item][0][1] == unwritten);
    CHECK(std::bit_cast<float>(result.outputs[item][0][3]) == Approx(expected(2)));
  }
}

TEST_CASE("INTERP_* of a color is the input if colors are flat", "[tgsi][stages]") {
  const auto inputs = numbered_inputs();
  const StageResult result =
      run_stage(shader("FRAG", "DCL IN[0], COLOR, COLOR\nDCL OUT[0], COLOR\n",
                       {"INTERP_CENTROID OUT[0], IN[0]"}),
                inputs);
  for (uint32_t item = 0; item < items; ++item) {
    INFO("work-item " << item);
    const float x = item % 2 == 1 ? 0.25F : 0;
    const float y = 0.125F;
    const float varying = plane_at(inputs[item], 0, 3, x, y) / reciprocal_w_at(x, y);
    CHECK(std::bit_cast<float>(result.outputs[item][0][3]) ==
          Approx(item < 16 ? varying : std::bit_cast<float>(inputs[item][0][3])));
  }
}

TEST_CASE("inputs of fragments that are integers or flags are registers as others",
          "[tgsi][stages]") {
  const auto inputs = numbered_inputs();
  const StageResult result =
      run_stage(shader("FRAG",
                       "DCL IN[0].x, FACE, CONSTANT\nDCL IN[1].x, PRIM_ID, CONSTANT\n"
                       "DCL IN[2].x, LAYER, CONSTANT\nDCL IN[3], PCOORD, LINEAR\n"
                       "DCL OUT[0], COLOR\nDCL OUT[1], COLOR[1]\n",
                       {"MOV OUT[0].x, IN[0].xxxx", "MOV OUT[0].y, IN[1].xxxx",
                        "MOV OUT[0].z, IN[2].xxxx", "MOV OUT[1], IN[3]"}),
                inputs);
  for (uint32_t item = 0; item < items; ++item) {
    INFO("work-item " << item);
    for (uint32_t i = 0; i < 3; ++i) {
      CHECK(result.outputs[item][0][i] == inputs[item][i][0]);
    }
    CHECK(result.outputs[item][1] == inputs[item][3]);
  }
}

TEST_CASE("a test of FACE is a boolean if the shader has integers, else a float",
          "[tgsi][stages]") {
  std::vector<StageRegisters> inputs(items);
  for (uint32_t item = 0; item < items; ++item) {
    inputs[item][0][0] = bits(item % 2 == 0 ? 1 : -1);
  }
  const std::string registers =
      "DCL IN[0].x, FACE, CONSTANT\nDCL IN[1], GENERIC[0], LINEAR\nDCL OUT[0], COLOR\n"
      "DCL TEMP[0]\nIMM[0] FLT32 {0x00000000, 0x3f800000, 0x00000000, 0x00000000}\n";
  const std::string test = "SGE TEMP[0].x, IN[0].xxxx, IMM[0].xxxx";
  const StageResult with_integers = run_stage(
      shader("FRAG", registers,
             {test, "NOT TEMP[0].y, TEMP[0].xxxx", "SGE TEMP[0].z, IN[1].xxxx, IMM[0].xxxx",
              "AND TEMP[0].w, TEMP[0].xxxx, IMM[0].yyyy", "MOV OUT[0], TEMP[0]"}),
      inputs);
  const StageResult with_floats =
      run_stage(shader("FRAG", registers, {test, "MUL OUT[0], TEMP[0].xxxx, IMM[0].yyyy"}), inputs);
  for (uint32_t item = 0; item < items; ++item) {
    INFO("work-item " << item);
    const bool is_front = item % 2 == 0;
    CHECK(with_integers.outputs[item][0] ==
          StageRegister{is_front ? ~0U : 0, is_front ? 0 : ~0U, bits(1), is_front ? bits(1) : 0});
    CHECK(with_floats.outputs[item][0][0] == bits(is_front ? 1 : 0));
  }
}

TEST_CASE("a stage has no resource whose number is too large", "[tgsi][stages][muxCompile]") {
  const CompileResult result = compile(
      shader("VERT", vertex_registers + "DCL BUFFER[31]\nDCL BUFFER[32]\n", {"MOV OUT[0], IN[0]"}),
      "", "shader.tgsi", mux_compile_output_object);
  CHECK(result.result == mux_error_failure);
  CHECK(contains(result.log, "line 11: 'BUFFER': the number is larger than 31"));
}

TEST_CASE("the level of a fragment is that of the derivatives, plus the bias", "[tgsi][stages]") {
  const ReferenceTexture texture(2, {16, 16, 1}, 1, 5, 11);
  StageTexture bound{texture.words(), texture.layout(), {}};
  bound.sampler.min_mip_filter = mux_gallium_mip_filter_nearest;
  bound.sampler.max_lod = 10;
  const std::string declarations = fragment_registers + "DCL SAMP[0]\nDCL SVIEW[0], 2D, FLOAT\n";
  // Each block of 16 pixels has another distance of its pixels in texels.
  const auto scale = [](uint32_t item) { return item < 16 ? 2.0F : 4.0F; };
  std::vector<StageRegisters> inputs(items);
  for (uint32_t item = 0; item < items; ++item) {
    const float step = scale(item) / 16;
    inputs[item][0] = {bits(static_cast<float>(item % 4) * step + 1.0F / 32),
                       bits(static_cast<float>(row_of(item)) * step / 2 + 1.0F / 32), 0, bits(1)};
  }
  for (const bool has_bias : {false, true}) {
    const StageResult result = run_stage(
        shader("FRAG", declarations,
               {has_bias ? "TXB OUT[0], IN[0], SAMP[0], 2D" : "TEX OUT[0], IN[0], SAMP[0], 2D",
                "LODQ OUT[1].xy, IN[0], SAMP[0], 2D"}),
        inputs, {}, {}, bound);
    for (uint32_t item = 0; item < items; ++item) {
      INFO("work-item " << item);
      const double level = std::log2(scale(item));
      ReferenceSample sample;
      sample.coordinates = {std::bit_cast<float>(inputs[item][0][0]),
                            std::bit_cast<float>(inputs[item][0][1]), 0};
      sample.level = level + (has_bias ? 1 : 0);
      const Color expected = sample_reference(texture, bound.sampler, sample);
      for (uint32_t i = 0; i < 4; ++i) {
        CHECK(result.outputs[item][0][i] == bits(static_cast<float>(expected[i])));
      }
      CHECK(result.outputs[item][1][0] == bits(static_cast<float>(level)));
      CHECK(result.outputs[item][1][1] == bits(static_cast<float>(level)));
    }
  }
}

TEST_CASE("a shader of a stage is compiled to an object only", "[tgsi][stages][muxCompile]") {
  const std::string text = shader("VERT", vertex_registers, {"MOV OUT[0], IN[0]"});
  const CompileResult result = compile(text, "", "shader.tgsi");
  CHECK(result.result == mux_error_failure);
  CHECK(contains(result.log, "line 1: 'VERT': shaders of this stage are functions"));
  CHECK(!stage_object(text).empty());
}

}  // namespace mux::test::stages

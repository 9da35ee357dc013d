// Shaders of tessellation as functions, called by kernels.

#include <catch2/catch.hpp>

#include <mux/gallium/stage_abi.h>

#include <bit>
#include <span>

#include "compile.h"
#include "stage_run.h"

namespace mux::test::tessellation {
namespace {

constexpr uint32_t patches = 12;
/// Patches of a work-group.
constexpr uint32_t grouped_patches = 4;
/// Vertices of a patch, of inputs and of outputs.
constexpr uint32_t vertices_in = 5;
constexpr uint32_t vertices_out = 3;
/// Registers of each vertex and of each patch for which there is memory.
constexpr uint32_t registers = 3;
constexpr uint32_t vertex_words = registers * 4;

/// Memory of a patch: its vertices, each contiguous, then what it has once. Of other layouts the
/// components of all vertices follow each other.
constexpr const char *caller = R"(
#include <mux/gallium/stage_abi.h>
typedef struct mux_gallium_stage_resources_s resources_t;
typedef struct mux_gallium_patch_s patch_t;

patch_t patch_at(global uint *memory, uint number, uint vertices, uint is_contiguous) {
  global uint *start = memory + number * (vertices + 1) * 12;
  patch_t patch = {start, start + vertices * 12, is_contiguous ? 12 : 1,
                   is_contiguous ? 1 : vertices, 1, vertices};
  return patch;
}

#ifdef CONTROL
typedef struct mux_gallium_tess_control_values_s values_t;
void mux_tess_control_shader(global const resources_t *resources, const private uint4 *inputs,
                             private uint4 *outputs, private values_t *values);

kernel void run(global const resources_t *resources, global uint *inputs, global uint *outputs,
                uint is_contiguous) {
  const uint number = get_global_id(0) / 3;
  values_t values = {patch_at(inputs, number, 5, is_contiguous),
                     patch_at(outputs, number, 3, is_contiguous), 100 + number,
                     get_global_id(0) % 3};
  mux_tess_control_shader(resources, 0, 0, &values);
}
#else
typedef struct mux_gallium_tess_evaluation_values_s values_t;
void mux_tess_evaluation_shader(global const resources_t *resources, const private uint4 *inputs,
                                private uint4 *outputs, private values_t *values);

kernel void run(global const resources_t *resources, global uint *inputs, global uint4 *outputs,
                uint is_contiguous) {
  const uint number = get_global_id(0) / 3;
  const uint item = get_global_id(0) % 3;
  uint4 out[3];
  for (int i = 0; i < 3; ++i) {
    out[i] = 0xdeadbeef;
  }
  values_t values = {patch_at(inputs, number, 5, is_contiguous),
                     {item * 0.25f, 0.5f, 0.75f}, 100 + number, {1, 2, 3, 4}, {5, 6}};
  mux_tess_evaluation_shader(resources, 0, out, &values);
  for (int i = 0; i < 3; ++i) {
    outputs[number * 12 + item * 3 + i] = out[i];
  }
}
#endif
)";

/// IN[vertex][i].component of a patch; with the vertex vertices_in IN[i].component.
uint32_t input_word(uint32_t patch, uint32_t vertex, uint32_t i, uint32_t component) {
  return patch * 1000 + vertex * 100 + i * 10 + component;
}

/// Where a word of a patch is, in its memory.
size_t place_of(uint32_t patch, uint32_t vertices, uint32_t vertex, uint32_t word,
                bool is_contiguous) {
  const size_t start = size_t{patch} * (vertices + 1) * vertex_words;
  return start + (is_contiguous || vertex == vertices ? vertex * vertex_words + word
                                                      : word * vertices + vertex);
}

Words all_inputs(bool is_contiguous) {
  Words inputs(size_t{patches} * (vertices_in + 1) * vertex_words);
  for (uint32_t patch = 0; patch < patches; ++patch) {
    for (uint32_t vertex = 0; vertex <= vertices_in; ++vertex) {
      for (uint32_t word = 0; word < vertex_words; ++word) {
        inputs[place_of(patch, vertices_in, vertex, word, is_contiguous)] =
            input_word(patch, vertex, word / 4, word % 4);
      }
    }
  }
  return inputs;
}

/// OUT[vertex][i], and with the vertex vertices_out OUT[i], of each patch.
using PatchOutputs = std::array<std::array<StageRegister, registers>, vertices_out + 1>;

std::vector<PatchOutputs> read_outputs(const Words &memory, bool is_contiguous) {
  std::vector<PatchOutputs> result(patches);
  for (uint32_t patch = 0; patch < patches; ++patch) {
    for (uint32_t vertex = 0; vertex <= vertices_out; ++vertex) {
      for (uint32_t word = 0; word < vertex_words; ++word) {
        result[patch][vertex][word / 4][word % 4] =
            memory[place_of(patch, vertices_out, vertex, word, is_contiguous)];
      }
    }
  }
  return result;
}

Buffer buffer_of(const Words &words) {
  Buffer buffer(test_device(), words.size() * sizeof(uint32_t));
  buffer.write(std::span(words));
  return buffer;
}

/// Calls the shader for each output vertex of each patch; what it does not write is `unwritten`. A
/// vertex of TESS_EVAL has the outputs of an output vertex.
std::vector<PatchOutputs> run(const std::string &text, bool is_contiguous = true) {
  const bool is_control = text.starts_with("TESS_CTRL");
  const std::string binary = link_stage(text, caller, is_control ? "-DCONTROL" : "");
  const Executable executable(test_device(), std::as_bytes(std::span(binary)));
  Kernel kernel(executable, "run");
  Words outputs(size_t{patches} * (vertices_out + 1) * vertex_words, unwritten);
  Buffer resources = buffer_of(Words(sizeof(mux_gallium_stage_resources_s) / sizeof(uint32_t)));
  Buffer inputs = buffer_of(all_inputs(is_contiguous));
  Buffer output_buffer = buffer_of(outputs);
  CommandBuffer commands(test_device());
  commands.nd_range(kernel,
                    {argument(resources), argument(inputs), argument(output_buffer),
                     argument(uint32_t{is_contiguous ? 1U : 0U})},
                    NdRange({patches * vertices_out}, {grouped_patches * vertices_out}));
  commands.finalize();
  test_device().queue().run(commands);
  output_buffer.read(std::span(outputs));
  return read_outputs(outputs, !is_control || is_contiguous);
}

std::string shader(const std::string &header, const std::vector<std::string> &instructions) {
  std::vector<std::string> lines = instructions;
  lines.emplace_back("END");
  return header + "DCL TEMP[0..2]\nDCL ADDR[0..1]\nIMM[0] UINT32 {0, 1, 2, 3}\n" +
         "IMM[1] UINT32 {100, 4, 5, 6}\n" + numbered(lines);
}

const std::string control_registers =
    "TESS_CTRL\nPROPERTY TCS_VERTICES_OUT 3\nDCL IN[][0], POSITION\nDCL IN[][1], GENERIC[0]\n"
    "DCL OUT[][0], POSITION\nDCL OUT[][1], GENERIC[0]\nDCL OUT[2], TESSOUTER\n"
    "DCL SV[0], INVOCATIONID\nDCL SV[1], PRIM_ID\nDCL SV[2], VERTICESIN\n";
const std::string evaluation_registers =
    "TESS_EVAL\nPROPERTY TES_PRIM_MODE 4\nDCL IN[][0], POSITION\nDCL IN[][1], GENERIC[0]\n"
    "DCL IN[2], PATCH[0]\nDCL OUT[0], POSITION\nDCL OUT[1], GENERIC[0]\nDCL OUT[2], GENERIC[1]\n"
    "DCL SV[0], TESSCOORD\nDCL SV[1], PRIM_ID\nDCL SV[2], VERTICESIN\nDCL SV[3], TESSOUTER\n"
    "DCL SV[4], TESSINNER\n";

}  // namespace

TEST_CASE("a tessellation control shader reads and writes registers of vertices and patches",
          "[tgsi][tessellation]") {
  const bool is_contiguous = GENERATE(true, false);
  CAPTURE(is_contiguous);
  const auto result =
      run(shader(control_registers,
                 {"UARL ADDR[0].x, SV[0].xxxx", "UADD TEMP[0].x, SV[0].xxxx, IMM[0].zzzz",
                  "UARL ADDR[1].x, TEMP[0].xxxx", "MOV OUT[ADDR[0].x][0], IN[ADDR[1].x][1]",
                  "MOV OUT[ADDR[0].x][1].y, IN[1][0].wwww", "MOV OUT[2].x, SV[1].xxxx",
                  "MOV OUT[2].w, SV[2].xxxx"}),
          is_contiguous);
  for (uint32_t patch = 0; patch < patches; ++patch) {
    INFO("patch " << patch);
    for (uint32_t vertex = 0; vertex < vertices_out; ++vertex) {
      INFO("vertex " << vertex);
      const auto &outputs = result[patch][vertex];
      for (uint32_t i = 0; i < 4; ++i) {
        CHECK(outputs[0][i] == input_word(patch, vertex + 2, 1, i));
      }
      CHECK(outputs[1] ==
            StageRegister{unwritten, input_word(patch, 1, 0, 3), unwritten, unwritten});
    }
    CHECK(result[patch][vertices_out][2] ==
          StageRegister{100 + patch, unwritten, unwritten, vertices_in});
  }
}

TEST_CASE("invocations of a patch see each other's outputs after BARRIER", "[tgsi][tessellation]") {
  const auto result = run(shader(
      control_registers,
      {"UARL ADDR[0].x, SV[0].xxxx", "UMAD TEMP[0].x, SV[1].xxxx, IMM[1].xxxx, SV[0].xxxx",
       "MOV OUT[ADDR[0].x][0].x, TEMP[0].xxxx", "BARRIER",
       "UADD TEMP[0].y, SV[0].xxxx, IMM[0].yyyy", "UMOD TEMP[0].y, TEMP[0].yyyy, IMM[0].wwww",
       "UARL ADDR[1].x, TEMP[0].yyyy", "MOV OUT[ADDR[0].x][1].x, OUT[ADDR[1].x][0].xxxx"}));
  for (uint32_t patch = 0; patch < patches; ++patch) {
    INFO("patch " << patch);
    for (uint32_t vertex = 0; vertex < vertices_out; ++vertex) {
      CHECK(result[patch][vertex][0][0] == (100 + patch) * 100 + vertex);
      CHECK(result[patch][vertex][1][0] == (100 + patch) * 100 + (vertex + 1) % vertices_out);
    }
  }
}

TEST_CASE("outputs of vertices that are named without a vertex are those of the invocation",
          "[tgsi][tessellation]") {
  const auto result = run(
      shader(control_registers, {"UARL ADDR[0].x, SV[0].xxxx", "MOV TEMP[ADDR[0].x][1], IN[0][1]",
                                 "MOV TEMP[1].y, SV[0].xxxx", "MOV OUT[1], TEMP[1]"}));
  for (uint32_t patch = 0; patch < patches; ++patch) {
    for (uint32_t vertex = 0; vertex < vertices_out; ++vertex) {
      CHECK(result[patch][vertex][1] == StageRegister{input_word(patch, 0, 1, 0), vertex,
                                                      input_word(patch, 0, 1, 2),
                                                      input_word(patch, 0, 1, 3)});
    }
  }
}

TEST_CASE("vertices of patches that do not exist are clamped", "[tgsi][tessellation]") {
  const auto result = run(shader(
      control_registers,
      {"MOV TEMP[0].x, IMM[1].xxxx", "UARL ADDR[0].x, TEMP[0].xxxx", "UARL ADDR[1].x, SV[0].xxxx",
       "MOV OUT[ADDR[1].x][1], IN[ADDR[0].x][1]", "MOV OUT[ADDR[0].x][0].x, IN[9][0]"}));
  for (uint32_t patch = 0; patch < patches; ++patch) {
    CHECK(result[patch][0][1][2] == input_word(patch, vertices_in - 1, 1, 2));
    CHECK(result[patch][0][0][0] == unwritten);
    CHECK(result[patch][vertices_out - 1][0][0] == input_word(patch, vertices_in - 1, 0, 0));
    CHECK(result[patch][vertices_out][0][0] == unwritten);
  }
}

TEST_CASE("a tessellation evaluation shader reads registers of vertices and patches",
          "[tgsi][tessellation]") {
  const bool is_contiguous = GENERATE(true, false);
  CAPTURE(is_contiguous);
  const auto result =
      run(shader(evaluation_registers, {"MOV OUT[0], IN[3][1]", "UARL ADDR[0].x, IMM[1].yyyy",
                                        "MOV OUT[1], IN[ADDR[0].x][0]", "MOV OUT[2].yw, IN[2]"}),
          is_contiguous);
  for (uint32_t patch = 0; patch < patches; ++patch) {
    for (uint32_t vertex = 0; vertex < vertices_out; ++vertex) {
      const auto &outputs = result[patch][vertex];
      for (uint32_t i = 0; i < 4; ++i) {
        CHECK(outputs[0][i] == input_word(patch, 3, 1, i));
        CHECK(outputs[1][i] == input_word(patch, 4, 0, i));
        CHECK(outputs[2][i] == (i % 2 == 1 ? input_word(patch, vertices_in, 2, i) : unwritten));
      }
    }
  }
}

TEST_CASE("system values of a tessellation evaluation shader", "[tgsi][tessellation]") {
  const auto result = run(shader(evaluation_registers,
                                 {"MOV OUT[0], SV[0]", "MOV OUT[1], SV[3]", "MOV OUT[2].xy, SV[4]",
                                  "MOV OUT[2].z, SV[1].xxxx", "MOV OUT[2].w, SV[2].xxxx"}));
  const auto bits = [](float value) { return std::bit_cast<uint32_t>(value); };
  for (uint32_t patch = 0; patch < patches; ++patch) {
    for (uint32_t vertex = 0; vertex < vertices_out; ++vertex) {
      const auto &outputs = result[patch][vertex];
      CHECK(outputs[0] ==
            StageRegister{bits(static_cast<float>(vertex) * 0.25F), bits(0.5F), bits(0.75F), 0});
      CHECK(outputs[1] == StageRegister{bits(1), bits(2), bits(3), bits(4)});
      CHECK(outputs[2] == StageRegister{bits(5), bits(6), 100 + patch, vertices_in});
    }
  }
}

TEST_CASE("outputs can be read", "[tgsi][tessellation]") {
  const auto result = run(shader(
      evaluation_registers, {"MOV OUT[0], SV[1].xxxx", "UADD OUT[1].x, OUT[0].xxxx, IMM[0].yyyy"}));
  for (uint32_t patch = 0; patch < patches; ++patch) {
    CHECK(result[patch][0][1][0] == 101 + patch);
  }
}

}  // namespace mux::test::tessellation

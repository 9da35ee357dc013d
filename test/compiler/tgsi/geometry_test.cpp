// Geometry shaders as functions, called by a kernel.

#include <catch2/catch.hpp>

#include <mux/gallium/stage_abi.h>

#include <algorithm>
#include <map>
#include <span>

#include "compile.h"
#include "stage_run.h"

namespace mux::test::geometry {
namespace {

constexpr uint32_t items = 20;
/// Vertices of a primitive for which there are inputs.
constexpr uint32_t most_vertices = 6;
/// Registers of IN that the shaders of these tests declare.
constexpr uint32_t input_registers = 3;
/// Registers of OUT.
constexpr uint32_t output_registers = 3;
/// Vertices of each stream of each invocation for which there is memory.
constexpr uint32_t capacity = 6;
constexpr uint32_t streams = MUX_GALLIUM_MAX_STREAMS;
/// Words of a vertex: the registers, and its place in the strip.
constexpr uint32_t vertex_words = output_registers * 4 + 1;

/// Memory of a stream: of contiguous vertices, or component by component of all invocations.
constexpr const char *caller = R"(
#include <mux/gallium/stage_abi.h>
typedef struct mux_gallium_stage_resources_s resources_t;
typedef struct mux_gallium_geometry_values_s values_t;
void mux_geometry_shader(global const resources_t *resources, const private uint4 *inputs,
                         private uint4 *outputs, private values_t *values);

kernel void run(global const resources_t *resources, global const uint4 *inputs,
                global uint *memory, global uint *counts, uint capacity, uint is_contiguous) {
  const uint item = get_global_id(0);
  const uint item_count = get_global_size(0);
  uint4 in[18];
  uint4 out[3];
  for (int i = 0; i < 18; ++i) {
    in[i] = inputs[item * 18 + i];
  }
  for (int i = 0; i < 3; ++i) {
    out[i] = 0xdeadbeef;
  }
  values_t values = {1000 + item, 7, 0, capacity, is_contiguous ? 13 : item_count,
                     is_contiguous ? 1 : item_count * capacity, {{0}}};
  for (int i = 0; i < 4; ++i) {
    global uint *start = memory + i * item_count * capacity * 13;
    start += is_contiguous ? item * capacity * 13 : item;
    values.streams[i].vertices = start;
    values.streams[i].places = start + 12 * values.component_stride;
  }
  mux_geometry_shader(resources, in, out, &values);
  for (int i = 0; i < 4; ++i) {
    counts[item * 8 + i] = values.streams[i].vertex_count;
    counts[item * 8 + 4 + i] = values.streams[i].primitive_count;
  }
}
)";

struct Vertex {
  std::array<StageRegister, output_registers> outputs = {};
  uint32_t place = 0;
};

struct Emitted {
  std::vector<Vertex> vertices;
  uint32_t primitives = 0;
};

/// What an invocation emitted to each stream.
using Invocation = std::array<Emitted, streams>;

/// IN[vertex][i].component of a work-item.
uint32_t input_word(uint32_t item, uint32_t vertex, uint32_t i, uint32_t component) {
  return item * 1000 + vertex * 100 + i * 10 + component;
}

Words all_inputs() {
  Words inputs;
  for (uint32_t item = 0; item < items; ++item) {
    for (uint32_t vertex = 0; vertex < most_vertices; ++vertex) {
      for (uint32_t word = 0; word < input_registers * 4; ++word) {
        inputs.push_back(input_word(item, vertex, word / 4, word % 4));
      }
    }
  }
  return inputs;
}

Emitted read_stream(const Words &memory, const Words &counts, uint32_t item, uint32_t stream,
                    bool is_contiguous) {
  Emitted emitted;
  emitted.primitives = counts[item * 2 * streams + streams + stream];
  const uint32_t start = stream * items * capacity * vertex_words;
  for (uint32_t v = 0; v < counts[item * 2 * streams + stream]; ++v) {
    const auto word = [&](uint32_t component) {
      return memory[start + (is_contiguous ? (item * capacity + v) * vertex_words + component
                                           : (component * capacity + v) * items + item)];
    };
    Vertex vertex;
    for (uint32_t i = 0; i < output_registers * 4; ++i) {
      vertex.outputs[i / 4][i % 4] = word(i);
    }
    vertex.place = word(output_registers * 4);
    emitted.vertices.push_back(vertex);
  }
  return emitted;
}

template <class Element>
Buffer buffer_of(const std::vector<Element> &elements) {
  Buffer buffer(test_device(), elements.size() * sizeof(Element));
  buffer.write(std::span(elements));
  return buffer;
}

/// Calls the shader for each primitive. What it does not write is `unwritten`.
std::vector<Invocation> run(const std::string &text, bool is_contiguous = true) {
  const std::string binary = link_stage(text, caller);
  const Executable executable(test_device(), std::as_bytes(std::span(binary)));
  Kernel kernel(executable, "run");
  Words memory(size_t{streams} * items * capacity * vertex_words, unwritten);
  Words counts(size_t{items} * 2 * streams);
  Buffer resources = buffer_of(Words(sizeof(mux_gallium_stage_resources_s) / sizeof(uint32_t)));
  Buffer inputs = buffer_of(all_inputs());
  Buffer memory_buffer = buffer_of(memory);
  Buffer count_buffer = buffer_of(counts);
  CommandBuffer commands(test_device());
  commands.nd_range(
      kernel,
      {argument(resources), argument(inputs), argument(memory_buffer), argument(count_buffer),
       argument(capacity), argument(uint32_t{is_contiguous ? 1U : 0U})},
      NdRange({items}, {items}));
  commands.finalize();
  test_device().queue().run(commands);
  memory_buffer.read(std::span(memory));
  count_buffer.read(std::span(counts));
  std::vector<Invocation> result(items);
  for (uint32_t item = 0; item < items; ++item) {
    for (uint32_t stream = 0; stream < streams; ++stream) {
      result[item][stream] = read_stream(memory, counts, item, stream, is_contiguous);
    }
  }
  return result;
}

struct Properties {
  const char *input = "TRIANGLES";
  const char *output = "TRIANGLE_STRIP";
  uint32_t most_vertices = capacity;
};

const std::string registers =
    "DCL IN[][0], POSITION\nDCL IN[][1], GENERIC[0]\nDCL IN[2], PRIM_ID\nDCL TEMP[0..2]\n"
    "DCL ADDR[0..1]\nDCL SV[0], INVOCATIONID\nDCL SV[1], PRIM_ID\n"
    "IMM[0] UINT32 {0, 1, 2, 3}\nIMM[1] UINT32 {4, 5, 6, 7}\n";
const std::string plain_outputs =
    "DCL OUT[0], POSITION\nDCL OUT[1].xy, GENERIC[0]\nDCL OUT[2], GENERIC[1]\n";

std::string shader(const Properties &properties, const std::vector<std::string> &instructions,
                   const std::string &outputs = plain_outputs) {
  std::vector<std::string> lines = instructions;
  lines.emplace_back("END");
  return std::string("GEOM\nPROPERTY GS_INPUT_PRIMITIVE ") + properties.input +
         "\nPROPERTY GS_OUTPUT_PRIMITIVE " + properties.output +
         "\nPROPERTY GS_MAX_OUTPUT_VERTICES " + std::to_string(properties.most_vertices) + "\n" +
         registers + outputs + numbered(lines);
}

std::vector<uint32_t> places_of(const Emitted &emitted) {
  std::vector<uint32_t> places;
  places.reserve(emitted.vertices.size());
  for (const Vertex &vertex : emitted.vertices) {
    places.push_back(vertex.place);
  }
  return places;
}

}  // namespace

TEST_CASE("a geometry shader reads IN of each vertex and emits vertices", "[tgsi][geometry]") {
  const bool is_contiguous = GENERATE(true, false);
  CAPTURE(is_contiguous);
  const auto result =
      run(shader({}, {"MOV OUT[0], IN[2][0]", "MOV OUT[1], IN[0][1]", "MOV OUT[2], IN[2]",
                      "EMIT IMM[0].xxxx", "MOV OUT[0].y, IN[1][1].wwww", "EMIT IMM[0].xxxx"}),
          is_contiguous);
  for (uint32_t item = 0; item < items; ++item) {
    INFO("work-item " << item);
    const Emitted &emitted = result[item][0];
    REQUIRE(emitted.vertices.size() == 2);
    for (uint32_t v = 0; v < 2; ++v) {
      const Vertex &vertex = emitted.vertices[v];
      CHECK(vertex.place == v);
      for (uint32_t i = 0; i < 4; ++i) {
        CHECK(vertex.outputs[0][i] ==
              (v == 1 && i == 1 ? input_word(item, 1, 1, 3) : input_word(item, 2, 0, i)));
        // Only x and y are declared.
        CHECK(vertex.outputs[1][i] == (i < 2 ? input_word(item, 0, 1, i) : unwritten));
        // IN[2] has no vertex.
        CHECK(vertex.outputs[2][i] == input_word(item, 0, 2, i));
      }
    }
    CHECK(emitted.primitives == 0);
    CHECK(result[item][1].vertices.empty());
  }
}

TEST_CASE("system values of a geometry shader", "[tgsi][geometry]") {
  const auto result =
      run(shader({}, {"MOV OUT[0].x, SV[0].xxxx", "MOV OUT[0].y, SV[1].xxxx", "EMIT IMM[0].xxxx"}));
  for (uint32_t item = 0; item < items; ++item) {
    REQUIRE(result[item][0].vertices.size() == 1);
    CHECK(result[item][0].vertices[0].outputs[0] ==
          StageRegister{7, 1000 + item, unwritten, unwritten});
  }
}

TEST_CASE("computed vertices of IN stay within those of the input primitive", "[tgsi][geometry]") {
  const std::map<std::string, uint32_t> primitives = {{"POINTS", 1},
                                                      {"LINES", 2},
                                                      {"TRIANGLES", 3},
                                                      {"LINES_ADJACENCY", 4},
                                                      {"TRIANGLES_ADJACENCY", 6}};
  for (const auto &[name, vertices] : primitives) {
    INFO(name);
    const auto result =
        run(shader({name.c_str(), "POINTS"},
                   {"UMOD TEMP[0].x, SV[1].xxxx, IMM[1].wwww", "UARL ADDR[0].x, TEMP[0].xxxx",
                    "MOV OUT[0], IN[ADDR[0].x][1]", "EMIT IMM[0].xxxx"}));
    for (uint32_t item = 0; item < items; ++item) {
      REQUIRE(result[item][0].vertices.size() == 1);
      const uint32_t vertex = std::min((1000 + item) % 7, vertices - 1);
      CHECK(result[item][0].vertices[0].outputs[0][2] == input_word(item, vertex, 1, 2));
    }
  }
}

TEST_CASE("ENDPRIM begins a new strip, and primitives are counted", "[tgsi][geometry]") {
  const std::vector<std::string> instructions = {
      "EMIT IMM[0].xxxx",    "ENDPRIM IMM[0].xxxx", "EMIT IMM[0].xxxx",
      "EMIT IMM[0].xxxx",    "EMIT IMM[0].xxxx",    "EMIT IMM[0].xxxx",
      "ENDPRIM IMM[0].xxxx", "ENDPRIM IMM[0].xxxx", "EMIT IMM[0].xxxx"};
  const std::map<std::string, uint32_t> primitives = {
      {"POINTS", 6}, {"LINE_STRIP", 3}, {"TRIANGLE_STRIP", 2}};
  for (const auto &[name, count] : primitives) {
    INFO(name);
    const auto result = run(shader({"POINTS", name.c_str()}, instructions));
    for (const Invocation &invocation : result) {
      CHECK(places_of(invocation[0]) == std::vector<uint32_t>{0, 0, 1, 2, 3, 0});
      CHECK(invocation[0].primitives == count);
    }
  }
}

TEST_CASE("the number of vertices may differ between invocations", "[tgsi][geometry]") {
  const auto result =
      run(shader({"POINTS", "POINTS"},
                 {"UMOD TEMP[0].x, SV[1].xxxx, IMM[1].xxxx", "MOV TEMP[1].x, IMM[0].xxxx",
                  "BGNLOOP", "USGE TEMP[1].y, TEMP[1].xxxx, TEMP[0].xxxx", "UIF TEMP[1].yyyy",
                  "BRK", "ENDIF", "MOV OUT[0], TEMP[1].xxxx", "EMIT IMM[0].xxxx",
                  "ENDPRIM IMM[0].xxxx", "UADD TEMP[1].x, TEMP[1].xxxx, IMM[0].yyyy", "ENDLOOP"}));
  for (uint32_t item = 0; item < items; ++item) {
    INFO("work-item " << item);
    const auto &vertices = result[item][0].vertices;
    REQUIRE(vertices.size() == (1000 + item) % 4);
    for (uint32_t v = 0; v < vertices.size(); ++v) {
      CHECK(vertices[v].outputs[0][0] == v);
      CHECK(vertices[v].place == 0);
    }
  }
}

TEST_CASE("vertices beyond GS_MAX_OUTPUT_VERTICES and beyond the memory are dropped",
          "[tgsi][geometry]") {
  const std::vector<std::string> endless = {"MOV TEMP[0].x, IMM[0].xxxx",
                                            "BGNLOOP",
                                            "USGE TEMP[0].y, TEMP[0].xxxx, IMM[2].xxxx",
                                            "UIF TEMP[0].yyyy",
                                            "BRK",
                                            "ENDIF",
                                            "MOV OUT[0], TEMP[0].xxxx",
                                            "EMIT IMM[0].xxxx",
                                            "EMIT IMM[0].yyyy",
                                            "UADD TEMP[0].x, TEMP[0].xxxx, IMM[0].yyyy",
                                            "ENDLOOP"};
  const std::string outputs = plain_outputs + "IMM[2] UINT32 {100, 0, 0, 0}\n";
  // The property counts the vertices of all streams, the memory those of each.
  const std::map<uint32_t, std::array<size_t, 2>> limits = {
      {0, {0, 0}}, {5, {3, 2}}, {11, {6, 5}}, {1000, {6, 6}}};
  for (const auto &[limit, counts] : limits) {
    INFO("GS_MAX_OUTPUT_VERTICES " << limit);
    for (const Invocation &invocation :
         run(shader({"POINTS", "POINTS", limit}, endless, outputs))) {
      CHECK(invocation[0].vertices.size() == counts[0]);
      CHECK(invocation[1].vertices.size() == counts[1]);
      for (uint32_t v = 0; v < invocation[0].vertices.size(); ++v) {
        CHECK(invocation[0].vertices[v].outputs[0][3] == v);
        CHECK(invocation[0].vertices[v].place == v);
      }
    }
  }
}

TEST_CASE("streams have vertices, strips and components of their own", "[tgsi][geometry]") {
  const std::string outputs =
      "DCL OUT[0], POSITION\nDCL OUT[1], GENERIC[0], STREAM(3, 3, 0, 1)\n"
      "DCL OUT[2], GENERIC[1], STREAM(2, 2, 2, 2)\n";
  const auto result = run(shader(
      {"POINTS", "POINTS"},
      {"MOV OUT[0], IN[0][0]", "MOV OUT[1], IN[0][1]", "MOV OUT[2], IN[2]", "EMIT IMM[0].wwww",
       "EMIT IMM[0].xxxx", "ENDPRIM IMM[0].xxxx", "EMIT IMM[0].wwww", "EMIT IMM[0].xxxx"},
      outputs));
  for (uint32_t item = 0; item < items; ++item) {
    INFO("work-item " << item);
    CHECK(places_of(result[item][0]) == std::vector<uint32_t>{0, 0});
    CHECK(places_of(result[item][3]) == std::vector<uint32_t>{0, 1});
    CHECK(result[item][1].vertices.empty());
    CHECK(result[item][2].vertices.empty());
    REQUIRE(result[item][0].vertices.size() == 2);
    REQUIRE(result[item][3].vertices.size() == 2);
    const Vertex &first = result[item][0].vertices[1];
    CHECK(first.outputs[0][3] == input_word(item, 0, 0, 3));
    CHECK(first.outputs[1] ==
          StageRegister{unwritten, unwritten, input_word(item, 0, 1, 2), unwritten});
    CHECK(first.outputs[2][0] == unwritten);
    const Vertex &last = result[item][3].vertices[1];
    CHECK(last.outputs[0][0] == unwritten);
    CHECK(last.outputs[1] == StageRegister{input_word(item, 0, 1, 0), input_word(item, 0, 1, 1),
                                           unwritten, unwritten});
  }
}

TEST_CASE("an output with a vertex is that without", "[tgsi][geometry]") {
  const auto result =
      run(shader({}, {"MOV OUT[2][0], IN[0][1]", "EMIT IMM[0].xxxx"}, "DCL OUT[][0], POSITION\n"));
  for (uint32_t item = 0; item < items; ++item) {
    CHECK(result[item][0].vertices[0].outputs[0][1] == input_word(item, 0, 1, 1));
  }
}

TEST_CASE("computed streams are clamped to those that exist", "[tgsi][geometry]") {
  const auto result =
      run(shader({"POINTS", "POINTS"}, {"UMOD TEMP[0].x, SV[1].xxxx, IMM[1].yyyy",
                                        "MOV OUT[0], TEMP[0].xxxx", "EMIT TEMP[0].xxxx"}));
  for (uint32_t item = 0; item < items; ++item) {
    INFO("work-item " << item);
    const uint32_t number = (1000 + item) % 5;
    for (uint32_t stream = 0; stream < streams; ++stream) {
      REQUIRE(result[item][stream].vertices.size() == (stream == std::min(number, 3U) ? 1 : 0));
    }
    CHECK(result[item][std::min(number, 3U)].vertices[0].outputs[0][1] == number);
  }
}

TEST_CASE("geometry shaders with streams or primitives that do not exist are refused",
          "[tgsi][geometry][muxCompile]") {
  const auto log = [](const std::string &text) {
    return compile(text, "", "shader.tgsi", mux_compile_output_object).log;
  };
  CHECK(
      contains(log(shader({}, {"EMIT IMM[1].xxxx"})), "there is no vertex stream of this number"));
  CHECK(contains(log(shader({"POINTS", "TRIANGLES"}, {"EMIT IMM[0].xxxx"})),
                 "GS_OUTPUT_PRIMITIVE is none of"));
  const std::vector<std::string> emits(700, "EMIT IMM[0].xxxx");
  CHECK(contains(log(shader({}, emits, "DCL OUT[0..99], GENERIC[0]\n")),
                 "too many EMIT instructions"));
}

}  // namespace mux::test::geometry

// Shaders of the pipeline's stages: their pieces, their stream output, and texts with errors.

#include <array>
#include <catch2/catch.hpp>
#include <cstring>

#include "commands.h"

namespace {

using namespace mux::test;

const std::vector<uint32_t> any_draw = command(draw_vbo, {0, 3, 4, 0, 1, 0, 0, 0, 0, 0, 2, 0});

/// A piece of a shader's text.
std::vector<uint32_t> piece_of(uint32_t handle, uint32_t stage, uint32_t length_or_offset,
                               std::string_view text, const std::vector<uint32_t> &outputs = {},
                               uint32_t output_count = 0) {
  std::vector<uint32_t> words{handle, stage, length_or_offset, 300, output_count};
  words.insert(words.end(), outputs.begin(), outputs.end());
  const size_t begin = words.size();
  words.resize(begin + (text.size() + 3) / 4);
  std::memcpy(words.data() + begin, text.data(), text.size());
  return command(create_object, words, shader);
}

/// A whole shader, whose length includes the final NUL.
std::vector<uint32_t> shader_of(uint32_t handle, uint32_t stage, const std::string &text) {
  return piece_of(handle, stage, static_cast<uint32_t>(text.size()) + 1,
                  std::string_view(text.c_str(), text.size() + 1));
}

constexpr uint32_t continuation = 1U << 31;

}  // namespace

TEST_CASE("SHADER: each stage is compiled as what it is, and bound to its stage") {
  RecordedClient client;
  const std::array<std::string, 5> texts{"VERT", "FRAG", "GEOM", "TESS_CTRL", "TESS_EVAL"};
  for (uint32_t stage = 0; stage < texts.size(); ++stage) {
    client.submit(
        {shader_of(stage + 1, stage, texts[stage]), command(bind_shader, {stage + 1, stage})});
    CHECK(layer_calls().shaders.back().stage == stage);
    CHECK(layer_calls().shaders.back().stream_output_count == 0);
    CHECK(layer_calls().texts.back() == texts[stage]);
    CHECK(layer_calls().bound.back() ==
          BoundObject{"shader " + std::to_string(stage), layer_calls().created.back()});
  }
  client.submit(command(bind_shader, {0, 1}));
  CHECK(layer_calls().bound.back() == BoundObject{"shader 1", nullptr});
  CHECK(client.log().empty());
}

TEST_CASE("SHADER: pieces in several submissions make one text") {
  RecordedClient client;
  client.submit(piece_of(1, 0, 11, "VERT"));
  CHECK(layer_calls().shaders.empty());
  client.submit(piece_of(1, 0, continuation | 4, "0123"));
  CHECK(layer_calls().shaders.empty());
  client.submit(piece_of(1, 0, continuation | 8, std::string_view("AB\0?", 4)));
  REQUIRE(layer_calls().shaders.size() == 1);
  CHECK(layer_calls().texts.back() == "VERT0123AB");
  CHECK(client.log().empty());
}

TEST_CASE("SHADER: stream output of the first piece reaches the layer") {
  RecordedClient client;
  const std::vector<uint32_t> outputs{
      4, 0, 6, 1, 3U | 1U << 8 | 2U << 10 | 2U << 13 | 5U << 16, 1, 7U | 4U << 10, 0};
  client.submit({piece_of(1, 0, 8, "VERT", outputs, 2), piece_of(1, 0, continuation | 4, "123")});
  REQUIRE(layer_calls().shaders.size() == 1);
  const mux_gallium_shader_template_t &made = layer_calls().shaders[0];
  CHECK(made.stream_output_strides[0] == 4);
  CHECK(made.stream_output_strides[1] == 0);
  CHECK(made.stream_output_strides[2] == 6);
  CHECK(made.stream_output_strides[3] == 1);
  REQUIRE(made.stream_output_count == 2);
  CHECK(made.stream_outputs[0].register_index == 3);
  CHECK(made.stream_outputs[0].start_component == 1);
  CHECK(made.stream_outputs[0].num_components == 2);
  CHECK(made.stream_outputs[0].output_buffer == 2);
  CHECK(made.stream_outputs[0].dst_offset == 5);
  CHECK(made.stream_outputs[0].stream == 1);
  CHECK(made.stream_outputs[1].register_index == 7);
  CHECK(made.stream_outputs[1].num_components == 4);
}

TEST_CASE("SHADER: one with errors is logged once, and draws with it do nothing") {
  for (const uint32_t stage : {0U, 1U, 2U, 3U, 4U}) {
    RecordedClient client;
    client.submit({shader_of(1, 0, "VERT"), command(bind_shader, {1, 0}),
                   shader_of(2, stage, refused_text), command(bind_shader, {2, stage})});
    CHECK(client.log().size() == 1);
    CHECK(layer_calls().bound.back() == BoundObject{"shader " + std::to_string(stage), nullptr});
    client.submit({any_draw, any_draw});
    CHECK(layer_calls().draws.empty());
    CHECK(client.log().size() == 1);
    // Without it, and with another one in its place, there are draws again.
    client.submit({command(bind_shader, {0, stage}), any_draw});
    CHECK(layer_calls().draws.size() == 1);
    client.submit({command(bind_shader, {2, stage}), any_draw, shader_of(3, stage, "WORKS"),
                   command(bind_shader, {3, stage}), any_draw});
    CHECK(layer_calls().draws.size() == 2);
  }
}

TEST_CASE("SHADER: what was not completed, or is not there, is a shader with errors") {
  RecordedClient client;
  client.submit({piece_of(1, 1, 100, "FRAG"), command(bind_shader, {1, 1}), any_draw});
  CHECK(layer_calls().draws.empty());
  client.submit({command(bind_shader, {0, 1}), command(bind_shader, {77, 1}), any_draw});
  CHECK(layer_calls().draws.empty());
  CHECK(client.log().size() == 1);
  // A shader of another stage is not bound, and pieces that do not fit make none.
  client.submit({command(bind_shader, {0, 1}), shader_of(2, 0, "VERT"),
                 command(bind_shader, {2, 1}), piece_of(3, 0, continuation | 4, "what"),
                 piece_of(1, 1, continuation | 40, "gap")});
  CHECK(layer_calls().bound.back() == BoundObject{"shader 1", nullptr});
  CHECK(layer_calls().shaders.size() == 1);
  CHECK(client.log().size() == 4);
}

// Values of the rendering state, vertex buffers, framebuffers without surfaces, stream output.

#include <catch2/catch.hpp>
#include <numeric>

#include "commands.h"

namespace {

using namespace mux::test;

constexpr uint32_t append = MUX_GALLIUM_STREAM_OUTPUT_APPEND;

/// Words 1, 2, 3, ... as floats.
std::vector<uint32_t> float_words(size_t count) {
  std::vector<uint32_t> words;
  for (size_t i = 1; i <= count; ++i) {
    words.push_back(word(static_cast<float>(i)));
  }
  return words;
}

std::vector<uint32_t> create_target(uint32_t handle, uint32_t resource, uint32_t offset,
                                    uint32_t size) {
  return command(create_object, {handle, resource, offset, size}, streamout_target);
}

}  // namespace

TEST_CASE("SET_VIEWPORT_STATE and SET_SCISSOR_STATE set ranges of slots") {
  RecordedClient client;
  std::vector<uint32_t> words = float_words(12);
  words.insert(words.begin(), 3);
  client.submit({command(set_viewports, words),
                 command(set_scissors, {2, 1U | 2U << 16, 0xffffU | 4U << 16})});
  REQUIRE(layer_calls().viewports);
  CHECK(layer_calls().viewports->start == 3);
  REQUIRE(layer_calls().viewports->viewports.size() == 2);
  const mux_gallium_viewport_t &second = layer_calls().viewports->viewports[1];
  CHECK(std::vector(second.scale, second.scale + 3) == std::vector{7.0F, 8.0F, 9.0F});
  CHECK(std::vector(second.translate, second.translate + 3) == std::vector{10.0F, 11.0F, 12.0F});
  REQUIRE(layer_calls().scissors);
  CHECK(layer_calls().scissors->start == 2);
  REQUIRE(layer_calls().scissors->scissors.size() == 1);
  const mux_gallium_rectangle_t &scissor = layer_calls().scissors->scissors[0];
  CHECK(scissor.min_x == 1);
  CHECK(scissor.min_y == 2);
  CHECK(scissor.max_x == 0xffff);
  CHECK(scissor.max_y == 4);
  CHECK(client.log().empty());
  // Slots beyond the last are left out.
  words.front() = 15;
  client.submit(command(set_viewports, words));
  CHECK(layer_calls().viewports->viewports.size() == 1);
  words.front() = 0xffffffff;
  client.submit(command(set_viewports, words));
  CHECK(layer_calls().viewports->viewports.empty());
  CHECK(client.log().size() == 1);
}

TEST_CASE("single values reach the layer") {
  RecordedClient client;
  client.submit({command(set_stencil_reference, {0x12U | 0x34U << 8}),
                 command(set_blend_color, float_words(4)), command(set_sample_mask, {0xf0f0f0f0}),
                 command(set_min_samples, {4}), command(set_clip_planes, float_words(32)),
                 command(set_tessellation, float_words(6))});
  CHECK(layer_calls().stencil_references == std::array<uint32_t, 2>{0x12, 0x34});
  CHECK(layer_calls().blend_color == std::array{1.0F, 2.0F, 3.0F, 4.0F});
  CHECK(layer_calls().sample_mask == 0xf0f0f0f0);
  CHECK(layer_calls().min_samples == 4U);
  std::array<float, 32> planes{};
  std::iota(planes.begin(), planes.end(), 1.0F);
  CHECK(layer_calls().clip_planes == planes);
  std::vector<uint32_t> rows(32);
  std::iota(rows.begin(), rows.end(), 100U);
  client.submit(command(set_stipple, rows));
  REQUIRE(layer_calls().stipple);
  CHECK(std::ranges::equal(*layer_calls().stipple, rows));
  CHECK(client.log().empty());
}

TEST_CASE("values of a wrong length are not set") {
  RecordedClient client;
  for (const uint32_t number :
       {set_viewports, set_stencil_reference, set_blend_color, set_scissors, set_stipple,
        set_clip_planes, set_sample_mask, set_min_samples, set_vertex_buffers}) {
    // No list has so many words, and no value.
    client.submit(command(number, std::vector<uint32_t>(35, 0)));
    client.submit(command(number, std::vector<uint32_t>(200, 0)));
  }
  CHECK(layer_calls().stencil_references == std::nullopt);
  CHECK(layer_calls().blend_color == std::nullopt);
  CHECK(layer_calls().sample_mask == std::nullopt);
  CHECK(layer_calls().min_samples == std::nullopt);
  CHECK(layer_calls().clip_planes == std::nullopt);
  CHECK(layer_calls().stipple == std::nullopt);
  CHECK_FALSE(layer_calls().vertex_buffers);
  CHECK(client.log().size() >= 14);
}

TEST_CASE("SET_VERTEX_BUFFERS replaces all, and leaves out what is no buffer") {
  RecordedClient client;
  client.create_buffer(1, 256);
  client.create_texture(2);
  client.submit(command(set_vertex_buffers, {16, 32, 1, 0, 0, 0, 8, 0, 2, 8, 256, 1, 8, 0, 99}));
  REQUIRE(layer_calls().vertex_buffers);
  const std::vector<mux_gallium_vertex_buffer_t> &set = *layer_calls().vertex_buffers;
  REQUIRE(set.size() == 5);
  CHECK(set[0].resource != nullptr);
  CHECK(set[0].offset == 32);
  CHECK(set[0].stride == 16);
  for (const size_t none : {1U, 2U, 3U, 4U}) {
    CHECK(set[none].resource == nullptr);
  }
  // A texture or an offset beyond the end, and a resource that there is not.
  CHECK(client.log().size() == 2);
  client.submit(command(set_vertex_buffers, {}));
  CHECK(layer_calls().vertex_buffers->empty());
}

TEST_CASE("a framebuffer has the size of NO_ATTACH if it has no surfaces") {
  RecordedClient client;
  client.create_texture(1);
  client.submit({command(create_object, {5, 1, 67, 0, 0}, surface),
                 command(set_framebuffer, {1, 0, 5}),
                 command(set_framebuffer_size, {64U | 32U << 16, 2U | 4U << 16})});
  REQUIRE(layer_calls().framebuffers.size() == 1);
  CHECK(layer_calls().framebuffers[0].color[0] != nullptr);
  client.submit({command(set_framebuffer, {1, 0, 0}),
                 command(set_framebuffer_size, {64U | 32U << 16, 2U | 4U << 16})});
  REQUIRE(layer_calls().framebuffers.size() == 3);
  const mux_gallium_framebuffer_t &sized = layer_calls().framebuffers[2];
  CHECK(sized.color_count == 0);
  CHECK(sized.width == 64);
  CHECK(sized.height == 32);
  CHECK(sized.layers == 2);
  CHECK(sized.samples == 4);
  CHECK(client.log().empty());
}

TEST_CASE("STREAMOUT_TARGET is a range of a buffer") {
  RecordedClient client;
  client.create_buffer(1, 256);
  client.submit(create_target(7, 1, 32, 64));
  REQUIRE(layer_calls().ranges.size() == 1);
  CHECK(layer_calls().ranges[0].resource != nullptr);
  CHECK(layer_calls().ranges[0].offset == 32);
  CHECK(layer_calls().ranges[0].size == 64);
  client.submit(command(destroy_object, {7}, streamout_target));
  CHECK(layer_calls().destroyed == layer_calls().created);
}

TEST_CASE("SET_STREAMOUT_TARGETS begins with new targets, and goes on with earlier ones") {
  RecordedClient client;
  client.create_buffer(1, 256);
  client.submit({create_target(1, 1, 0, 64), create_target(2, 1, 64, 64)});
  const std::vector<const void *> made = layer_calls().created;
  const std::vector<StreamOutputCall> &calls = layer_calls().stream_outputs;
  client.submit(command(set_targets, {0, 1, 0, 2}));
  CHECK(calls.back().targets == std::vector<const void *>{made[0], nullptr, made[1]});
  CHECK(calls.back().offsets == std::vector<uint32_t>{0, 0, 0});
  // A pause.
  client.submit(command(set_targets, {0}));
  CHECK(calls.back().targets.empty());
  client.submit(command(set_targets, {0, 1, 0, 2}));
  CHECK(calls.back().offsets == std::vector<uint32_t>{append, append, append});
  // A tuple of its own, though its target is known.
  client.submit(command(set_targets, {0, 1}));
  CHECK(calls.back().offsets == std::vector<uint32_t>{0});
  client.submit(command(set_targets, {0, 1}));
  CHECK(calls.back().offsets == std::vector<uint32_t>{append});
  CHECK(client.log().empty());
}

TEST_CASE("SET_STREAMOUT_TARGETS forgets targets that are destroyed") {
  RecordedClient client;
  client.create_buffer(1, 256);
  client.submit({create_target(1, 1, 0, 64), command(set_targets, {0, 1}),
                 command(destroy_object, {1}, streamout_target), create_target(1, 1, 0, 64),
                 command(set_targets, {0, 1})});
  CHECK(layer_calls().stream_outputs.back().offsets == std::vector<uint32_t>{0});
  client.submit(command(set_targets, {0, 99}));
  CHECK(layer_calls().stream_outputs.back().targets == std::vector<const void *>{nullptr});
  CHECK(client.log().size() == 1);
}

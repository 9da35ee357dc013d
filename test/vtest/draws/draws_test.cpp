// DRAW_VBO.

#include <catch2/catch.hpp>

#include "commands.h"

using namespace mux::test;

TEST_CASE("DRAW_VBO: each field of the three lengths reaches the layer") {
  RecordedClient client;
  std::vector<uint32_t> words{5, 6, 7, 0, 8, 0xffffffff, 10, 1, 11, 12, 13, 0};
  client.submit(command(draw_vbo, words));
  words.insert(words.end(), {3, 9});
  client.submit(command(draw_vbo, words));
  client.create_buffer(1, 256);
  client.create_buffer(2, 256);
  words.insert(words.end(), {1, 32, 20, 4, 8, 2});
  client.submit(command(draw_vbo, words));
  REQUIRE(layer_calls().draws.size() == 3);
  for (const mux_gallium_draw_info_t &made : layer_calls().draws) {
    CHECK(made.start == 5);
    CHECK(made.count == 6);
    CHECK(made.mode == mux_gallium_primitive_quads);
    CHECK(made.index_size == 0);
    CHECK(made.index_resource == nullptr);
    CHECK(made.instance_count == 8);
    CHECK(made.index_bias == -1);
    CHECK(made.start_instance == 10);
    CHECK(made.primitive_restart);
    CHECK(made.restart_index == 11);
    CHECK(made.min_index == 12);
    CHECK(made.max_index == 13);
  }
  CHECK(layer_calls().draws[0].draw_id == 0);
  CHECK(layer_calls().draws[1].draw_id == 9);
  CHECK(layer_calls().draws[1].indirect == nullptr);
  const mux_gallium_draw_info_t &indirect = layer_calls().draws[2];
  CHECK(indirect.indirect != nullptr);
  CHECK(indirect.indirect_offset == 32);
  CHECK(indirect.indirect_stride == 20);
  CHECK(indirect.indirect_draw_count == 4);
  CHECK(indirect.indirect_count != nullptr);
  CHECK(indirect.indirect_count != indirect.indirect);
  CHECK(indirect.indirect_count_offset == 8);
  CHECK(client.log().empty());
}

TEST_CASE("DRAW_VBO: a wrong length draws nothing") {
  RecordedClient client;
  for (const size_t length : {0U, 11U, 13U, 15U, 19U, 21U}) {
    client.submit(command(draw_vbo, std::vector<uint32_t>(length, 0)));
  }
  CHECK(layer_calls().draws.empty());
  CHECK(client.log().size() == 6);
}

TEST_CASE("DRAW_VBO: indices start at the offset of the index buffer, not at `start`") {
  RecordedClient client;
  client.create_buffer(1, 256);
  const std::vector<uint32_t> draw = command(draw_vbo, {5, 6, 4, 1, 1, 0, 0, 0, 0, 0, 9, 0});
  client.submit({command(set_index_buffer, {1, 2, 48}), draw});
  REQUIRE(layer_calls().draws.size() == 1);
  const mux_gallium_draw_info_t made = layer_calls().draws[0];
  CHECK(made.start == 0);
  CHECK(made.count == 6);
  CHECK(made.index_resource != nullptr);
  CHECK(made.index_size == 2);
  CHECK(made.index_offset == 48);
  // The index buffer stays usable after its handle is released.
  client.release_resource(1);
  client.submit(draw);
  REQUIRE(layer_calls().draws.size() == 2);
  CHECK(layer_calls().draws[1].index_resource == made.index_resource);
  CHECK(client.log().empty());
  // Unbound, and one whose indices have no bytes: logged once.
  client.submit({command(set_index_buffer, {0}), draw});
  client.create_buffer(2, 256);
  client.submit({command(set_index_buffer, {2, 0, 0}), draw});
  CHECK(layer_calls().draws.size() == 2);
  CHECK(client.log().size() == 1);
}

TEST_CASE("DRAW_VBO: buffers that there are not") {
  RecordedClient client;
  client.create_buffer(1, 256);
  std::vector<uint32_t> words{0, 3, 4, 0, 1, 0, 0, 0, 0, 0, 2, 0, 0, 0, 77, 0, 0, 1, 0, 0};
  client.submit(command(draw_vbo, words));
  words[14] = 1;
  words[19] = 78;
  client.submit(command(draw_vbo, words));
  CHECK(client.log().size() == 2);
  CHECK(layer_calls().draws.empty());
}

TEST_CASE("DRAW_VBO: as many vertices as the target of this size has that was unbound last") {
  RecordedClient client;
  client.create_buffer(1, 256);
  for (const uint32_t handle : {5U, 6U, 7U}) {
    client.submit(
        command(create_object, {handle, 1, 0, handle == 7 ? 32U : 64U}, streamout_target));
  }
  const std::vector<const void *> made = layer_calls().created;
  const auto drawn = [&](uint32_t size) -> const void * {
    layer_calls().draws.clear();
    client.submit(command(draw_vbo, {0, 3, 4, 0, 1, 0, 0, 0, 0, 0, 2, size}));
    return layer_calls().draws.empty() ? nullptr : layer_calls().draws[0].count_from_stream_output;
  };
  client.submit(
      {command(set_targets, {0, 5, 7}), command(set_targets, {0, 6}), command(set_targets, {0})});
  CHECK(drawn(64) == made[1]);
  CHECK(drawn(32) == made[2]);
  client.submit({command(set_targets, {0, 5}), command(set_targets, {0})});
  CHECK(drawn(64) == made[0]);
  CHECK(client.log().empty());
  client.submit(command(destroy_object, {5}, streamout_target));
  CHECK(drawn(64) == made[1]);
  CHECK(drawn(48) == nullptr);
  CHECK(client.log().size() == 1);
}

TEST_CASE("DRAW_VBO: a condition on what the layer does not count skips draws by its sense") {
  RecordedClient client;
  client.create_buffer(1, 16);
  const std::vector<uint32_t> draw = command(draw_vbo, {0, 3, 4, 0, 1, 0, 0, 0, 0, 0, 2, 0});
  constexpr uint32_t statistics = mux_gallium_query_pipeline_statistics;
  client.submit({command(create_object, {5, statistics, 0, 1}, query),
                 command(set_render_condition, {5, 0, 0}), draw});
  // The result is false, and draws are skipped while it equals the condition.
  CHECK(layer_calls().draws.empty());
  client.submit({command(set_render_condition, {5, 1, 0}), draw});
  CHECK(layer_calls().draws.size() == 1);
  client.submit({command(set_render_condition, {0, 0, 0}), draw});
  CHECK(layer_calls().draws.size() == 2);
}

// State objects of draws: what the server makes of CREATE_OBJECT, BIND_OBJECT and DESTROY_OBJECT.

#include <array>
#include <catch2/catch.hpp>

#include "commands.h"

namespace {

using namespace mux::test;

/// The words of a rasterizer: one that is off in all respects, but for some bits of word 2.
std::vector<uint32_t> rasterizer_of(uint32_t handle, uint32_t bits) {
  return command(create_object, {handle, bits, 0, 0, 0, 0, 0, 0, 0}, rasterizer);
}

/// The words of a blend state whose targets are all alike.
std::vector<uint32_t> blend_of(uint32_t handle, uint32_t bits, uint32_t logic, uint32_t target) {
  std::vector<uint32_t> words{handle, bits, logic};
  words.resize(11, target);
  return command(create_object, words, blend);
}

}  // namespace

TEST_CASE("BLEND: each field reaches the layer") {
  RecordedClient client;
  using Template = mux_gallium_blend_template_t;
  const std::array flags{&Template::independent_blend_enable, &Template::logicop_enable,
                         &Template::dither, &Template::alpha_to_coverage, &Template::alpha_to_one};
  for (size_t bit = 0; bit < flags.size(); ++bit) {
    client.submit(blend_of(1, 1U << bit, 0, 0));
    for (size_t other = 0; other < flags.size(); ++other) {
      INFO(bit << ", " << other);
      CHECK(layer_calls().blends.back().*flags[other] == (bit == other));
    }
  }
  std::vector<uint32_t> words{1, 0, mux_gallium_logic_op_or_reverse};
  for (uint32_t target = 0; target < 8; ++target) {
    words.push_back(1U | 2U << 1 | 6U << 4 | 17U << 9 | 4U << 14 | 26U << 17 | 8U << 22 |
                    (target + 1) << 27);
  }
  client.submit(command(create_object, words, blend));
  const Template &made = layer_calls().blends.back();
  CHECK(made.logicop_func == mux_gallium_logic_op_or_reverse);
  for (uint32_t target = 0; target < 8; ++target) {
    const mux_gallium_blend_target_t &of = made.targets[target];
    CHECK(of.blend_enable);
    CHECK(of.rgb_func == mux_gallium_blend_function_reverse_subtract);
    CHECK(of.rgb_src_factor == mux_gallium_blend_factor_src_alpha_saturate);
    CHECK(of.rgb_dst_factor == mux_gallium_blend_factor_zero);
    CHECK(of.alpha_func == mux_gallium_blend_function_max);
    CHECK(of.alpha_src_factor == mux_gallium_blend_factor_inv_src1_alpha);
    CHECK(of.alpha_dst_factor == mux_gallium_blend_factor_const_alpha);
    CHECK(of.colormask == target + 1);
  }
  CHECK(client.log().empty());
}

TEST_CASE("RASTERIZER: each flag is that of its bit, and no other") {
  RecordedClient client;
  using Template = mux_gallium_rasterizer_template_t;
  const std::array low{&Template::flatshade,
                       &Template::depth_clip,
                       &Template::clip_halfz,
                       &Template::rasterizer_discard,
                       &Template::flatshade_first,
                       &Template::light_twoside,
                       &Template::sprite_coord_lower_left,
                       &Template::point_quad_rasterization};
  const std::array high{&Template::scissor,
                        &Template::front_ccw,
                        &Template::clamp_vertex_color,
                        &Template::clamp_fragment_color,
                        &Template::offset_line,
                        &Template::offset_point,
                        &Template::offset_tri,
                        &Template::poly_smooth,
                        &Template::poly_stipple_enable,
                        &Template::point_smooth,
                        &Template::point_size_per_vertex,
                        &Template::multisample,
                        &Template::line_smooth,
                        &Template::line_stipple_enable,
                        &Template::line_last_pixel,
                        &Template::half_pixel_center,
                        &Template::bottom_edge_rule,
                        &Template::force_persample_interp};
  constexpr uint32_t first_high = 14;
  for (uint32_t bit = 0; bit < 32; ++bit) {
    if (bit >= low.size() && bit < first_high) {
      continue;
    }
    client.submit(rasterizer_of(1, 1U << bit));
    const Template &made = layer_calls().rasterizers.back();
    INFO(bit);
    for (uint32_t other = 0; other < low.size(); ++other) {
      CHECK(made.*low[other] == (bit == other));
    }
    for (uint32_t other = 0; other < high.size(); ++other) {
      CHECK(made.*high[other] == (bit == first_high + other));
    }
  }
}

TEST_CASE("RASTERIZER: faces and numbers reach the layer") {
  RecordedClient client;
  client.submit(
      command(create_object,
              {1, 2U << 8 | 1U << 10 | 2U << 12, word(1.5F), 0x1ff,
               0xaaf0U | 3U << 16 | 0xa5U << 24, word(2.5F), word(3.5F), word(4.5F), word(5.5F)},
              rasterizer));
  const mux_gallium_rasterizer_template_t &made = layer_calls().rasterizers.back();
  CHECK(made.cull_face == mux_gallium_face_back);
  CHECK(made.fill_front == mux_gallium_fill_line);
  CHECK(made.fill_back == mux_gallium_fill_point);
  CHECK(made.point_size == 1.5F);
  CHECK(made.sprite_coord_enable == 0x1ff);
  CHECK(made.line_stipple_pattern == 0xaaf0);
  CHECK(made.line_stipple_factor == 3);
  CHECK(made.clip_plane_enable == 0xa5);
  CHECK(made.line_width == 2.5F);
  CHECK(made.offset_units == 3.5F);
  CHECK(made.offset_scale == 4.5F);
  CHECK(made.offset_clamp == 5.5F);
  CHECK(client.log().empty());
}

TEST_CASE("DSA: each field reaches the layer") {
  RecordedClient client;
  const uint32_t front = 1U | 2U << 1 | 3U << 4 | 4U << 7 | 5U << 10 | 0x12U << 13 | 0x34U << 21;
  const uint32_t back = 5U << 1 | 6U << 4 | 7U << 7 | 1U << 10 | 0xffU << 13 | 0xf0U << 21;
  client.submit(
      command(create_object, {1, 1U | 6U << 2, front, back, word(0.25F)}, depth_stencil_alpha));
  client.submit(
      command(create_object, {2, 1U << 1 | 1U << 8 | 5U << 9, 0, 0, 0}, depth_stencil_alpha));
  REQUIRE(layer_calls().tests.size() == 2);
  const mux_gallium_depth_stencil_alpha_template_t &first = layer_calls().tests[0];
  CHECK(first.depth_enabled);
  CHECK_FALSE(first.depth_writemask);
  CHECK(first.depth_func == mux_gallium_function_gequal);
  CHECK_FALSE(first.alpha_enabled);
  CHECK(first.alpha_ref == 0.25F);
  CHECK(first.stencil[0].enabled);
  CHECK(first.stencil[0].func == mux_gallium_function_equal);
  CHECK(first.stencil[0].fail_op == mux_gallium_stencil_op_incr);
  CHECK(first.stencil[0].zpass_op == mux_gallium_stencil_op_decr);
  CHECK(first.stencil[0].zfail_op == mux_gallium_stencil_op_incr_wrap);
  CHECK(first.stencil[0].valuemask == 0x12);
  CHECK(first.stencil[0].writemask == 0x34);
  CHECK_FALSE(first.stencil[1].enabled);
  CHECK(first.stencil[1].func == mux_gallium_function_notequal);
  CHECK(first.stencil[1].fail_op == mux_gallium_stencil_op_decr_wrap);
  CHECK(first.stencil[1].zpass_op == mux_gallium_stencil_op_invert);
  CHECK(first.stencil[1].zfail_op == mux_gallium_stencil_op_zero);
  CHECK(first.stencil[1].valuemask == 0xff);
  CHECK(first.stencil[1].writemask == 0xf0);
  const mux_gallium_depth_stencil_alpha_template_t &second = layer_calls().tests[1];
  CHECK_FALSE(second.depth_enabled);
  CHECK(second.depth_writemask);
  CHECK(second.alpha_enabled);
  CHECK(second.alpha_func == mux_gallium_function_notequal);
  CHECK(client.log().empty());
}

TEST_CASE("VERTEX_ELEMENTS: each field of all elements reaches the layer") {
  RecordedClient client;
  client.submit(command(create_object, {1, 16, 0, 2, 31, 4, 3, 1, 67}, vertex_elements));
  client.submit(command(create_object, {2}, vertex_elements));
  REQUIRE(layer_calls().vertex_elements.size() == 2);
  const mux_gallium_vertex_elements_template_t &made = layer_calls().vertex_elements[0];
  REQUIRE(made.count == 2);
  CHECK(made.elements[0].src_offset == 16);
  CHECK(made.elements[0].instance_divisor == 0);
  CHECK(made.elements[0].vertex_buffer_index == 2);
  CHECK(made.elements[0].format == 31);
  CHECK(made.elements[1].src_offset == 4);
  CHECK(made.elements[1].instance_divisor == 3);
  CHECK(made.elements[1].vertex_buffer_index == 1);
  CHECK(made.elements[1].format == 67);
  CHECK(layer_calls().vertex_elements[1].count == 0);
  CHECK(client.log().empty());
}

TEST_CASE("BIND_OBJECT binds an object to the point of its type, and 0 unbinds") {
  RecordedClient client;
  client.submit({blend_of(1, 0, 0, 0), rasterizer_of(2, 0),
                 command(create_object, {3, 0, 0, 0, 0}, depth_stencil_alpha),
                 command(create_object, {4}, vertex_elements)});
  const std::vector<const void *> made = layer_calls().created;
  REQUIRE(made.size() == 4);
  client.submit({command(bind_object, {1}, blend), command(bind_object, {2}, rasterizer),
                 command(bind_object, {3}, depth_stencil_alpha),
                 command(bind_object, {4}, vertex_elements), command(bind_object, {0}, blend)});
  CHECK(layer_calls().bound == std::vector<BoundObject>{{"blend", made[0]},
                                                        {"rasterizer", made[1]},
                                                        {"tests", made[2]},
                                                        {"vertex elements", made[3]},
                                                        {"blend", nullptr}});
  CHECK(client.log().empty());
  // Of another type, unknown, and a type that is bound otherwise.
  layer_calls().bound.clear();
  client.submit({command(bind_object, {1}, rasterizer), command(bind_object, {9}, blend),
                 command(bind_object, {1}, surface)});
  CHECK(layer_calls().bound ==
        std::vector<BoundObject>{{"rasterizer", nullptr}, {"blend", nullptr}});
  CHECK(client.log().size() == 3);
}

TEST_CASE("DESTROY_OBJECT destroys the layer's object, whatever type it names") {
  RecordedClient client;
  client.submit({blend_of(1, 0, 0, 0), rasterizer_of(2, 0)});
  const std::vector<const void *> made = layer_calls().created;
  client.submit(command(destroy_object, {2}, blend));
  CHECK(layer_calls().destroyed == std::vector<const void *>{made[1]});
  client.submit(command(destroy_object, {1}, blend));
  CHECK(layer_calls().destroyed == std::vector<const void *>{made[1], made[0]});
}

TEST_CASE("objects of a wrong length make none") {
  RecordedClient client;
  for (const uint32_t type : {blend, rasterizer, depth_stencil_alpha, vertex_elements}) {
    for (const size_t length : {0U, 4U, 12U, 40U}) {
      client.submit(command(create_object, std::vector<uint32_t>(length, 0), type));
    }
  }
  CHECK(layer_calls().created.empty());
  CHECK(client.log().size() == 16);
}

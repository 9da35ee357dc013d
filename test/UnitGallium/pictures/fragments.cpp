// What happens to fragments: interpolation, tests, blending, counting.

#include <algorithm>
#include <cmath>

#include "picture.h"

namespace gallium_test::fragments {

namespace {

constexpr std::array<float, 4> white = {1, 1, 1, 1};
constexpr std::array<float, 4> red = {1, 0, 0, 1};
constexpr std::array<float, 4> green = {0, 1, 0, 1};

/// Two triangles that cover a rectangle of pixels.
std::vector<Vertex> rectangle(const Picture &picture, float left, float top, float right,
                              float bottom, const std::array<float, 4> &color, float z = 0.5F,
                              float w = 1) {
  const Vertex corners[] = {picture.at(left, top, color, z, w), picture.at(right, top, color, z, w),
                            picture.at(left, bottom, color, z, w),
                            picture.at(right, bottom, color, z, w)};
  return {corners[0], corners[1], corners[2], corners[2], corners[1], corners[3]};
}

std::vector<Vertex> everything(const Picture &picture, const std::array<float, 4> &color,
                               float z = 0.5F) {
  return rectangle(picture, 0, 0, static_cast<float>(picture.width()),
                   static_cast<float>(picture.height()), color, z);
}

}  // namespace

TEST_CASE("D03 draw_vbo: colors are interpolated linearly at the centers of pixels") {
  Picture picture(64, 64, {mux_gallium_format_r32g32b32a32_float});
  picture.clear({0, 0, 0, 0});
  // Red grows with x, green with y.
  picture.draw(mux_gallium_primitive_triangles,
               {picture.at(0, 0, {0, 0, 0, 1}), picture.at(128, 0, {128, 0, 0, 1}),
                picture.at(0, 128, {0, 128, 0, 1})});
  const std::vector<float> texels = picture.texels<float>();
  for (uint32_t y = 0; y < 64; ++y) {
    for (uint32_t x = 0; x + y < 127 && x < 64; ++x) {
      const float *texel = &texels[(y * 64 + x) * 4];
      REQUIRE(texel[0] == Approx(static_cast<float>(x) + 0.5F).margin(1e-3));
      REQUIRE(texel[1] == Approx(static_cast<float>(y) + 0.5F).margin(1e-3));
      REQUIRE(texel[3] == Approx(1));
    }
  }
}

TEST_CASE(
    "D03 draw_vbo: inputs are interpolated in perspective, and linearly if the shader says so") {
  Picture picture(64, 1, {mux_gallium_format_r32g32b32a32_float});
  const std::string vertex =
      "VERT\nDCL IN[0]\nDCL IN[1]\nDCL OUT[0], POSITION\nDCL OUT[1], GENERIC[0]\n"
      "DCL OUT[2], GENERIC[3]\n"
      "  0: MOV OUT[0], IN[0]\n  1: MOV OUT[1], IN[1]\n  2: MOV OUT[2], IN[1]\n  3: END\n";
  const std::string fragment =
      "FRAG\nDCL IN[0], GENERIC[0], PERSPECTIVE\nDCL IN[1], GENERIC[3], LINEAR\n"
      "DCL OUT[0], COLOR\n"
      "  0: MOV OUT[0].xz, IN[0].xxxx\n  1: MOV OUT[0].yw, IN[1].xxxx\n  2: END\n";
  picture.use_shaders(vertex, fragment);
  // w is 1 at the left and 4 at the right.
  const std::vector<Vertex> vertices = {
      picture.at(0, -2, {0, 0, 0, 0}, 0.5F, 1),  picture.at(64, -2, {1, 0, 0, 0}, 0.5F, 4),
      picture.at(0, 4, {0, 0, 0, 0}, 0.5F, 1),   picture.at(0, 4, {0, 0, 0, 0}, 0.5F, 1),
      picture.at(64, -2, {1, 0, 0, 0}, 0.5F, 4), picture.at(64, 4, {1, 0, 0, 0}, 0.5F, 4)};
  picture.draw(mux_gallium_primitive_triangles, vertices);
  const std::vector<float> texels = picture.texels<float>();
  for (uint32_t x = 0; x < 64; ++x) {
    const float t = (static_cast<float>(x) + 0.5F) / 64;
    const float in_perspective = t / 4 / ((1 - t) + t / 4);
    INFO("pixel " << x);
    REQUIRE(texels[x * 4] == Approx(in_perspective).margin(1e-5));
    REQUIRE(texels[x * 4 + 1] == Approx(t).margin(1e-5));
  }
}

TEST_CASE("D03 draw_vbo: INTERP_OFFSET interpolates at an offset from the center of the pixel") {
  Picture picture(64, 1, {mux_gallium_format_r32g32b32a32_float});
  const std::string vertex =
      "VERT\nDCL IN[0]\nDCL IN[1]\nDCL OUT[0], POSITION\nDCL OUT[1], GENERIC[0]\n"
      "DCL OUT[2], GENERIC[3]\nDCL OUT[3], COLOR\n"
      "  0: MOV OUT[0], IN[0]\n  1: MOV OUT[1], IN[1]\n  2: MOV OUT[2], IN[1]\n"
      "  3: MOV OUT[3], IN[1]\n  4: END\n";
  const std::string fragment =
      "FRAG\nDCL IN[0], GENERIC[0], PERSPECTIVE\nDCL IN[1], GENERIC[3], LINEAR\n"
      "DCL IN[2], COLOR, COLOR\nDCL OUT[0], COLOR\nDCL TEMP[0]\nIMM[0] UINT32 {0, 0, 0, 0}\n"
      "IMM[1] FLT32 {0x3e800000, 0x00000000, 0x00000000, 0x00000000}\n"
      "  0: INTERP_OFFSET OUT[0].x, IN[0].xxxx, IMM[1].xyyy\n"
      "  1: INTERP_OFFSET OUT[0].y, IN[1].xxxx, IMM[1].xyyy\n"
      "  2: INTERP_SAMPLE OUT[0].z, IN[0].xxxx, IMM[0].xxxx\n"
      "  3: INTERP_OFFSET OUT[0].w, IN[2].xxxx, IMM[1].xyyy\n  4: END\n";
  picture.use_shaders(vertex, fragment);
  // w is 1 at the left and 4 at the right.
  std::vector<Vertex> vertices = {
      picture.at(0, -2, {0, 0, 0, 0}, 0.5F, 1),  picture.at(64, -2, {1, 0, 0, 0}, 0.5F, 4),
      picture.at(0, 4, {0, 0, 0, 0}, 0.5F, 1),   picture.at(0, 4, {0, 0, 0, 0}, 0.5F, 1),
      picture.at(64, -2, {1, 0, 0, 0}, 0.5F, 4), picture.at(64, 4, {1, 0, 0, 0}, 0.5F, 4)};
  const auto in_perspective = [](float t) { return t / 4 / ((1 - t) + t / 4); };
  for (const bool is_flat : {false, true}) {
    picture.rasterize([&](auto &state) { state.flatshade = is_flat; });
    // The first vertex has another value than 0.
    std::rotate(vertices.begin(), vertices.begin() + 1, vertices.begin() + 3);
    std::rotate(vertices.begin() + 3, vertices.begin() + 4, vertices.end());
    picture.draw(mux_gallium_primitive_triangles, vertices);
    const std::vector<float> texels = picture.texels<float>();
    for (uint32_t x = 0; x < 64; ++x) {
      const float t = (static_cast<float>(x) + 0.75F) / 64;
      INFO("pixel " << x << ", flat colors " << is_flat);
      REQUIRE(texels[x * 4] == Approx(in_perspective(t)).margin(1e-5));
      REQUIRE(texels[x * 4 + 1] == Approx(t).margin(1e-5));
      REQUIRE(texels[x * 4 + 2] == Approx(in_perspective(t - 0.25F / 64)).margin(1e-5));
      const float last = texels[x * 4 + 3];
      if (is_flat) {
        const bool is_a_vertex = last == Approx(0).margin(1e-5) || last == Approx(1).margin(1e-5);
        REQUIRE(is_a_vertex);
      } else {
        REQUIRE(last == Approx(in_perspective(t)).margin(1e-5));
      }
    }
  }
}

TEST_CASE("D03 draw_vbo: what is the same at all vertices is the same at all pixels, to the bit") {
  Picture picture(64, 64, {mux_gallium_format_r32g32b32a32_float});
  picture.clear({0, 0, 0, 0});
  const std::array<float, 4> color = {0.1F, 3.3F, -7.7F, 1e6F};
  picture.draw(mux_gallium_primitive_triangles,
               {picture.at(-3, -5, color, 0.5F, 1), picture.at(200, 3, color, 0.5F, 3.3F),
                picture.at(7, 190, color, 0.5F, 0.7F)});
  const std::vector<float> texels = picture.texels<float>();
  for (size_t texel = 20 * 64 + 20; texel < 20 * 64 + 40; ++texel) {
    for (size_t channel = 0; channel < 4; ++channel) {
      REQUIRE(texels[texel * 4 + channel] == color.at(channel));
    }
  }
}

TEST_CASE("D03 draw_vbo: a shader with many texture instructions draws") {
  Picture picture(16, 16);
  std::vector<std::string> instructions = {"MOV TEMP[0], IN[0]"};
  for (int instruction = 0; instruction < 40; ++instruction) {
    instructions.insert(instructions.end(),
                        {"TEX TEMP[1], IN[0], SAMP[0], 2D", "ADD TEMP[0], TEMP[0], TEMP[1]"});
  }
  instructions.emplace_back("MOV OUT[0], TEMP[0]");
  picture.use_shaders(
      "VERT\nDCL IN[0]\nDCL IN[1]\nDCL OUT[0], POSITION\nDCL OUT[1], GENERIC[0]\n"
      "  0: MOV OUT[0], IN[0]\n  1: MOV OUT[1], IN[1]\n  2: END\n",
      shader_text("FRAG",
                  "DCL IN[0], GENERIC[0], PERSPECTIVE\nDCL OUT[0], COLOR\n"
                  "DCL SAMP[0]\nDCL SVIEW[0], 2D, FLOAT\nDCL TEMP[0..1]\n",
                  instructions));
  picture.clear({0, 0, 0, 0});
  // Without a texture all of them give 0.
  picture.draw(mux_gallium_primitive_triangles, everything(picture, green));
  CHECK(picture.pixel(8, 8) == 0xff00ff00);
}

TEST_CASE("D03 draw_vbo: triangles that reach behind the eye are cut there") {
  Picture picture(64, 64);
  picture.clear({0, 0, 0, 0});
  // A floor from below the eye to the horizon: y = -1 in space, w the distance.
  const auto floor_at = [](float x, float distance) {
    return Vertex{{x, 1, distance * 0.5F, distance}, white};
  };
  picture.draw(mux_gallium_primitive_triangles,
               {floor_at(-100, -2), floor_at(100, -2), floor_at(0, 200)});
  // Points of the floor in front of the eye are in rows y = 32 + 32 / w.
  CHECK(picture.pixel(32, 30) == 0);
  CHECK(picture.pixel(32, 34) == 0xffffffff);
  CHECK(picture.pixel(2, 60) == 0xffffffff);
  CHECK(picture.pixel(60, 63) == 0xffffffff);
}

TEST_CASE("F04 draw_vbo: the depth test keeps the nearest, in every format of depth") {
  for (const mux_gallium_format_e depth :
       {mux_gallium_format_z16_unorm, mux_gallium_format_z24x8_unorm,
        mux_gallium_format_z24_unorm_s8_uint, mux_gallium_format_s8_uint_z24_unorm,
        mux_gallium_format_z32_unorm, mux_gallium_format_z32_float}) {
    INFO("format " << depth);
    Picture picture(16, 16, {mux_gallium_format_r8g8b8a8_unorm, depth});
    picture.test([](auto &state) {
      state.depth_enabled = true;
      state.depth_writemask = true;
      state.depth_func = mux_gallium_function_less;
    });
    picture.clear({0, 0, 0, 0});
    picture.draw(mux_gallium_primitive_triangles, everything(picture, red, 0.5F));
    picture.draw(mux_gallium_primitive_triangles, rectangle(picture, 0, 0, 8, 16, green, 0.25F));
    picture.draw(mux_gallium_primitive_triangles, rectangle(picture, 0, 0, 16, 8, white, 0.75F));
    CHECK(picture.pixel(3, 3) == 0xff00ff00);
    CHECK(picture.pixel(3, 12) == 0xff00ff00);
    CHECK(picture.pixel(12, 3) == 0xff0000ff);
    CHECK(picture.pixel(12, 12) == 0xff0000ff);
  }
}

TEST_CASE(
    "F04, F10 draw_vbo: the stencil test counts layers, and lets what equals the reference "
    "through") {
  Picture picture(16, 16,
                  {mux_gallium_format_r8g8b8a8_unorm, mux_gallium_format_z24_unorm_s8_uint});
  const auto stencil = [&](uint32_t function, uint32_t operation) {
    picture.test([&](auto &state) {
      state.stencil[0].enabled = true;
      state.stencil[0].func = function;
      state.stencil[0].zpass_op = operation;
      state.stencil[0].valuemask = 0xff;
      state.stencil[0].writemask = 0xff;
    });
  };
  picture.clear({0, 0, 0, 0}, 1, 7);
  stencil(mux_gallium_function_always, mux_gallium_stencil_op_incr);
  picture.draw(mux_gallium_primitive_triangles, rectangle(picture, 0, 0, 8, 16, red));
  picture.draw(mux_gallium_primitive_triangles, rectangle(picture, 0, 0, 16, 8, red));
  stencil(mux_gallium_function_equal, mux_gallium_stencil_op_keep);
  succeed(muxGalliumSetStencilRef(picture.context(), 9, 0));
  picture.draw(mux_gallium_primitive_triangles, everything(picture, green));
  CHECK(picture.pixel(3, 3) == 0xff00ff00);
  CHECK(picture.pixel(3, 12) == 0xff0000ff);
  CHECK(picture.pixel(12, 3) == 0xff0000ff);
  CHECK(picture.pixel(12, 12) == 0);
  for (const uint32_t texel : picture.depths<uint32_t>()) {
    CHECK((texel & 0xffffff) == 0xffffff);
  }
}

TEST_CASE("F02 draw_vbo: blending adds by factors, to the channels of the mask") {
  Picture picture(8, 8);
  picture.clear({0.5F, 0.25F, 0, 1});
  picture.blend([](auto &state) {
    mux_gallium_blend_target_t &target = state.targets[0];
    target.blend_enable = true;
    target.rgb_src_factor = mux_gallium_blend_factor_src_alpha;
    target.rgb_dst_factor = mux_gallium_blend_factor_inv_src_alpha;
    target.alpha_src_factor = mux_gallium_blend_factor_one;
    target.alpha_dst_factor = mux_gallium_blend_factor_zero;
    target.colormask = 1 | 8;
  });
  picture.draw(mux_gallium_primitive_triangles, everything(picture, {1, 1, 1, 0.25F}));
  const uint32_t pixel = picture.pixel(4, 4);
  CHECK(std::abs(static_cast<int>(pixel & 0xff) - 160) <= 1);
  CHECK((pixel >> 8 & 0xff) == 64);
  CHECK((pixel >> 16 & 0xff) == 0);
  CHECK(pixel >> 24 == 64);
}

TEST_CASE("F20, F21 draw_vbo: scissors cut: the first pixels are inside, the last outside") {
  Picture picture(32, 32);
  picture.rasterize([](auto &state) { state.scissor = true; });
  const mux_gallium_rectangle_t scissor = {3, 5, 20, 9};
  succeed(muxGalliumSetScissorStates(picture.context(), 0, 1, &scissor));
  picture.clear({0, 0, 0, 0});
  picture.draw(mux_gallium_primitive_triangles, everything(picture, white));
  const std::vector<uint32_t> texels = picture.texels<uint32_t>();
  for (uint32_t y = 0; y < 32; ++y) {
    for (uint32_t x = 0; x < 32; ++x) {
      const bool is_inside = x >= 3 && x < 20 && y >= 5 && y < 9;
      REQUIRE((texels[y * 32 + x] != 0) == is_inside);
    }
  }
}

TEST_CASE("Q15, Q16 draw_vbo: occlusion queries count the fragments that pass") {
  Picture picture(32, 32, {mux_gallium_format_r8g8b8a8_unorm, mux_gallium_format_z32_float});
  picture.test([](auto &state) {
    state.depth_enabled = true;
    state.depth_func = mux_gallium_function_less;
  });
  picture.clear({0, 0, 0, 0}, 0.6);
  mux_gallium_query_t counter = nullptr;
  mux_gallium_query_t predicate = nullptr;
  succeed(
      muxGalliumCreateQuery(picture.context(), mux_gallium_query_occlusion_counter, 0, &counter));
  succeed(muxGalliumCreateQuery(picture.context(), mux_gallium_query_occlusion_predicate, 0,
                                &predicate));
  picture.draw(mux_gallium_primitive_triangles, everything(picture, red));
  succeed(muxGalliumBeginQuery(picture.context(), counter));
  picture.draw(mux_gallium_primitive_triangles, rectangle(picture, 0, 0, 5, 7, red, 0.5F));
  succeed(muxGalliumBeginQuery(picture.context(), predicate));
  picture.draw(mux_gallium_primitive_triangles, everything(picture, green, 0.75F));
  succeed(muxGalliumEndQuery(picture.context(), predicate));
  picture.draw(mux_gallium_primitive_triangles, rectangle(picture, 10, 10, 20, 20, red, 0.25F));
  succeed(muxGalliumEndQuery(picture.context(), counter));
  picture.draw(mux_gallium_primitive_triangles, everything(picture, red));
  mux_gallium_query_result_t result{};
  bool available = false;
  succeed(muxGalliumGetQueryResult(picture.context(), counter, true, &result, &available));
  CHECK(available);
  CHECK(result.u64 == 35 + 100);
  succeed(muxGalliumGetQueryResult(picture.context(), predicate, true, &result, &available));
  CHECK_FALSE(result.b);
}

TEST_CASE("Q23 draw_vbo: generated primitives are those of all modes and instances") {
  Picture picture(8, 8);
  mux_gallium_query_t query = nullptr;
  succeed(
      muxGalliumCreateQuery(picture.context(), mux_gallium_query_primitives_generated, 0, &query));
  succeed(muxGalliumBeginQuery(picture.context(), query));
  picture.draw(mux_gallium_primitive_triangle_strip, everything(picture, red));
  picture.draw(mux_gallium_primitive_line_loop, everything(picture, red));
  succeed(muxGalliumEndQuery(picture.context(), query));
  mux_gallium_query_result_t result{};
  bool available = false;
  succeed(muxGalliumGetQueryResult(picture.context(), query, true, &result, &available));
  CHECK(result.u64 == 4 + 6);
}

}  // namespace gallium_test::fragments

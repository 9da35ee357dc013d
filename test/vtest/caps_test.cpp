// The capabilities that a server offers.

#include "vtest/server/caps.h"

#include <catch2/catch.hpp>

#include "client.h"

namespace {

using mux::vtest::CapsV2;
using mux::vtest::FormatMask;
using mux::vtest::Level;

bool has(const FormatMask &mask, uint32_t format) {
  return (mask[format / 32] >> format % 32 & 1) != 0;
}

CapsV2 caps_of(Level level) {
  const mux::test::TestServer server(level);
  return mux::test::TestClient(server.socket_path()).shake_hands();
}

/// Formats that Mesa needs for OpenGL 3.3 and OpenGL ES 3.1.
constexpr std::initializer_list<mux_gallium_format_e> needed_colors{
    mux_gallium_format_r8g8b8a8_unorm,     mux_gallium_format_b8g8r8a8_unorm,
    mux_gallium_format_r8g8b8x8_unorm,     mux_gallium_format_b8g8r8x8_unorm,
    mux_gallium_format_r8g8b8a8_srgb,      mux_gallium_format_b8g8r8a8_srgb,
    mux_gallium_format_r32g32b32a32_float, mux_gallium_format_r16g16b16a16_float,
    mux_gallium_format_r8_unorm,           mux_gallium_format_r8g8_unorm,
    mux_gallium_format_r8_snorm,           mux_gallium_format_r8g8_snorm,
    mux_gallium_format_r8g8b8a8_snorm,     mux_gallium_format_r11g11b10_float,
    mux_gallium_format_r32g32b32a32_uint,  mux_gallium_format_r32g32b32a32_sint,
    mux_gallium_format_r10g10b10a2_unorm,  mux_gallium_format_r10g10b10a2_uint,
    mux_gallium_format_r16_unorm,          mux_gallium_format_r16g16_unorm,
    mux_gallium_format_r16_snorm,          mux_gallium_format_r16g16_snorm};

}  // namespace

TEST_CASE("the formats that Mesa needs are offered") {
  for (const Level level : {Level::opengl_3_3, Level::opengl_4_3}) {
    const CapsV2 caps = caps_of(level);
    for (const mux_gallium_format_e format : needed_colors) {
      mux_gallium_format_info_t info;
      REQUIRE(muxGalliumGetFormatInfo(format, &info) == mux_success);
      INFO(info.name);
      CHECK(has(caps.v1.sampler, format));
      CHECK(has(caps.v1.render, format));
      CHECK(has(caps.readback, format));
    }
    for (const auto format : {mux_gallium_format_z32_float, mux_gallium_format_z16_unorm,
                              mux_gallium_format_z24_unorm_s8_uint, mux_gallium_format_z24x8_unorm,
                              mux_gallium_format_z32_float_s8x24_uint}) {
      CHECK(has(caps.v1.sampler, format));
      CHECK_FALSE(has(caps.v1.render, format));
    }
    CHECK(has(caps.v1.sampler, mux_gallium_format_r9g9b9e5_float));
    CHECK_FALSE(has(caps.v1.sampler, mux_gallium_format_none));
  }
}

TEST_CASE("textures of three equal channels are not offered, buffers of three 32-bit ones are") {
  const CapsV2 caps = caps_of(Level::opengl_4_3);
  for (const auto format :
       {mux_gallium_format_r8g8b8_unorm, mux_gallium_format_r8g8b8_srgb,
        mux_gallium_format_r8g8b8_uint, mux_gallium_format_b8g8r8_unorm,
        mux_gallium_format_r16g16b16_float, mux_gallium_format_r32g32b32_unorm}) {
    CHECK_FALSE(has(caps.v1.sampler, format));
    CHECK_FALSE(has(caps.v1.render, format));
  }
  for (const auto format : {mux_gallium_format_r32g32b32_float, mux_gallium_format_r32g32b32_uint,
                            mux_gallium_format_r32g32b32_sint}) {
    CHECK(has(caps.v1.sampler, format));
    CHECK_FALSE(has(caps.v1.render, format));
  }
}

TEST_CASE("the limits are those that Mesa needs for each level") {
  const CapsV2 caps_3_3 = caps_of(Level::opengl_3_3);
  CHECK(caps_3_3.v1.glsl_level == 330);
  CHECK(caps_3_3.v1.max_uniform_blocks >= 13);
  // OpenGL demands 8; Mesa's process aborts with more than 16.
  for (const uint32_t buffers :
       {caps_3_3.max_shader_buffers_fragment_compute, caps_3_3.max_shader_buffers_other_stages}) {
    CHECK(buffers >= 8);
    CHECK(buffers <= 16);
  }
  CHECK(caps_3_3.max_compute_work_group_invocations >= 1024);
  CHECK(caps_3_3.max_compute_shared_memory_size >= 32768);
  const CapsV2 caps_4_3 = caps_of(Level::opengl_4_3);
  CHECK(caps_4_3.v1.glsl_level == 430);
  CHECK(caps_4_3.v1.max_uniform_blocks == 15);
  CHECK(caps_4_3.v1.max_viewports == 16);
  CHECK(caps_4_3.max_texture_2d_size >= 16384);
  CHECK(caps_4_3.texture_buffer_offset_alignment > 0);
  CHECK(caps_4_3.v1.max_samples == 1);
  CHECK(std::string_view(caps_4_3.renderer.data()).starts_with("Mux"));
  CHECK(caps_4_3.renderer.back() == '\0');
}

#include "fixtures.h"

#include <algorithm>
#include <cmath>
#include <random>

#include "slow_decoders.h"

namespace gallium_test::blit_compressed {

namespace {

constexpr auto floats = mux_gallium_format_r32g32b32a32_float;
/// Blocks of a row and of a column.
constexpr uint32_t side = 16;

uint32_t block_bytes(mux_gallium_format_e format) {
  mux_gallium_format_info_t info{};
  succeed(muxGalliumGetFormatInfo(format, &info));
  return info.block_bytes;
}

/// A texture of side * side blocks.
Resource texture_of_blocks(mux_gallium_context_t context, mux_gallium_format_e format,
                           const std::vector<uint8_t> &blocks) {
  Resource made(texture_of(mux_gallium_target_texture_2d, format, 4 * side, 4 * side));
  const Box all = {0, 0, 0, 4 * side, 4 * side, 1};
  const uint32_t stride = side * block_bytes(format);
  succeed(muxGalliumTextureSubdata(context, made, 0, mux_gallium_map_write, &all, blocks.data(),
                                   stride, stride * side));
  return made;
}

mux_gallium_blit_info_t copy_of(mux_gallium_resource_t from, mux_gallium_format_e format,
                                const Box &source, mux_gallium_resource_t to,
                                const Box &destination) {
  mux_gallium_blit_info_t info{};
  info.source = {from, 0, format, source};
  info.destination = {to, 0, floats, destination};
  info.mask = mux_gallium_blit_rgba;
  return info;
}

std::vector<float> read_floats(Context &context, mux_gallium_resource_t texture, const Box &box) {
  const std::vector<uint8_t> raw = context.read(texture, 0, box);
  std::vector<float> made(raw.size() / sizeof(float));
  std::memcpy(made.data(), raw.data(), raw.size());
  return made;
}

double from_srgb(double value) {
  return value <= 0.04045 ? value / 12.92 : std::pow((value + 0.055) / 1.055, 2.4);
}

/// Blits a texture of blocks to one of floats, and compares each texel with what was decoded
/// slowly.
void check_blocks(mux_gallium_format_e format, const std::vector<uint8_t> &blocks) {
  Context context;
  const Resource source = texture_of_blocks(context, format, blocks);
  const Resource target(texture_of(mux_gallium_target_texture_2d, floats, 4 * side, 4 * side));
  const Box all = {0, 0, 0, 4 * side, 4 * side, 1};
  const mux_gallium_blit_info_t info = copy_of(source, format, all, target, all);
  succeed(muxGalliumBlit(context, &info));
  const std::vector<float> got = read_floats(context, target, all);
  mux_gallium_format_info_t properties{};
  succeed(muxGalliumGetFormatInfo(format, &properties));
  size_t wrong = 0;
  for (size_t block = 0; block < size_t{side} * side; ++block) {
    const std::vector<Texel> expected =
        decode_slowly(format, &blocks[block * properties.block_bytes]);
    for (size_t texel = 0; texel < 16; ++texel) {
      const size_t row = block / side * 4 + texel / 4;
      const size_t column = block % side * 4 + texel % 4;
      for (size_t channel = 0; channel < 4; ++channel) {
        double value = expected[texel].at(channel);
        if (properties.is_srgb && channel < 3) {
          value = from_srgb(value);
        }
        const double found = static_cast<double>(got[(row * 4 * side + column) * 4 + channel]);
        const double allowed = 2e-6 + 1e-6 * std::abs(value);
        if (!(std::abs(found - value) <= allowed) && wrong++ == 0) {
          CAPTURE(properties.name, block, texel, channel, value, found);
          CHECK(false);
        }
      }
    }
  }
  CAPTURE(properties.name);
  CHECK(wrong == 0);
}

std::vector<uint8_t> random_blocks(mux_gallium_format_e format) {
  std::mt19937 random(format);
  std::vector<uint8_t> made(size_t{side} * side * block_bytes(format));
  std::ranges::generate(made, [&] { return static_cast<uint8_t>(random()); });
  return made;
}

}  // namespace

TEST_CASE("K30 blit: from S3TC and RGTC") {
  for (const mux_gallium_format_e format :
       {mux_gallium_format_dxt1_rgb, mux_gallium_format_dxt1_rgba, mux_gallium_format_dxt3_rgba,
        mux_gallium_format_dxt5_rgba, mux_gallium_format_dxt1_srgb, mux_gallium_format_dxt1_srgba,
        mux_gallium_format_dxt3_srgba, mux_gallium_format_dxt5_srgba,
        mux_gallium_format_rgtc1_unorm, mux_gallium_format_rgtc1_snorm,
        mux_gallium_format_rgtc2_unorm, mux_gallium_format_rgtc2_snorm,
        mux_gallium_format_latc1_unorm, mux_gallium_format_latc1_snorm,
        mux_gallium_format_latc2_unorm, mux_gallium_format_latc2_snorm}) {
    check_blocks(format, random_blocks(format));
  }
}

TEST_CASE("K30 blit: from ETC1, ETC2 and EAC") {
  for (const mux_gallium_format_e format :
       {mux_gallium_format_etc1_rgb8, mux_gallium_format_etc2_rgb8, mux_gallium_format_etc2_srgb8,
        mux_gallium_format_etc2_rgb8a1, mux_gallium_format_etc2_srgb8a1,
        mux_gallium_format_etc2_rgba8, mux_gallium_format_etc2_srgba8,
        mux_gallium_format_etc2_r11_unorm, mux_gallium_format_etc2_r11_snorm,
        mux_gallium_format_etc2_rg11_unorm, mux_gallium_format_etc2_rg11_snorm}) {
    check_blocks(format, random_blocks(format));
  }
}

TEST_CASE("K30 blit: from all modes of BPTC, and blocks without one") {
  for (const mux_gallium_format_e format :
       {mux_gallium_format_bptc_rgba_unorm, mux_gallium_format_bptc_srgba}) {
    std::vector<uint8_t> blocks = random_blocks(format);
    // The mode is the number of zeros before the first one.
    for (size_t block = 0; block < blocks.size() / 16; ++block) {
      const size_t mode = block % 9;
      uint8_t &first = blocks[16 * block];
      first = static_cast<uint8_t>(mode == 8 ? 0 : (first | 1U) << mode);
    }
    check_blocks(format, blocks);
  }
  for (const mux_gallium_format_e format :
       {mux_gallium_format_bptc_rgb_float, mux_gallium_format_bptc_rgb_ufloat}) {
    std::vector<uint8_t> blocks = random_blocks(format);
    constexpr uint8_t modes[] = {0, 1, 2, 6, 10, 14, 18, 22, 26, 30, 3, 7, 11, 15, 19, 23, 27, 31};
    for (size_t block = 0; block < blocks.size() / 16; ++block) {
      const uint8_t mode = modes[block % std::size(modes)];
      const uint8_t mask = mode < 2 ? 3 : 31;
      uint8_t &first = blocks[16 * block];
      first = static_cast<uint8_t>((first & ~mask) | mode);
    }
    check_blocks(format, blocks);
  }
}

TEST_CASE("K30 blit: known blocks") {
  Context context;
  const Resource target(texture_of(mux_gallium_target_texture_2d, floats, 4, 4));
  const Box box = {0, 0, 0, 4, 4, 1};
  const auto first_row = [&](mux_gallium_format_e format, std::vector<uint8_t> block) {
    block.resize(size_t{side} * side * block_bytes(format));
    const Resource source = texture_of_blocks(context, format, block);
    const mux_gallium_blit_info_t info = copy_of(source, format, box, target, box);
    succeed(muxGalliumBlit(context, &info));
    return read_floats(context, target, {0, 0, 0, 4, 1, 1});
  };
  // Red, blue, and two thirds of each; codes 0, 1, 2, 3.
  const std::vector<float> s3tc =
      first_row(mux_gallium_format_dxt1_rgb, {0x00, 0xf8, 0x1f, 0x00, 0xe4, 0, 0, 0});
  CHECK(s3tc[0] == 1.0F);
  CHECK(s3tc[4] == 0.0F);
  CHECK(s3tc[6] == 1.0F);
  CHECK(s3tc[8] == Approx(2.0 / 3));
  CHECK(s3tc[12] == Approx(1.0 / 3));
  // The smaller end first: five parts, and code 7 is 1. Codes 0, 1, 2, 7.
  const std::vector<float> rgtc =
      first_row(mux_gallium_format_rgtc1_unorm, {51, 204, 0x88, 0x0e, 0, 0, 0, 0});
  CHECK(rgtc[0] == Approx(0.2));
  CHECK(rgtc[4] == Approx(0.8));
  CHECK(rgtc[8] == Approx(0.32));
  CHECK(rgtc[12] == 1.0F);
  // Base 128, factor 1, table 0, all codes 0: -3.
  const std::vector<float> eac =
      first_row(mux_gallium_format_etc2_r11_unorm, {128, 0x10, 0, 0, 0, 0, 0, 0});
  CHECK(eac[0] == Approx((8 * 128 + 4 - 24) / 2047.0));
}

TEST_CASE("K29 blit: parts of compressed textures are scaled and filtered across blocks") {
  Context context;
  constexpr auto format = mux_gallium_format_rgtc1_unorm;
  // Blocks of one number each, and so columns.
  std::vector<uint8_t> blocks(size_t{side} * side * 8);
  for (size_t block = 0; block < blocks.size() / 8; ++block) {
    blocks[8 * block] = static_cast<uint8_t>(10 * (block % side));
  }
  const Resource source = texture_of_blocks(context, format, blocks);
  const Resource target(texture_of(mux_gallium_target_texture_2d, floats, 8, 2));
  // Texels 6, 7, 8 and 9, of two blocks, twice as wide and turned around.
  mux_gallium_blit_info_t info =
      copy_of(source, format, {10, 5, 0, -4, 2, 1}, target, {0, 0, 0, 8, 2, 1});
  succeed(muxGalliumBlit(context, &info));
  const auto red = [&] {
    const std::vector<float> all = read_floats(context, target, {0, 0, 0, 8, 1, 1});
    std::vector<int> made;
    for (size_t texel = 0; texel < 8; ++texel) {
      made.push_back(static_cast<int>(std::lround(all[4 * texel] * 255 * 4)));
    }
    return made;
  };
  CHECK(red() == std::vector<int>{80, 80, 80, 80, 40, 40, 40, 40});
  info.filter = mux_gallium_filter_linear;
  succeed(muxGalliumBlit(context, &info));
  CHECK(red() == std::vector<int>{80, 80, 80, 70, 50, 40, 40, 40});
}

TEST_CASE("K26, K30 blit: to compressed textures only as a copy of blocks") {
  Context context;
  constexpr auto format = mux_gallium_format_dxt1_rgb;
  const std::vector<uint8_t> blocks = random_blocks(format);
  const Resource source = texture_of_blocks(context, format, blocks);
  const Resource target(texture_of(mux_gallium_target_texture_2d, format, 8, 8));
  mux_gallium_blit_info_t info =
      copy_of(source, format, {4, 8, 0, 8, 4, 1}, target, {0, 4, 0, 8, 4, 1});
  info.destination.format = format;
  succeed(muxGalliumBlit(context, &info));
  const std::vector<uint8_t> got = context.read(target, 0, {0, 4, 0, 8, 4, 1});
  CHECK(std::equal(got.begin(), got.end(), &blocks[(2 * side + 1) * 8]));
  info.destination.box = {0, 0, 0, 4, 4, 1};
  refuse(muxGalliumBlit(context, &info), mux_error_feature_unsupported, "destination");
  info.source.box = {4, 8, 0, 4, 4, 1};
  info.scissor_enable = true;
  refuse(muxGalliumBlit(context, &info), mux_error_feature_unsupported, "destination");
  // Formats without a decoder.
  const Resource astc(texture_of(mux_gallium_target_texture_2d, mux_gallium_format_astc_4x4, 8, 8));
  const Resource colors(texture_of(mux_gallium_target_texture_2d, floats, 8, 8));
  const Box all = {0, 0, 0, 8, 8, 1};
  info = copy_of(astc, mux_gallium_format_astc_4x4, all, colors, all);
  refuse(muxGalliumBlit(context, &info), mux_error_feature_unsupported, "source");
  // Blocks are no texels of another format.
  info = copy_of(source, mux_gallium_format_r16g16b16a16_uint, {0, 0, 0, 1, 1, 1}, colors,
                 {0, 0, 0, 1, 1, 1});
  refuse(muxGalliumBlit(context, &info), mux_error_feature_unsupported, "blocks");
}

}  // namespace gallium_test::blit_compressed

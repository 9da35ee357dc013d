#include <mux/mux.h>

#include <catch2/catch.hpp>
#include <set>

#include "formats/image_format.h"
#include "picture.h"

namespace mux::compiler::test {

using mux::formats::ChannelType;
using mux::formats::is_image_format;
using mux::formats::pixel_bytes;

namespace {

struct NamedFormat {
  mux_image_format_e format;
  uint32_t bytes;
};

/// The sizes follow from the names.
constexpr NamedFormat named_formats[] = {
    {mux_image_format_R8_snorm, 1},
    {mux_image_format_R16_snorm, 2},
    {mux_image_format_R8_unorm, 1},
    {mux_image_format_R16_unorm, 2},
    {mux_image_format_R8_sint, 1},
    {mux_image_format_R16_sint, 2},
    {mux_image_format_R32_sint, 4},
    {mux_image_format_R8_uint, 1},
    {mux_image_format_R16_uint, 2},
    {mux_image_format_R32_uint, 4},
    {mux_image_format_R16_sfloat, 2},
    {mux_image_format_R32_sfloat, 4},
    {mux_image_format_A8_snorm, 1},
    {mux_image_format_A16_snorm, 2},
    {mux_image_format_A8_unorm, 1},
    {mux_image_format_A16_unorm, 2},
    {mux_image_format_A8_sint, 1},
    {mux_image_format_A16_sint, 2},
    {mux_image_format_A32_sint, 4},
    {mux_image_format_A8_uint, 1},
    {mux_image_format_A16_uint, 2},
    {mux_image_format_A32_uint, 4},
    {mux_image_format_A16_sfloat, 2},
    {mux_image_format_A32_sfloat, 4},
    {mux_image_format_R8G8_snorm, 2},
    {mux_image_format_R16G16_snorm, 4},
    {mux_image_format_R8G8_unorm, 2},
    {mux_image_format_R16G16_unorm, 4},
    {mux_image_format_R8G8_sint, 2},
    {mux_image_format_R16G16_sint, 4},
    {mux_image_format_R32G32_sint, 8},
    {mux_image_format_R8G8_uint, 2},
    {mux_image_format_R16G16_uint, 4},
    {mux_image_format_R32G32_uint, 8},
    {mux_image_format_R16G16_sfloat, 4},
    {mux_image_format_R32G32_sfloat, 8},
    {mux_image_format_R8A8_snorm, 2},
    {mux_image_format_R16A16_snorm, 4},
    {mux_image_format_R8A8_unorm, 2},
    {mux_image_format_R16A16_unorm, 4},
    {mux_image_format_R8A8_sint, 2},
    {mux_image_format_R16A16_sint, 4},
    {mux_image_format_R32A32_sint, 8},
    {mux_image_format_R8A8_uint, 2},
    {mux_image_format_R16A16_uint, 4},
    {mux_image_format_R32A32_uint, 8},
    {mux_image_format_R16A16_sfloat, 4},
    {mux_image_format_R32A32_sfloat, 8},
    {mux_image_format_R5G6B5_unorm_pack16, 2},
    {mux_image_format_R5G5B5_unorm_pack16, 2},
    {mux_image_format_R10G10B10_unorm_pack32, 4},
    {mux_image_format_R8G8B8A8_snorm, 4},
    {mux_image_format_R16G16B16A16_snorm, 8},
    {mux_image_format_R8G8B8A8_unorm, 4},
    {mux_image_format_R16G16B16A16_unorm, 8},
    {mux_image_format_R8G8B8A8_sint, 4},
    {mux_image_format_R16G16B16A16_sint, 8},
    {mux_image_format_R32G32B32A32_sint, 16},
    {mux_image_format_R8G8B8A8_uint, 4},
    {mux_image_format_R16G16B16A16_uint, 8},
    {mux_image_format_R32G32B32A32_uint, 16},
    {mux_image_format_R16G16B16A16_sfloat, 8},
    {mux_image_format_R32G32B32A32_sfloat, 16},
    {mux_image_format_R10G10B10A2_unorm_pack32, 4},
    {mux_image_format_B8G8R8A8_snorm, 4},
    {mux_image_format_B16G16R16A16_snorm, 8},
    {mux_image_format_B8G8R8A8_unorm, 4},
    {mux_image_format_B16G16R16A16_unorm, 8},
    {mux_image_format_B8G8R8A8_sint, 4},
    {mux_image_format_B16G16R16A16_sint, 8},
    {mux_image_format_B32G32R32A32_sint, 16},
    {mux_image_format_B8G8R8A8_uint, 4},
    {mux_image_format_B16G16R16A16_uint, 8},
    {mux_image_format_B32G32R32A32_uint, 16},
    {mux_image_format_B16G16R16A16_sfloat, 8},
    {mux_image_format_B32G32R32A32_sfloat, 16},
    {mux_image_format_A8R8G8B8_snorm, 4},
    {mux_image_format_A16R16G16B16_snorm, 8},
    {mux_image_format_A8R8G8B8_unorm, 4},
    {mux_image_format_A16R16G16B16_unorm, 8},
    {mux_image_format_A8R8G8B8_sint, 4},
    {mux_image_format_A16R16G16B16_sint, 8},
    {mux_image_format_A32R32G32B32_sint, 16},
    {mux_image_format_A8R8G8B8_uint, 4},
    {mux_image_format_A16R16G16B16_uint, 8},
    {mux_image_format_A32R32G32B32_uint, 16},
    {mux_image_format_A16R16G16B16_sfloat, 8},
    {mux_image_format_A32R32G32B32_sfloat, 16},
    {mux_image_format_INTENSITY8_snorm, 1},
    {mux_image_format_INTENSITY16_snorm, 2},
    {mux_image_format_INTENSITY8_unorm, 1},
    {mux_image_format_INTENSITY16_unorm, 2},
    {mux_image_format_INTENSITY16_sfloat, 2},
    {mux_image_format_INTENSITY32_sfloat, 4},
    {mux_image_format_LUMINANCE8_snorm, 1},
    {mux_image_format_LUMINANCE16_snorm, 2},
    {mux_image_format_LUMINANCE8_unorm, 1},
    {mux_image_format_LUMINANCE16_unorm, 2},
    {mux_image_format_LUMINANCE16_sfloat, 2},
    {mux_image_format_LUMINANCE32_sfloat, 4},
    {mux_image_format_R8x8_snorm, 2},
    {mux_image_format_R16x16_snorm, 4},
    {mux_image_format_R8x8_unorm, 2},
    {mux_image_format_R16x16_unorm, 4},
    {mux_image_format_R8x8_sint, 2},
    {mux_image_format_R16x16_sint, 4},
    {mux_image_format_R32x32_sint, 8},
    {mux_image_format_R8x8_uint, 2},
    {mux_image_format_R16x16_uint, 4},
    {mux_image_format_R32x32_uint, 8},
    {mux_image_format_R16x16_sfloat, 4},
    {mux_image_format_R32x32_sfloat, 8},
    {mux_image_format_R8G8Bx_snorm, 3},
    {mux_image_format_R16G16B16_snorm, 6},
    {mux_image_format_R8G8Bx_unorm, 3},
    {mux_image_format_R16G16B16_unorm, 6},
    {mux_image_format_R8G8Bx_sint, 3},
    {mux_image_format_R16G16B16_sint, 6},
    {mux_image_format_R32G32B32_sint, 12},
    {mux_image_format_R8G8Bx_uint, 3},
    {mux_image_format_R16G16B16B16_uint, 6},
    {mux_image_format_R32G32B32_uint, 12},
    {mux_image_format_R16G16B16_sfloat, 6},
    {mux_image_format_R32G32B32_sfloat, 12},
    {mux_image_format_R5G6B5x0_unorm_pack16, 2},
    {mux_image_format_R5G5B5x1_unorm_pack16, 2},
    {mux_image_format_R10G10B10x2_unorm_pack32, 4},
    {mux_image_format_D16_unorm, 2},
    {mux_image_format_D32_sfloat, 4},
    {mux_image_format_R8G8B8_srgb, 3},
    {mux_image_format_R8G8B8x8_srgb, 4},
    {mux_image_format_R8G8B8A8_srgb, 4},
    {mux_image_format_B8G8R8A8_srgb, 4},
    {mux_image_format_A8B8G8R8_snorm, 4},
    {mux_image_format_A16B16G16R16_snorm, 8},
    {mux_image_format_A8B8G8R8_unorm, 4},
    {mux_image_format_A16B16G16R16_unorm, 8},
    {mux_image_format_A8B8G8R8_sint, 4},
    {mux_image_format_A16B16G16R16_sint, 8},
    {mux_image_format_A32B32G32R32_sint, 16},
    {mux_image_format_A8B8G8R8_uint, 4},
    {mux_image_format_A16B16G16R16_uint, 8},
    {mux_image_format_A32B32G32R32_uint, 16},
    {mux_image_format_A16B16G16R16_sfloat, 8},
    {mux_image_format_A32B32G32R32_sfloat, 16},
    {mux_image_format_A2B10G10R10_unorm_pack32, 4},
};

std::vector<FormatBytes> split_formats() {
  std::vector<FormatBytes> split;
  for (const NamedFormat &named : named_formats) {
    const auto format = static_cast<uint32_t>(named.format);
    split.push_back({{format & 0xFFFF, format >> 16}, named.bytes});
  }
  return split;
}

}  // namespace

const std::vector<FormatBytes> formats = split_formats();

TEST_CASE("the formats are those of mux_image_format_e, and no others", "[images]") {
  std::set<uint32_t> known;
  for (const NamedFormat &named : named_formats) {
    INFO(std::hex << named.format);
    CHECK(pixel_bytes(static_cast<uint32_t>(named.format)) == named.bytes);
    known.insert(static_cast<uint32_t>(named.format));
  }
  CHECK(known.size() == 146);
  size_t accepted = 0;
  for (uint32_t order = 0x1000; order < 0x1200; ++order) {
    for (uint32_t type = 0x1000; type < 0x1200; ++type) {
      const bool expected = known.count(order | type << 16) != 0;
      accepted += is_image_format(order, ChannelType{type}) ? 1 : 0;
      if (is_image_format(order, ChannelType{type}) != expected) {
        FAIL("order " << order << ", type " << type);
      }
    }
  }
  CHECK(accepted == 146);
  CHECK(pixel_bytes(0) == 0);
  CHECK(pixel_bytes(0xFFFFFFFF) == 0);
}

}  // namespace mux::compiler::test

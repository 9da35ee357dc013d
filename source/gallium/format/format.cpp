#include "gallium/format/format.h"

#include <algorithm>
#include <array>

#include "gallium/support/failure.h"

namespace mux::gallium {
namespace {

struct NumberedFormat {
  uint32_t number;
  FormatInfo info;
};

constexpr uint8_t none = mux_gallium_channel_type_none;
constexpr uint8_t unorm = mux_gallium_channel_type_unorm;
constexpr uint8_t snorm = mux_gallium_channel_type_snorm;
constexpr uint8_t uscaled = mux_gallium_channel_type_uscaled;
constexpr uint8_t sscaled = mux_gallium_channel_type_sscaled;
constexpr uint8_t uint = mux_gallium_channel_type_uint;
constexpr uint8_t sint = mux_gallium_channel_type_sint;
constexpr uint8_t floating = mux_gallium_channel_type_float;
constexpr uint8_t fixed = mux_gallium_channel_type_fixed;
constexpr uint8_t shared_exponent = mux_gallium_channel_type_shared_exponent;

constexpr NumberedFormat table[] = {
#include "gallium/format/format_table.inc"
};

/// The place of each number in the table; its length for numbers that do not exist.
constexpr auto places = [] {
  std::array<uint16_t, mux_gallium_format_count> made{};
  made.fill(static_cast<uint16_t>(std::size(table)));
  for (size_t index = 0; index < std::size(table); ++index) {
    made.at(table[index].number) = static_cast<uint16_t>(index);
  }
  return made;
}();

}  // namespace

const FormatInfo *find_format(uint32_t format) noexcept {
  if (format >= places.size() || places[format] == std::size(table)) {
    return nullptr;
  }
  return &table[places[format]].info;
}

const FormatInfo &checked_format(uint32_t format) {
  const FormatInfo *found = find_format(format);
  require_valid(found != nullptr, "there is no format of this number");
  return *found;
}

bool is_renderable(const FormatInfo &format) noexcept {
  return !format.is_compressed && format.block_bytes != 0 &&
         std::ranges::any_of(format.channel_types, [](uint8_t type) { return type != none; });
}

bool is_decodable(uint32_t format) noexcept {
  constexpr uint32_t decodable[] = {
      mux_gallium_format_dxt1_rgb,        mux_gallium_format_dxt1_srgb,
      mux_gallium_format_dxt1_rgba,       mux_gallium_format_dxt1_srgba,
      mux_gallium_format_dxt3_rgba,       mux_gallium_format_dxt3_srgba,
      mux_gallium_format_dxt5_rgba,       mux_gallium_format_dxt5_srgba,
      mux_gallium_format_rgtc1_unorm,     mux_gallium_format_rgtc1_snorm,
      mux_gallium_format_rgtc2_unorm,     mux_gallium_format_rgtc2_snorm,
      mux_gallium_format_latc1_unorm,     mux_gallium_format_latc1_snorm,
      mux_gallium_format_latc2_unorm,     mux_gallium_format_latc2_snorm,
      mux_gallium_format_etc1_rgb8,       mux_gallium_format_etc2_rgb8,
      mux_gallium_format_etc2_srgb8,      mux_gallium_format_etc2_rgb8a1,
      mux_gallium_format_etc2_srgb8a1,    mux_gallium_format_etc2_rgba8,
      mux_gallium_format_etc2_srgba8,     mux_gallium_format_etc2_r11_unorm,
      mux_gallium_format_etc2_r11_snorm,  mux_gallium_format_etc2_rg11_unorm,
      mux_gallium_format_etc2_rg11_snorm, mux_gallium_format_bptc_rgba_unorm,
      mux_gallium_format_bptc_srgba,      mux_gallium_format_bptc_rgb_float,
      mux_gallium_format_bptc_rgb_ufloat};
  return std::ranges::find(decodable, format) != std::end(decodable);
}

bool is_integer(const FormatInfo &format) noexcept {
  return std::ranges::any_of(format.channel_types,
                             [](uint8_t type) { return type == uint || type == sint; });
}

bool can_cast(const FormatInfo &one, const FormatInfo &other) noexcept {
  if (&one == &other) {
    return true;
  }
  if (one.block_bytes != other.block_bytes || one.block_width != other.block_width ||
      one.block_height != other.block_height || one.is_compressed != other.is_compressed) {
    return false;
  }
  const bool is_depth = is_depth_stencil(one);
  if (is_depth != is_depth_stencil(other)) {
    return false;
  }
  for (int channel = 0; channel < 4; ++channel) {
    const bool same = one.channel_offsets[channel] == other.channel_offsets[channel] &&
                      one.channel_bits[channel] == other.channel_bits[channel];
    const bool either_is_absent =
        one.channel_types[channel] == none || other.channel_types[channel] == none;
    // A view of the depth or the stencil alone, or with padding in place of alpha.
    if (!same && !(either_is_absent && (is_depth || channel == 3))) {
      return false;
    }
  }
  return true;
}

}  // namespace mux::gallium

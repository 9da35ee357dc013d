#include "gallium/state/image_encoding.h"

namespace mux::gallium {
namespace {

/// Whether the stored components are the first ones in order, of equal sizes, without padding
/// before the end of the block.
bool is_in_order(const FormatInfo &format, uint32_t bits) {
  uint32_t stored = 0;
  for (uint32_t channel = 0; channel < 4; ++channel) {
    if (format.channel_types[channel] == mux_gallium_channel_type_none) {
      break;
    }
    if (format.channel_bits[channel] != bits || format.channel_offsets[channel] != channel * bits ||
        format.channel_types[channel] != format.channel_types[0]) {
      return false;
    }
    ++stored;
  }
  return stored * bits == format.block_bytes * 8;
}

uint32_t encoding_of_equal(uint32_t type, uint32_t bits) {
  if (bits == 32) {
    return mux_gallium_image_encoding_bits32;
  }
  const bool is_wide = bits == 16;
  switch (type) {
    case mux_gallium_channel_type_float:
      return is_wide ? mux_gallium_image_encoding_float16 : mux_gallium_image_encoding_none;
    case mux_gallium_channel_type_unorm:
      return is_wide ? mux_gallium_image_encoding_unorm16 : mux_gallium_image_encoding_unorm8;
    case mux_gallium_channel_type_snorm:
      return is_wide ? mux_gallium_image_encoding_snorm16 : mux_gallium_image_encoding_snorm8;
    case mux_gallium_channel_type_uint:
      return is_wide ? mux_gallium_image_encoding_uint16 : mux_gallium_image_encoding_uint8;
    case mux_gallium_channel_type_sint:
      return is_wide ? mux_gallium_image_encoding_sint16 : mux_gallium_image_encoding_sint8;
    default:
      return mux_gallium_image_encoding_none;
  }
}

bool has_bits(const FormatInfo &format, uint32_t red, uint32_t green, uint32_t blue,
              uint32_t alpha) {
  return format.channel_bits[0] == red && format.channel_bits[1] == green &&
         format.channel_bits[2] == blue && format.channel_bits[3] == alpha &&
         format.channel_offsets[0] == 0;
}

}  // namespace

uint32_t image_encoding(const FormatInfo &format) noexcept {
  const uint32_t type = format.channel_types[0];
  const uint32_t bits = format.channel_bits[0];
  if (format.is_srgb || is_depth_stencil(format)) {
    return mux_gallium_image_encoding_none;
  }
  if (has_bits(format, 11, 11, 10, 0) && type == mux_gallium_channel_type_float) {
    return mux_gallium_image_encoding_r11g11b10_float;
  }
  if (has_bits(format, 10, 10, 10, 2)) {
    return type == mux_gallium_channel_type_unorm  ? mux_gallium_image_encoding_r10g10b10a2_unorm
           : type == mux_gallium_channel_type_uint ? mux_gallium_image_encoding_r10g10b10a2_uint
                                                   : mux_gallium_image_encoding_none;
  }
  if ((bits != 8 && bits != 16 && bits != 32) || !is_in_order(format, bits)) {
    return mux_gallium_image_encoding_none;
  }
  const bool is_scaled = type == mux_gallium_channel_type_uscaled ||
                         type == mux_gallium_channel_type_sscaled ||
                         type == mux_gallium_channel_type_fixed;
  const bool is_wide_norm = bits == 32 && (type == mux_gallium_channel_type_unorm ||
                                           type == mux_gallium_channel_type_snorm);
  return is_scaled || is_wide_norm ? uint32_t{mux_gallium_image_encoding_none}
                                   : encoding_of_equal(type, bits);
}

}  // namespace mux::gallium

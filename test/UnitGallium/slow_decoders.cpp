#include "slow_decoders.h"

#include <algorithm>
#include <stdexcept>

namespace gallium_test {
namespace {

using Palette = std::array<Texel, 4>;

Texel from_565(uint32_t value) {
  return {(value >> 11) / 31.0, (value >> 5 & 63) / 63.0, (value & 31) / 31.0, 1};
}

Texel mix(const Texel &one, const Texel &other, double part) {
  Texel made;
  for (size_t channel = 0; channel < 4; ++channel) {
    made.at(channel) = one.at(channel) * (1 - part) + other.at(channel) * part;
  }
  return made;
}

/// The colors of a block of S3TC.
std::vector<Texel> colors_of(const uint8_t *block, bool has_modes, double black_alpha) {
  BitReader bits(block);
  const uint32_t first = bits.take(16);
  const uint32_t second = bits.take(16);
  const Texel begin = from_565(first);
  const Texel end = from_565(second);
  Palette palette = {begin, end, mix(begin, end, 1.0 / 3), mix(begin, end, 2.0 / 3)};
  if (has_modes && first <= second) {
    palette[2] = mix(begin, end, 0.5);
    palette[3] = {0, 0, 0, black_alpha};
  }
  std::vector<Texel> made;
  for (int texel = 0; texel < 16; ++texel) {
    made.push_back(palette.at(bits.take(2)));
  }
  return made;
}

/// The numbers of a block of RGTC.
std::vector<double> numbers_of(const uint8_t *block, bool is_signed) {
  BitReader bits(block);
  const auto end_of = [&](uint32_t byte) {
    return is_signed ? std::max<double>(static_cast<int8_t>(byte), -127) / 127 : byte / 255.0;
  };
  const double begin = end_of(bits.take(8));
  const double end = end_of(bits.take(8));
  std::vector<double> palette = {begin, end};
  const int parts = begin > end ? 7 : 5;
  for (int part = 1; part < parts; ++part) {
    palette.push_back((begin * (parts - part) + end * part) / parts);
  }
  palette.push_back(is_signed ? -1 : 0);
  palette.push_back(1);
  std::vector<double> made;
  for (int texel = 0; texel < 16; ++texel) {
    made.push_back(palette.at(bits.take(3)));
  }
  return made;
}

std::vector<Texel> with_numbers(const uint8_t *block, bool is_signed, bool has_two,
                                bool is_luminance) {
  const std::vector<double> first = numbers_of(block, is_signed);
  const std::vector<double> second =
      has_two ? numbers_of(block + 8, is_signed) : std::vector<double>(16, is_luminance ? 1 : 0);
  std::vector<Texel> made;
  for (size_t texel = 0; texel < 16; ++texel) {
    const double one = first[texel];
    made.push_back(is_luminance ? Texel{one, one, one, second[texel]}
                                : Texel{one, second[texel], 0, 1});
  }
  return made;
}

std::vector<Texel> with_alpha(std::vector<Texel> colors, const std::vector<double> &alpha) {
  for (size_t texel = 0; texel < 16; ++texel) {
    colors[texel][3] = alpha[texel];
  }
  return colors;
}

std::vector<double> four_bits_each(const uint8_t *block) {
  BitReader bits(block);
  std::vector<double> made;
  for (int texel = 0; texel < 16; ++texel) {
    made.push_back(bits.take(4) / 15.0);
  }
  return made;
}

}  // namespace

std::vector<Texel> decode_slowly(mux_gallium_format_e format, const uint8_t *block) {
  switch (format) {
    case mux_gallium_format_dxt1_rgb:
    case mux_gallium_format_dxt1_srgb:
      return colors_of(block, true, 1);
    case mux_gallium_format_dxt1_rgba:
    case mux_gallium_format_dxt1_srgba:
      return colors_of(block, true, 0);
    case mux_gallium_format_dxt3_rgba:
    case mux_gallium_format_dxt3_srgba:
      return with_alpha(colors_of(block + 8, false, 0), four_bits_each(block));
    case mux_gallium_format_dxt5_rgba:
    case mux_gallium_format_dxt5_srgba:
      return with_alpha(colors_of(block + 8, false, 0), numbers_of(block, false));
    case mux_gallium_format_rgtc1_unorm:
      return with_numbers(block, false, false, false);
    case mux_gallium_format_rgtc1_snorm:
      return with_numbers(block, true, false, false);
    case mux_gallium_format_rgtc2_unorm:
      return with_numbers(block, false, true, false);
    case mux_gallium_format_rgtc2_snorm:
      return with_numbers(block, true, true, false);
    case mux_gallium_format_latc1_unorm:
      return with_numbers(block, false, false, true);
    case mux_gallium_format_latc1_snorm:
      return with_numbers(block, true, false, true);
    case mux_gallium_format_latc2_unorm:
      return with_numbers(block, false, true, true);
    case mux_gallium_format_latc2_snorm:
      return with_numbers(block, true, true, true);
    case mux_gallium_format_bptc_rgba_unorm:
    case mux_gallium_format_bptc_srgba:
      return decode_bptc_slowly(block);
    case mux_gallium_format_bptc_rgb_float:
      return decode_bptc_float_slowly(block, true);
    case mux_gallium_format_bptc_rgb_ufloat:
      return decode_bptc_float_slowly(block, false);
    default:
      return decode_etc_slowly(format, block);
  }
}

}  // namespace gallium_test

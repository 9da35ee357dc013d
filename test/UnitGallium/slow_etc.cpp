#include <algorithm>
#include <string>

#include "slow_decoders.h"

namespace gallium_test {
namespace {

using Color = std::array<int, 3>;

/// A block as text: the bits from the highest of the first byte on, as the format's tables number
/// them from 63 down.
class EtcBits {
 public:
  explicit EtcBits(const uint8_t *block) {
    for (int bit = 0; bit < 64; ++bit) {
      text_ += (block[bit / 8] >> (7 - bit % 8) & 1) != 0 ? '1' : '0';
    }
  }
  /// Bits `high` to `low`, joined with others by at().
  int at(int high, int low) const {
    return std::stoi(
        text_.substr(static_cast<size_t>(63 - high), static_cast<size_t>(high - low + 1)), nullptr,
        2);
  }
  int bit(int number) const { return at(number, number); }

 private:
  std::string text_;
};

constexpr int modifiers[8][4] = {{2, 8, -2, -8},       {5, 17, -5, -17},    {9, 29, -9, -29},
                                 {13, 42, -13, -42},   {18, 60, -18, -60},  {24, 80, -24, -80},
                                 {33, 106, -33, -106}, {47, 183, -47, -183}};
constexpr int distances[8] = {3, 6, 11, 16, 23, 32, 41, 64};
constexpr int eac[16][8] = {
    {-3, -6, -9, -15, 2, 5, 8, 14}, {-3, -7, -10, -13, 2, 6, 9, 12}, {-2, -5, -8, -13, 1, 4, 7, 12},
    {-2, -4, -6, -13, 1, 3, 5, 12}, {-3, -6, -8, -12, 2, 5, 7, 11},  {-3, -7, -9, -11, 2, 6, 8, 10},
    {-4, -7, -8, -11, 3, 6, 7, 10}, {-3, -5, -8, -11, 2, 4, 7, 10},  {-2, -6, -8, -10, 1, 5, 7, 9},
    {-2, -5, -8, -10, 1, 4, 7, 9},  {-2, -4, -8, -10, 1, 3, 7, 9},   {-2, -5, -7, -10, 1, 4, 6, 9},
    {-3, -4, -7, -10, 2, 3, 6, 9},  {-1, -2, -3, -10, 0, 1, 2, 9},   {-4, -6, -8, -9, 3, 5, 7, 8},
    {-3, -5, -7, -9, 2, 4, 6, 8}};

/// Repeats the bits of a number until it has eight.
int to_eight(int value, int bits) {
  std::string text;
  for (int bit = bits - 1; bit >= 0; --bit) {
    text += (value >> bit & 1) != 0 ? '1' : '0';
  }
  return std::stoi((text + text).substr(0, 8), nullptr, 2);
}

Color to_eight(Color color, int bits) {
  return {to_eight(color[0], bits), to_eight(color[1], bits), to_eight(color[2], bits)};
}

Texel texel_of(const Color &color, int plus) {
  Texel made{0, 0, 0, 1};
  for (size_t channel = 0; channel < 3; ++channel) {
    made.at(channel) = std::clamp(color.at(channel) + plus, 0, 255) / 255.0;
  }
  return made;
}

constexpr Texel transparent = {0, 0, 0, 0};

struct Place {
  int x;
  int y;
  int code(const EtcBits &bits) const {
    const int texel = 4 * x + y;
    return 2 * bits.bit(16 + texel) + bits.bit(texel);
  }
};

Texel in_halves(const EtcBits &bits, Place at, const Color &first, const Color &second,
                bool is_opaque) {
  const bool in_first = bits.bit(32) != 0 ? at.y < 2 : at.x < 2;
  const int *table = modifiers[in_first ? bits.at(39, 37) : bits.at(36, 34)];
  const int code = at.code(bits);
  if (!is_opaque && code == 2) {
    return transparent;
  }
  return texel_of(in_first ? first : second, !is_opaque && code == 0 ? 0 : table[code]);
}

Texel in_t(const EtcBits &bits, Place at, bool is_opaque) {
  const Color one =
      to_eight({4 * bits.at(60, 59) + bits.at(57, 56), bits.at(55, 52), bits.at(51, 48)}, 4);
  const Color other = to_eight({bits.at(47, 44), bits.at(43, 40), bits.at(39, 36)}, 4);
  const int distance = distances[2 * bits.at(35, 34) + bits.bit(32)];
  switch (at.code(bits)) {
    case 0:
      return texel_of(one, 0);
    case 1:
      return texel_of(other, distance);
    case 2:
      return is_opaque ? texel_of(other, 0) : transparent;
    default:
      return texel_of(other, -distance);
  }
}

Texel in_h(const EtcBits &bits, Place at, bool is_opaque) {
  const Color one = to_eight(
      {bits.at(62, 59), 2 * bits.at(58, 56) + bits.bit(52), 8 * bits.bit(51) + bits.at(49, 47)}, 4);
  const Color other = to_eight({bits.at(46, 43), bits.at(42, 39), bits.at(38, 35)}, 4);
  const int distance = distances[4 * bits.bit(34) + 2 * bits.bit(32) + (one >= other ? 1 : 0)];
  switch (at.code(bits)) {
    case 0:
      return texel_of(one, distance);
    case 1:
      return texel_of(one, -distance);
    case 2:
      return is_opaque ? texel_of(other, distance) : transparent;
    default:
      return texel_of(other, -distance);
  }
}

Texel in_plane(const EtcBits &bits, Place at) {
  const Color origin = {to_eight(bits.at(62, 57), 6),
                        to_eight(64 * bits.bit(56) + bits.at(54, 49), 7),
                        to_eight(32 * bits.bit(48) + 8 * bits.at(44, 43) + bits.at(41, 39), 6)};
  const Color right = {to_eight(2 * bits.at(38, 34) + bits.bit(32), 6),
                       to_eight(bits.at(31, 25), 7), to_eight(bits.at(24, 19), 6)};
  const Color below = {to_eight(bits.at(18, 13), 6), to_eight(bits.at(12, 6), 7),
                       to_eight(bits.at(5, 0), 6)};
  Color made{};
  for (size_t channel = 0; channel < 3; ++channel) {
    const int sum = at.x * (right.at(channel) - origin.at(channel)) +
                    at.y * (below.at(channel) - origin.at(channel)) + 4 * origin.at(channel) + 2;
    made.at(channel) = std::max(sum, 0) / 4;
  }
  return texel_of(made, 0);
}

/// @param is_etc2 whether sums that do not fit select other forms.
Texel in_differences(const EtcBits &bits, Place at, bool is_etc2, bool is_opaque) {
  Color first{};
  Color second{};
  for (int channel = 0; channel < 3; ++channel) {
    const int at_bit = 63 - 8 * channel;
    const int difference = bits.at(at_bit - 5, at_bit - 7);
    first.at(static_cast<size_t>(channel)) = bits.at(at_bit, at_bit - 4);
    const int sum = bits.at(at_bit, at_bit - 4) + (difference < 4 ? difference : difference - 8);
    if (is_etc2 && (sum < 0 || sum > 31)) {
      return channel == 0   ? in_t(bits, at, is_opaque)
             : channel == 1 ? in_h(bits, at, is_opaque)
                            : in_plane(bits, at);
    }
    second.at(static_cast<size_t>(channel)) = sum & 31;
  }
  return in_halves(bits, at, to_eight(first, 5), to_eight(second, 5), is_opaque);
}

Texel color_of(const EtcBits &bits, Place at, bool is_etc2, bool has_alpha_bit) {
  if (has_alpha_bit || bits.bit(33) != 0) {
    return in_differences(bits, at, is_etc2, bits.bit(33) != 0);
  }
  const Color first = {bits.at(63, 60), bits.at(55, 52), bits.at(47, 44)};
  const Color second = {bits.at(59, 56), bits.at(51, 48), bits.at(43, 40)};
  return in_halves(bits, at, to_eight(first, 4), to_eight(second, 4), true);
}

int eac_modifier(const EtcBits &bits, Place at) {
  const int low = 45 - 3 * (4 * at.x + at.y);
  return eac[bits.at(51, 48)][bits.at(low + 2, low)];
}

double eac_number(const uint8_t *block, Place at, bool is_signed) {
  const EtcBits bits(block);
  const int base = is_signed ? 8 * std::max<int>(static_cast<int8_t>(bits.at(63, 56)), -127)
                             : 8 * bits.at(63, 56) + 4;
  const int factor = bits.at(55, 52) == 0 ? 1 : 8 * bits.at(55, 52);
  const int value = base + factor * eac_modifier(bits, at);
  return is_signed ? std::clamp(value, -1023, 1023) / 1023.0 : std::clamp(value, 0, 2047) / 2047.0;
}

Texel etc_texel(mux_gallium_format_e format, const uint8_t *block, Place at) {
  switch (format) {
    case mux_gallium_format_etc2_r11_unorm:
      return {eac_number(block, at, false), 0, 0, 1};
    case mux_gallium_format_etc2_r11_snorm:
      return {eac_number(block, at, true), 0, 0, 1};
    case mux_gallium_format_etc2_rg11_unorm:
      return {eac_number(block, at, false), eac_number(block + 8, at, false), 0, 1};
    case mux_gallium_format_etc2_rg11_snorm:
      return {eac_number(block, at, true), eac_number(block + 8, at, true), 0, 1};
    case mux_gallium_format_etc2_rgba8:
    case mux_gallium_format_etc2_srgba8: {
      Texel color = color_of(EtcBits(block + 8), at, true, false);
      const EtcBits bits(block);
      const int alpha = bits.at(63, 56) + bits.at(55, 52) * eac_modifier(bits, at);
      color[3] = std::clamp(alpha, 0, 255) / 255.0;
      return color;
    }
    case mux_gallium_format_etc2_rgb8a1:
    case mux_gallium_format_etc2_srgb8a1:
      return color_of(EtcBits(block), at, true, true);
    default:
      return color_of(EtcBits(block), at, format != mux_gallium_format_etc1_rgb8, false);
  }
}

}  // namespace

std::vector<Texel> decode_etc_slowly(mux_gallium_format_e format, const uint8_t *block) {
  std::vector<Texel> made;
  for (int y = 0; y < 4; ++y) {
    for (int x = 0; x < 4; ++x) {
      made.push_back(etc_texel(format, block, {x, y}));
    }
  }
  return made;
}

}  // namespace gallium_test

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <sstream>
#include <string>

#include "slow_decoders.h"

namespace gallium_test {
namespace {

/// The subset of each texel, row by row, by the number of the partition.
constexpr const char *two_subsets[64] = {
    "0011001100110011", "0001000100010001", "0111011101110111", "0001001100110111",
    "0000000100010011", "0011011101111111", "0001001101111111", "0000000100110111",
    "0000000000010011", "0011011111111111", "0000000101111111", "0000000000010111",
    "0001011111111111", "0000000011111111", "0000111111111111", "0000000000001111",
    "0000100011101111", "0111000100000000", "0000000010001110", "0111001100010000",
    "0011000100000000", "0000100011001110", "0000000010001100", "0111001100110001",
    "0011000100010000", "0000100010001100", "0110011001100110", "0011011001101100",
    "0001011111101000", "0000111111110000", "0111000110001110", "0011100110011100",
    "0101010101010101", "0000111100001111", "0101101001011010", "0011001111001100",
    "0011110000111100", "0101010110101010", "0110100101101001", "0101101010100101",
    "0111001111001110", "0001001111001000", "0011001001001100", "0011101111011100",
    "0110100110010110", "0011110011000011", "0110011010011001", "0000011001100000",
    "0100111001000000", "0010011100100000", "0000001001110010", "0000010011100100",
    "0110110010010011", "0011011011001001", "0110001110011100", "0011100111000110",
    "0110110011001001", "0110001100111001", "0111111010000001", "0001100011100111",
    "0000111100110011", "0011001111110000", "0010001011101110", "0100010001110111"};
constexpr const char *three_subsets[64] = {
    "0011001102212222", "0001001122112221", "0000200122112211", "0222002200110111",
    "0000000011221122", "0011001100220022", "0022002211111111", "0011001122112211",
    "0000000011112222", "0000111111112222", "0000111122222222", "0012001200120012",
    "0112011201120112", "0122012201220122", "0011011211221222", "0011200122002220",
    "0001001101121122", "0111001120012200", "0000112211221122", "0022002200221111",
    "0111011102220222", "0001000122212221", "0000001101220122", "0000110022102210",
    "0122012200110000", "0012001211222222", "0110122112210110", "0000011012211221",
    "0022110211020022", "0110011020022222", "0011012201220011", "0000200022112221",
    "0000000211221222", "0222002200120011", "0011001200220222", "0120012001200120",
    "0000111122220000", "0120120120120120", "0120201212010120", "0011220011220011",
    "0011112222000011", "0101010122222222", "0000000021212121", "0022112200221122",
    "0022001100220011", "0220122102201221", "0101222222220101", "0000212121212121",
    "0101010101012222", "0222011102220111", "0002111200021112", "0000211221122112",
    "0222011101110222", "0002111211120002", "0110011001102222", "0000000021122112",
    "0110011022222222", "0022001100110022", "0022112211220022", "0000000000002112",
    "0002000100020001", "0222122202221222", "0101222222222222", "0111201122012220"};

/// What follows the mode of a block of floating-point numbers: the numbers w, x, y and z of red,
/// green and blue, with the bits that are stored, the lowest stored bit last.
constexpr const char *float_layouts[14] = {
    "gy4 by4 bz4 rw9:0 gw9:0 bw9:0 rx4:0 gz4 gy3:0 gx4:0 bz0 gz3:0 bx4:0 bz1 by3:0 ry4:0 bz2 "
    "rz4:0 bz3 ",
    "gy5 gz4 gz5 rw6:0 bz0 bz1 by4 gw6:0 by5 bz2 gy4 bw6:0 bz3 bz5 bz4 rx5:0 gy3:0 gx5:0 "
    "gz3:0 bx5:0 by3:0 ry5:0 rz5:0 ",
    "rw9:0 gw9:0 bw9:0 rx4:0 rw10 gy3:0 gx3:0 gw10 bz0 gz3:0 bx3:0 bw10 bz1 by3:0 ry4:0 bz2 "
    "rz4:0 bz3 ",
    "rw9:0 gw9:0 bw9:0 rx3:0 rw10 gz4 gy3:0 gx4:0 gw10 gz3:0 bx3:0 bw10 bz1 by3:0 ry3:0 bz0 "
    "bz2 rz3:0 gy4 bz3 ",
    "rw9:0 gw9:0 bw9:0 rx3:0 rw10 by4 gy3:0 gx3:0 gw10 bz0 gz3:0 bx4:0 bw10 by3:0 ry3:0 bz1 "
    "bz2 rz3:0 bz4 bz3 ",
    "rw8:0 by4 gw8:0 gy4 bw8:0 bz4 rx4:0 gz4 gy3:0 gx4:0 bz0 gz3:0 bx4:0 bz1 by3:0 ry4:0 bz2 "
    "rz4:0 bz3 ",
    "rw7:0 gz4 by4 gw7:0 bz2 gy4 bw7:0 bz3 bz4 rx5:0 gy3:0 gx4:0 bz0 gz3:0 bx4:0 bz1 by3:0 "
    "ry5:0 rz5:0 ",
    "rw7:0 bz0 by4 gw7:0 gy5 gy4 bw7:0 gz5 bz4 rx4:0 gz4 gy3:0 gx5:0 gz3:0 bx4:0 bz1 by3:0 "
    "ry4:0 bz2 rz4:0 bz3 ",
    "rw7:0 bz1 by4 gw7:0 by5 gy4 bw7:0 bz5 bz4 rx4:0 gz4 gy3:0 gx4:0 bz0 gz3:0 bx5:0 by3:0 "
    "ry4:0 bz2 rz4:0 bz3 ",
    "rw5:0 gz4 bz0 bz1 by4 gw5:0 gy5 by5 bz2 gy4 bw5:0 gz5 bz3 bz5 bz4 rx5:0 gy3:0 gx5:0 "
    "gz3:0 bx5:0 by3:0 ry5:0 rz5:0 ",
    "rw9:0 gw9:0 bw9:0 rx9:0 gx9:0 bx9:0 ",
    "rw9:0 gw9:0 bw9:0 rx8:0 rw10 gx8:0 gw10 bx8:0 bw10 ",
    "rw9:0 gw9:0 bw9:0 rx7:0 rw10:11 gx7:0 gw10:11 bx7:0 bw10:11 ",
    "rw9:0 gw9:0 bw9:0 rx3:0 rw10:15 gx3:0 gw10:15 bx3:0 bw10:15 "};

int subset_of(int subsets, uint32_t partition, int texel) {
  return subsets == 1 ? 0 : (subsets == 2 ? two_subsets : three_subsets)[partition][texel] - '0';
}

/// The texel of each subset whose highest index bit is not stored. It is the first texel of the
/// first subset; of the others, the tables' choice.
int anchor_of(int subsets, uint32_t partition, int subset) {
  constexpr const char *second_of_two =
      "fffffffffffffffff282288f28228822ff6828ff28222ff66268ff22fffff22f";
  constexpr const char *second_of_three =
      "33ff83ff88666533338f336a588685ff8f356a8ff3f5ffff3f55585a5a8dfc33";
  constexpr const char *third_of_three =
      "f883ff38fffffff8f8f3f8f83f6affa8f3faa89a6f8f3668f3ffffffffff3ff8";
  const char *table = subsets == 2 ? second_of_two : subset == 1 ? second_of_three : third_of_three;
  return subset == 0 ? 0 : std::stoi(std::string(1, table[partition]), nullptr, 16);
}

std::vector<uint32_t> take_indices(BitReader &bits, uint32_t width, int subsets,
                                   uint32_t partition) {
  std::vector<uint32_t> made;
  for (int texel = 0; texel < 16; ++texel) {
    const int subset = subset_of(subsets, partition, texel);
    const bool is_anchor = anchor_of(subsets, partition, subset) == texel;
    made.push_back(bits.take(is_anchor ? width - 1 : width));
  }
  return made;
}

int between(int begin, int end, uint32_t index, uint32_t width) {
  static const std::vector<int> weights[] = {
      {0, 21, 43, 64},
      {0, 9, 18, 27, 37, 46, 55, 64},
      {0, 4, 9, 13, 17, 21, 26, 30, 34, 38, 43, 47, 51, 55, 60, 64}};
  const int weight = weights[width - 2].at(index);
  // Rounds towards minus infinity.
  return static_cast<int>(std::floor(((64 - weight) * begin + weight * end + 32) / 64.0));
}

struct Mode {
  int subsets;
  uint32_t partition, rotation, selection, color, alpha, end_bits, subset_bits, index, second;
};

constexpr Mode modes[8] = {{3, 4, 0, 0, 4, 0, 1, 0, 3, 0}, {2, 6, 0, 0, 6, 0, 0, 1, 3, 0},
                           {3, 6, 0, 0, 5, 0, 0, 0, 2, 0}, {2, 6, 0, 0, 7, 0, 1, 0, 2, 0},
                           {1, 0, 2, 1, 5, 6, 0, 0, 2, 3}, {1, 0, 2, 0, 7, 8, 0, 0, 2, 2},
                           {1, 0, 0, 0, 7, 7, 1, 0, 4, 0}, {2, 6, 0, 0, 5, 5, 1, 0, 2, 0}};

/// The ends of all subsets as eight bits.
std::vector<std::array<int, 4>> take_ends(BitReader &bits, const Mode &mode) {
  std::vector<std::array<int, 4>> ends(static_cast<size_t>(2 * mode.subsets));
  uint32_t width[4] = {mode.color, mode.color, mode.color, mode.alpha};
  for (size_t channel = 0; channel < 4; ++channel) {
    for (std::array<int, 4> &end : ends) {
      end.at(channel) = static_cast<int>(bits.take(width[channel]));
    }
  }
  uint32_t low = 0;
  for (size_t end = 0; end < ends.size(); ++end) {
    const bool is_new = mode.end_bits != 0 || (mode.subset_bits != 0 && end % 2 == 0);
    low = is_new ? bits.take(1) : low;
    for (size_t channel = 0; channel < 4; ++channel) {
      uint32_t count = width[channel];
      int value = ends[end].at(channel);
      if (count == 0) {
        ends[end].at(channel) = 255;
        continue;
      }
      if (mode.end_bits + mode.subset_bits != 0) {
        value = 2 * value + static_cast<int>(low);
        ++count;
      }
      ends[end].at(channel) = (value << (8 - count)) + (value >> (2 * count - 8));
    }
  }
  return ends;
}

}  // namespace

std::vector<Texel> decode_bptc_slowly(const uint8_t *block) {
  BitReader bits(block);
  size_t number = 0;
  while (number < 8 && bits.take(1) == 0) {
    ++number;
  }
  if (number == 8) {
    return std::vector<Texel>(16, Texel{0, 0, 0, 0});
  }
  const Mode &mode = modes[number];
  const uint32_t partition = bits.take(mode.partition);
  const uint32_t rotation = bits.take(mode.rotation);
  const uint32_t selection = bits.take(mode.selection);
  const std::vector<std::array<int, 4>> ends = take_ends(bits, mode);
  std::vector<uint32_t> color = take_indices(bits, mode.index, mode.subsets, partition);
  std::vector<uint32_t> alpha = color;
  uint32_t widths[2] = {mode.index, mode.index};
  if (mode.second != 0) {
    alpha = take_indices(bits, mode.second, mode.subsets, partition);
    widths[1] = mode.second;
  }
  if (selection != 0) {
    std::swap(color, alpha);
    std::swap(widths[0], widths[1]);
  }
  std::vector<Texel> made;
  for (int texel = 0; texel < 16; ++texel) {
    const auto end = static_cast<size_t>(2 * subset_of(mode.subsets, partition, texel));
    const auto at = static_cast<size_t>(texel);
    Texel result;
    for (size_t channel = 0; channel < 4; ++channel) {
      result.at(channel) =
          between(ends[end].at(channel), ends[end + 1].at(channel),
                  channel == 3 ? alpha[at] : color[at], widths[channel == 3 ? 1 : 0]) /
          255.0;
    }
    if (rotation != 0) {
      std::swap(result[3], result.at(rotation - 1));
    }
    made.push_back(result);
  }
  return made;
}

namespace {

struct FloatMode {
  bool has_differences;
  int bits;
  int difference[3];
};

constexpr FloatMode float_modes[14] = {
    {true, 10, {5, 5, 5}}, {true, 7, {6, 6, 6}},  {true, 11, {5, 4, 4}},     {true, 11, {4, 5, 4}},
    {true, 11, {4, 4, 5}}, {true, 9, {5, 5, 5}},  {true, 8, {6, 5, 5}},      {true, 8, {5, 6, 5}},
    {true, 8, {5, 5, 6}},  {false, 6, {6, 6, 6}}, {false, 10, {10, 10, 10}}, {true, 11, {9, 9, 9}},
    {true, 12, {8, 8, 8}}, {true, 16, {4, 4, 4}}};

/// Numbers by end and channel.
using Numbers = std::array<std::array<int, 3>, 4>;

Numbers take_numbers(BitReader &bits, const char *layout) {
  Numbers made{};
  std::istringstream words(layout);
  for (std::string word; words >> word;) {
    int &number = made.at(std::string("wxyz").find(word[1])).at(std::string("rgb").find(word[0]));
    const size_t colon = word.find(':');
    const int last = std::stoi(word.substr(2));
    const int first = colon == std::string::npos ? last : std::stoi(word.substr(colon + 1));
    const int step = first <= last ? 1 : -1;
    for (int bit = first; bit != last + step; bit += step) {
      number |= static_cast<int>(bits.take(1)) << bit;
    }
  }
  return made;
}

/// The number of the lowest `bits` bits in two's complement.
int as_signed(int value, int bits) {
  const int all = 1 << bits;
  const int kept = value & (all - 1);
  return kept >= all / 2 ? kept - all : kept;
}

int widen(int value, int bits, bool is_signed) {
  if (is_signed) {
    const int size = std::abs(value);
    const int widened = bits >= 16 || size == 0         ? size
                        : size >= (1 << (bits - 1)) - 1 ? 0x7fff
                                                        : (size * 0x8000 + 0x4000) >> (bits - 1);
    return value < 0 ? -widened : widened;
  }
  return bits >= 15 || value == 0   ? value
         : value == (1 << bits) - 1 ? 0xffff
                                    : (value * 0x10000 + 0x8000) >> bits;
}

double finish(int value, bool is_signed) {
  const int bits = is_signed ? std::abs(value) * 31 / 32 : value * 31 / 64;
  const int exponent = bits >> 10;
  const double size = exponent == 0 ? std::ldexp(bits & 1023, -24)
                                    : std::ldexp((bits & 1023) + 1024, exponent - 25);
  return value < 0 ? -size : size;
}

}  // namespace

std::vector<Texel> decode_bptc_float_slowly(const uint8_t *block, bool is_signed) {
  BitReader bits(block);
  uint32_t code = bits.take(2);
  if (code >= 2) {
    code |= bits.take(3) << 2;
  }
  constexpr uint32_t codes[14] = {0, 1, 2, 6, 10, 14, 18, 22, 26, 30, 3, 7, 11, 15};
  const auto number = static_cast<size_t>(std::ranges::find(codes, code) - codes);
  if (number == 14) {
    return std::vector<Texel>(16, Texel{0, 0, 0, 1});
  }
  const FloatMode &mode = float_modes[number];
  const int subsets = number < 10 ? 2 : 1;
  Numbers ends = take_numbers(bits, float_layouts[number]);
  for (size_t end = 0; end < 4; ++end) {
    for (size_t channel = 0; channel < 3; ++channel) {
      int &value = ends.at(end).at(channel);
      if (mode.has_differences && end > 0) {
        value = ends[0].at(channel) + as_signed(value, mode.difference[channel]);
      }
      value &= (1 << mode.bits) - 1;
    }
  }
  const uint32_t partition = subsets == 2 ? bits.take(5) : 0;
  const uint32_t width = subsets == 2 ? 3 : 4;
  const std::vector<uint32_t> indices = take_indices(bits, width, subsets, partition);
  std::vector<Texel> made;
  for (int texel = 0; texel < 16; ++texel) {
    const auto end = static_cast<size_t>(2 * subset_of(subsets, partition, texel));
    Texel result{0, 0, 0, 1};
    for (size_t channel = 0; channel < 3; ++channel) {
      int from = ends.at(end).at(channel);
      int to = ends.at(end + 1).at(channel);
      if (is_signed) {
        from = as_signed(from, mode.bits);
        to = as_signed(to, mode.bits);
      }
      from = widen(from, mode.bits, is_signed);
      to = widen(to, mode.bits, is_signed);
      result.at(channel) =
          finish(between(from, to, indices.at(static_cast<size_t>(texel)), width), is_signed);
    }
    made.push_back(result);
  }
  return made;
}

}  // namespace gallium_test

/// @file
/// Decoders of compressed blocks that read them bit by bit, to compare with: slow, and written
/// without regard to those of the library.
#pragma once

#include <mux/gallium.h>

#include <array>
#include <cstdint>
#include <vector>

namespace gallium_test {

using Texel = std::array<double, 4>;

/// A block of 8 or 16 bytes as 16 texels, row by row. sRGB is not converted.
std::vector<Texel> decode_slowly(mux_gallium_format_e format, const uint8_t *block);

/// The two families of BPTC, for decode_slowly().
std::vector<Texel> decode_bptc_slowly(const uint8_t *block);
std::vector<Texel> decode_bptc_float_slowly(const uint8_t *block, bool is_signed);

/// The families of ETC, for decode_slowly().
std::vector<Texel> decode_etc_slowly(mux_gallium_format_e format, const uint8_t *block);

/// Bits of a block one after another, from the lowest of the first byte.
class BitReader {
 public:
  explicit BitReader(const uint8_t *block, uint32_t at = 0) : block_(block), at_(at) {}
  uint32_t take(uint32_t count) {
    uint32_t value = 0;
    for (uint32_t bit = 0; bit < count; ++bit, ++at_) {
      value |= (block_[at_ / 8] >> at_ % 8 & 1U) << bit;
    }
    return value;
  }

 private:
  const uint8_t *block_;
  uint32_t at_;
};

}  // namespace gallium_test

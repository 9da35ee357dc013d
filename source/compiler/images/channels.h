/// @file
/// Conversions between stored channels and values, one type per channel type: OpenCL C 3.0, section
/// 8.3. Thread-safe.
///
/// Each type has
///     Value                        float, int32_t or uint32_t: the type that kernels use;
///     load(pixel, count, values)   reads the first `count` channels of a pixel;
///     store(pixel, count, values)  writes them.
/// Only the bytes of the pixel are accessed, since neighbors may be written concurrently.

#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>

#include "compiler/images/conversions.h"
#include "compiler/images/srgb.h"
#include "formats/image_format.h"

namespace mux::compiler::images {

using formats::ChannelType;

/// Channels that are stored in sequence. `Conversion` defines the stored type and its conversion.
template <typename Conversion>
struct SeparateChannels {
  using Value = typename Conversion::Value;
  using Stored = typename Conversion::Stored;

  static void load(const std::byte *pixel, uint32_t count, Value *values) {
    for (uint32_t i = 0; i < count; ++i) {
      Stored stored;
      std::memcpy(&stored, pixel + i * sizeof(Stored), sizeof(Stored));
      values[i] = Conversion::read(stored);
    }
  }

  static void store(std::byte *pixel, uint32_t count, const Value *values) {
    for (uint32_t i = 0; i < count; ++i) {
      const Stored stored = Conversion::write(values[i]);
      std::memcpy(pixel + i * sizeof(Stored), &stored, sizeof(Stored));
    }
  }
};

/// Integers that are normalized to [0, 1], or to [-1, 1].
template <typename Integer>
struct NormalizedConversion {
  using Value = float;
  using Stored = Integer;
  static constexpr auto scale = static_cast<float>(std::numeric_limits<Integer>::max());

  static float read(Integer stored) {
    if constexpr (sizeof(Integer) == 1) {
      return quotients[static_cast<uint8_t>(stored)];
    } else {
      return divide(stored);
    }
  }
  static Integer write(float value) { return round_saturated<Integer>(value * scale); }

 private:
  /// The least signed integer is clamped to -1.
  static constexpr float divide(Integer stored) {
    return std::max(-1.0F, static_cast<float>(stored) / scale);
  }

  /// A table for bytes, which is faster than a division.
  static constexpr std::array<float, 256> divide_all() {
    std::array<float, 256> all = {};
    for (uint32_t bits = 0; bits < 256; ++bits) {
      all[bits] = divide(static_cast<Integer>(bits));
    }
    return all;
  }
  static constexpr std::array<float, 256> quotients = divide_all();
};

template <typename Integer, typename KernelInteger>
struct IntegerConversion {
  using Value = KernelInteger;
  using Stored = Integer;

  static KernelInteger read(Integer stored) { return stored; }
  static Integer write(KernelInteger value) { return saturate<Integer>(value); }
};

struct HalfConversion {
  using Value = float;
  using Stored = uint16_t;

  static float read(uint16_t stored) { return half_to_float(stored); }
  static uint16_t write(float value) { return float_to_half(value); }
};

struct FloatConversion {
  using Value = float;
  using Stored = float;

  static float read(float stored) { return stored; }
  static float write(float value) { return value; }
};

/// Red, green and blue in the sRGB color space, one byte each, and linear alpha.
struct SrgbChannels {
  using Value = float;

  static void load(const std::byte *pixel, uint32_t count, float *values) {
    Colors::load(pixel, std::min(count, 3U), values);
    Alpha::load(pixel + 3, count > 3 ? 1 : 0, values + 3);
  }

  static void store(std::byte *pixel, uint32_t count, const float *values) {
    Colors::store(pixel, std::min(count, 3U), values);
    Alpha::store(pixel + 3, count > 3 ? 1 : 0, values + 3);
  }

 private:
  using Colors = SeparateChannels<SrgbConversion>;
  using Alpha = SeparateChannels<NormalizedConversion<uint8_t>>;
};

/// Normalized integers that are packed into one word, the last one in its lowest bits.
template <typename Word, unsigned... widths>
struct PackedChannels {
  using Value = float;

  static void load(const std::byte *pixel, uint32_t /*count*/, float *values) {
    Word word;
    std::memcpy(&word, pixel, sizeof(word));
    unsigned shift = (widths + ...);
    for (size_t i = 0; i < sizeof...(widths); ++i) {
      shift -= bits[i];
      values[i] = static_cast<float>(word >> shift & greatest(i)) / static_cast<float>(greatest(i));
    }
  }

  static void store(std::byte *pixel, uint32_t /*count*/, const float *values) {
    uint32_t together = 0;
    for (size_t i = 0; i < sizeof...(widths); ++i) {
      const uint32_t number =
          round_saturated<uint16_t>(values[i] * static_cast<float>(greatest(i)));
      together = together << bits[i] | std::min(number, greatest(i));
    }
    const auto word = static_cast<Word>(together);
    std::memcpy(pixel, &word, sizeof(word));
  }

 private:
  static constexpr std::array<unsigned, sizeof...(widths)> bits = {widths...};
  static constexpr uint32_t greatest(size_t index) { return (1U << bits[index]) - 1; }
};

/// Values that are no channel type have no channels.
template <ChannelType type>
struct ChannelsOf {
  using Value = void;
};

template <>
struct ChannelsOf<ChannelType::snorm_int8> : SeparateChannels<NormalizedConversion<int8_t>> {};
template <>
struct ChannelsOf<ChannelType::snorm_int16> : SeparateChannels<NormalizedConversion<int16_t>> {};
template <>
struct ChannelsOf<ChannelType::unorm_int8> : SeparateChannels<NormalizedConversion<uint8_t>> {};
template <>
struct ChannelsOf<ChannelType::unorm_int16> : SeparateChannels<NormalizedConversion<uint16_t>> {};
template <>
struct ChannelsOf<ChannelType::unorm_565> : PackedChannels<uint16_t, 5, 6, 5> {};
template <>
struct ChannelsOf<ChannelType::unorm_555> : PackedChannels<uint16_t, 5, 5, 5> {};
template <>
struct ChannelsOf<ChannelType::unorm_101010> : PackedChannels<uint32_t, 10, 10, 10> {};
template <>
struct ChannelsOf<ChannelType::signed_int8> : SeparateChannels<IntegerConversion<int8_t, int32_t>> {
};
template <>
struct ChannelsOf<ChannelType::signed_int16>
    : SeparateChannels<IntegerConversion<int16_t, int32_t>> {};
template <>
struct ChannelsOf<ChannelType::signed_int32>
    : SeparateChannels<IntegerConversion<int32_t, int32_t>> {};
template <>
struct ChannelsOf<ChannelType::unsigned_int8>
    : SeparateChannels<IntegerConversion<uint8_t, uint32_t>> {};
template <>
struct ChannelsOf<ChannelType::unsigned_int16>
    : SeparateChannels<IntegerConversion<uint16_t, uint32_t>> {};
template <>
struct ChannelsOf<ChannelType::unsigned_int32>
    : SeparateChannels<IntegerConversion<uint32_t, uint32_t>> {};
template <>
struct ChannelsOf<ChannelType::half_float> : SeparateChannels<HalfConversion> {};
template <>
struct ChannelsOf<ChannelType::single_float> : SeparateChannels<FloatConversion> {};
template <>
struct ChannelsOf<ChannelType::unorm_101010_2> : PackedChannels<uint32_t, 10, 10, 10, 2> {};
template <>
struct ChannelsOf<ChannelType::unorm_2_101010> : PackedChannels<uint32_t, 2, 10, 10, 10> {};

}  // namespace mux::compiler::images

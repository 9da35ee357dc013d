#include "host/pixel_color.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>

#include "compiler/image_format.h"

namespace mux::host {
namespace {

using compiler::ChannelSource;
using compiler::ChannelType;

// The nearest integer to value * scale that lies between the two limits.
uint32_t normalized(float value, float scale, float lowest, float highest) {
  const float scaled = std::isnan(value) ? 0.0F : value * scale;
  return static_cast<uint32_t>(
      static_cast<int32_t>(std::nearbyint(std::clamp(scaled, lowest, highest))));
}

template <typename Integer>
uint32_t unorm(float value) {
  constexpr auto highest = static_cast<float>(std::numeric_limits<Integer>::max());
  return normalized(value, highest, 0, highest);
}

template <typename Integer>
uint32_t snorm(float value) {
  using Limits = std::numeric_limits<Integer>;
  return normalized(value, static_cast<float>(Limits::max()), static_cast<float>(Limits::min()),
                    static_cast<float>(Limits::max()));
}

uint32_t unorm_of_bits(float value, uint32_t bits) {
  const auto highest = static_cast<float>((1U << bits) - 1);
  return normalized(value, highest, 0, highest);
}

template <typename Integer, typename Wide>
uint32_t saturated(Wide value) {
  using Limits = std::numeric_limits<Integer>;
  return static_cast<uint32_t>(std::clamp<Wide>(value, Limits::min(), Limits::max()));
}

// The lower bytes of a channel that holds this component.
uint32_t channel_of(ChannelType type, uint32_t component) {
  const auto real = std::bit_cast<float>(component);
  switch (type) {
    case ChannelType::snorm_int8:
      return snorm<int8_t>(real);
    case ChannelType::snorm_int16:
      return snorm<int16_t>(real);
    case ChannelType::unorm_int8:
      return unorm<uint8_t>(real);
    case ChannelType::unorm_int16:
      return unorm<uint16_t>(real);
    case ChannelType::signed_int8:
      return saturated<int8_t>(static_cast<int32_t>(component));
    case ChannelType::signed_int16:
      return saturated<int16_t>(static_cast<int32_t>(component));
    case ChannelType::unsigned_int8:
      return saturated<uint8_t>(component);
    case ChannelType::unsigned_int16:
      return saturated<uint16_t>(component);
    case ChannelType::half_float:
      return std::bit_cast<uint16_t>(static_cast<_Float16>(real));
    // 32 bits are stored as they are; packed types have no channels of their own.
    case ChannelType::signed_int32:
    case ChannelType::unsigned_int32:
    case ChannelType::single_float:
    case ChannelType::unorm_565:
    case ChannelType::unorm_555:
    case ChannelType::unorm_101010:
      break;
  }
  return component;
}

// Red in the upper bits of the word, blue in the lowest.
uint32_t packed_word(ChannelType type, const float (&color)[4]) {
  switch (type) {
    case ChannelType::unorm_565:
      return unorm_of_bits(color[0], 5) << 11 | unorm_of_bits(color[1], 6) << 5 |
             unorm_of_bits(color[2], 5);
    case ChannelType::unorm_555:
      return unorm_of_bits(color[0], 5) << 10 | unorm_of_bits(color[1], 5) << 5 |
             unorm_of_bits(color[2], 5);
    default:
      return unorm_of_bits(color[0], 10) << 20 | unorm_of_bits(color[1], 10) << 10 |
             unorm_of_bits(color[2], 10);
  }
}

void store(uint32_t value, uint32_t bytes, std::byte *out) {
  switch (bytes) {
    case 1: {
      const auto narrow = static_cast<uint8_t>(value);
      std::memcpy(out, &narrow, sizeof narrow);
      break;
    }
    case 2: {
      const auto narrow = static_cast<uint16_t>(value);
      std::memcpy(out, &narrow, sizeof narrow);
      break;
    }
    default:
      std::memcpy(out, &value, sizeof value);
      break;
  }
}

}  // namespace

PixelBytes pack_color(mux_image_format_e format, const PixelBytes &color) {
  const auto number = static_cast<uint32_t>(format);
  const ChannelType type{number >> 16};
  const compiler::ChannelLayout &layout = *compiler::channel_layout(number & 0xffff);
  const uint32_t bytes = compiler::channel_bytes(type);
  PixelBytes pixel{};
  if (compiler::is_packed(type)) {
    float components[4];
    std::memcpy(components, color.data(), sizeof components);
    store(packed_word(type, components), bytes, pixel.data());
    return pixel;
  }
  uint32_t components[4];
  std::memcpy(components, color.data(), sizeof components);
  for (uint32_t channel = 0; channel < layout.channels; ++channel) {
    const ChannelSource source = layout.write[channel];
    if (source <= ChannelSource::fourth) {
      store(channel_of(type, components[static_cast<uint32_t>(source)]), bytes,
            pixel.data() + static_cast<size_t>(channel) * bytes);
    }
  }
  return pixel;
}

}  // namespace mux::host

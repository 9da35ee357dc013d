/// @file
/// Converts pixels in memory to colors and back: an indirect call by channel type, then the
/// channels are reordered by channel order. Thread-safe.

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

#include "compiler/abi/kernel_abi.h"
#include "compiler/images/channels.h"

namespace mux::compiler::images {

using formats::channel_type_count;
using formats::ChannelLayout;
using formats::first_channel_type;
using formats::rgba_channel_order;

/// float4, int4 or uint4 of OpenCL C: passed and returned in a register, as in compiled kernels.
template <typename Value>
struct ColorOf {
  using Type __attribute__((vector_size(16))) = Value;
};
template <typename Value>
using Color = typename ColorOf<Value>::Type;

/// A weighted mean of pixels. NULL is a pixel of the border color.
struct Mixture {
  uint32_t count = 0;
  std::array<const std::byte *, 8> pixels;
  std::array<float, 8> weights;
};

template <typename Value>
using ReadPixel = Color<Value> (*)(const ImageView &, const std::byte *);
using MixPixels = Color<float> (*)(const ImageView &, const Mixture &);
template <typename Value>
using WritePixel = void (*)(const ImageView &, std::byte *, Color<Value>);

namespace details {

inline const ChannelLayout &layout_of(const ImageView &view) {
  return formats::channel_layouts[view.channel_order - formats::first_channel_order];
}

template <typename Value>
Color<Value> border_color(const ImageView &view) {
  return Color<Value>{0, 0, 0, static_cast<Value>(layout_of(view).opaque_border ? 1 : 0)};
}

/// sRGB is only defined for unorm_int8.
template <typename Channels>
constexpr bool may_be_srgb = std::is_same_v<Channels, ChannelsOf<ChannelType::unorm_int8>>;

template <typename Channels>
void load_channels(const ChannelLayout &layout, const std::byte *pixel,
                   typename Channels::Value *values) {
  if constexpr (may_be_srgb<Channels>) {
    if (layout.srgb) {
      SrgbChannels::load(pixel, layout.channels, values);
      return;
    }
  }
  Channels::load(pixel, layout.channels, values);
}

template <typename Channels>
void store_channels(const ChannelLayout &layout, std::byte *pixel,
                    const typename Channels::Value *values) {
  if constexpr (may_be_srgb<Channels>) {
    if (layout.srgb) {
      SrgbChannels::store(pixel, layout.channels, values);
      return;
    }
  }
  Channels::store(pixel, layout.channels, values);
}

template <typename Channels>
Color<typename Channels::Value> read_inside(const ImageView &view, const std::byte *pixel) {
  using Value = typename Channels::Value;
  if (view.channel_order == rgba_channel_order) {
    Value values[4] = {};
    Channels::load(pixel, 4, values);
    return Color<Value>{values[0], values[1], values[2], values[3]};
  }
  // Followed by the values of ChannelSource::zero and one.
  Value values[6] = {0, 0, 0, 0, 0, 1};
  const ChannelLayout &layout = layout_of(view);
  load_channels<Channels>(layout, pixel, values);
  const auto source = [&](size_t component) {
    return values[static_cast<size_t>(layout.read[component])];
  };
  return Color<Value>{source(0), source(1), source(2), source(3)};
}

template <typename Channels>
Color<typename Channels::Value> read_pixel(const ImageView &view, const std::byte *pixel) {
  if (pixel == nullptr) {
    return border_color<typename Channels::Value>(view);
  }
  return read_inside<Channels>(view, pixel);
}

template <typename Channels>
Color<float> mix_pixels(const ImageView &view, const Mixture &mixture) {
  Color<float> sum = {};
  for (uint32_t i = 0; i < mixture.count; ++i) {
    sum += mixture.weights[i] * read_pixel<Channels>(view, mixture.pixels[i]);
  }
  return sum;
}

template <typename Channels>
void write_pixel(const ImageView &view, std::byte *pixel, Color<typename Channels::Value> color) {
  using Value = typename Channels::Value;
  if (view.channel_order == rgba_channel_order) {
    const Value values[4] = {color[0], color[1], color[2], color[3]};
    Channels::store(pixel, 4, values);
    return;
  }
  const ChannelLayout &layout = layout_of(view);
  const Value sources[6] = {color[0], color[1], color[2], color[3], 0, 1};
  Value values[4];
  for (size_t channel = 0; channel < 4; ++channel) {
    values[channel] = sources[static_cast<size_t>(layout.write[channel])];
  }
  store_channels<Channels>(layout, pixel, values);
}

/// For formats whose channels have another type than the kernel's colors.
template <typename Value>
Color<Value> read_nothing(const ImageView & /*view*/, const std::byte * /*pixel*/) {
  return Color<Value>{};
}

inline Color<float> mix_nothing(const ImageView & /*view*/, const Mixture & /*mixture*/) {
  return Color<float>{};
}

template <typename Value>
void write_nothing(const ImageView & /*view*/, std::byte * /*pixel*/, Color<Value> /*color*/) {}

template <uint32_t index>
using ChannelsAt = ChannelsOf<ChannelType{first_channel_type + index}>;

template <typename Value, uint32_t index>
constexpr bool has_channels_of = std::is_same_v<Value, typename ChannelsAt<index>::Value>;

/// Whether both are integers. In SPIR-V the signedness of an image's integers may be unspecified:
/// then the format determines it, and the kernel's values are reinterpreted.
template <typename Value, uint32_t index>
constexpr bool has_integers_like =
    std::is_integral_v<Value> && std::is_integral_v<typename ChannelsAt<index>::Value>;

template <typename Value, typename Channels>
Color<Value> read_bits(const ImageView &view, const std::byte *pixel) {
  return reinterpret_cast<Color<Value>>(read_pixel<Channels>(view, pixel));
}

template <typename Value, typename Channels>
void write_bits(const ImageView &view, std::byte *pixel, Color<Value> color) {
  write_pixel<Channels>(view, pixel, reinterpret_cast<Color<typename Channels::Value>>(color));
}

template <typename Value, uint32_t index>
constexpr ReadPixel<Value> choose_reader() {
  if constexpr (has_channels_of<Value, index>) {
    return read_pixel<ChannelsAt<index>>;
  } else if constexpr (has_integers_like<Value, index>) {
    return read_bits<Value, ChannelsAt<index>>;
  } else {
    return read_nothing<Value>;
  }
}

template <uint32_t index>
constexpr MixPixels choose_mixer() {
  if constexpr (has_channels_of<float, index>) {
    return mix_pixels<ChannelsAt<index>>;
  } else {
    return mix_nothing;
  }
}

template <typename Value, uint32_t index>
constexpr WritePixel<Value> choose_writer() {
  if constexpr (has_channels_of<Value, index>) {
    return write_pixel<ChannelsAt<index>>;
  } else if constexpr (has_integers_like<Value, index>) {
    return write_bits<Value, ChannelsAt<index>>;
  } else {
    return write_nothing<Value>;
  }
}

using ChannelTypeIndices = std::make_integer_sequence<uint32_t, channel_type_count>;

/// Whether ChannelsOf has the type and the color of the table of formats.
template <uint32_t index>
constexpr bool agrees_with_table() {
  using Value = typename ChannelsAt<index>::Value;
  const formats::ChannelTypeInfo *info =
      formats::channel_type(ChannelType{first_channel_type + index});
  if (info == nullptr) {
    return std::is_void_v<Value>;
  }
  switch (info->color) {
    case formats::ColorType::signed_integer:
      return std::is_same_v<Value, int32_t>;
    case formats::ColorType::unsigned_integer:
      return std::is_same_v<Value, uint32_t>;
    case formats::ColorType::floating_point:
      break;
  }
  return std::is_same_v<Value, float>;
}

template <uint32_t... indices>
constexpr bool agree_with_table(std::integer_sequence<uint32_t, indices...>) {
  return (agrees_with_table<indices>() && ...);
}
static_assert(agree_with_table(ChannelTypeIndices()));

template <typename Value, uint32_t... indices>
constexpr std::array<ReadPixel<Value>, sizeof...(indices)> make_readers(
    std::integer_sequence<uint32_t, indices...>) {
  return {choose_reader<Value, indices>()...};
}

template <uint32_t... indices>
constexpr std::array<MixPixels, sizeof...(indices)> make_mixers(
    std::integer_sequence<uint32_t, indices...>) {
  return {choose_mixer<indices>()...};
}

template <typename Value, uint32_t... indices>
constexpr std::array<WritePixel<Value>, sizeof...(indices)> make_writers(
    std::integer_sequence<uint32_t, indices...>) {
  return {choose_writer<Value, indices>()...};
}

template <typename Value>
inline constexpr auto readers = make_readers<Value>(ChannelTypeIndices());
inline constexpr auto mixers = make_mixers(ChannelTypeIndices());
template <typename Value>
inline constexpr auto writers = make_writers<Value>(ChannelTypeIndices());

}  // namespace details

/// @param pixel NULL for the border color.
template <typename Value>
Color<Value> read_color(const ImageView &view, const std::byte *pixel) {
  return details::readers<Value>[view.channel_type - first_channel_type](view, pixel);
}

inline Color<float> mix_colors(const ImageView &view, const Mixture &mixture) {
  return details::mixers[view.channel_type - first_channel_type](view, mixture);
}

template <typename Value>
void write_color(const ImageView &view, std::byte *pixel, Color<Value> color) {
  details::writers<Value>[view.channel_type - first_channel_type](view, pixel, color);
}

}  // namespace mux::compiler::images

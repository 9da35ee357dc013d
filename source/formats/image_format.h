/// @file
/// The table of image formats: which channel orders and channel types are combined, the size of a
/// pixel, and the mapping of channels to color components.
///
/// A format is a channel order and a channel type, both with OpenCL's constants: the lower and the
/// upper half of a mux_image_format_e. A new order is a row of `channel_layouts`. A new type is a
/// row of `channel_types`, and a specialization of ChannelsOf in compiler/images/channels.h.
///
/// Constants and constexpr functions; thread-safe.

#pragma once

#include <cstdint>

namespace mux::formats {

/// How a channel is stored.
enum class ChannelType : uint32_t {
  snorm_int8 = 0x10D0,
  snorm_int16 = 0x10D1,
  unorm_int8 = 0x10D2,
  unorm_int16 = 0x10D3,
  unorm_565 = 0x10D4,
  unorm_555 = 0x10D5,
  unorm_101010 = 0x10D6,
  signed_int8 = 0x10D7,
  signed_int16 = 0x10D8,
  signed_int32 = 0x10D9,
  unsigned_int8 = 0x10DA,
  unsigned_int16 = 0x10DB,
  unsigned_int32 = 0x10DC,
  half_float = 0x10DD,
  single_float = 0x10DE,
  unorm_101010_2 = 0x10E0,
  unorm_2_101010 = 0x10E5,
};

/// The type of a color in kernels: float4, int4 or uint4.
enum class ColorType : uint8_t { floating_point, signed_integer, unsigned_integer };

/// How the channels of a pixel are stored.
enum class Packing : uint8_t {
  /// In sequence.
  none,
  /// Red, green and blue in one word, red in its upper bits.
  rgb,
  /// All channels in one word, the first one in its upper bits.
  four,
};

/// One channel type.
struct ChannelTypeInfo {
  ChannelType type;
  /// Size of a channel, or of the word that all channels share, in bytes.
  uint32_t bytes;
  ColorType color = ColorType::floating_point;
  Packing packing = Packing::none;
};

inline constexpr ChannelTypeInfo channel_types[] = {
    {ChannelType::snorm_int8, 1},
    {ChannelType::snorm_int16, 2},
    {ChannelType::unorm_int8, 1},
    {ChannelType::unorm_int16, 2},
    {ChannelType::unorm_565, 2, ColorType::floating_point, Packing::rgb},
    {ChannelType::unorm_555, 2, ColorType::floating_point, Packing::rgb},
    {ChannelType::unorm_101010, 4, ColorType::floating_point, Packing::rgb},
    {ChannelType::signed_int8, 1, ColorType::signed_integer},
    {ChannelType::signed_int16, 2, ColorType::signed_integer},
    {ChannelType::signed_int32, 4, ColorType::signed_integer},
    {ChannelType::unsigned_int8, 1, ColorType::unsigned_integer},
    {ChannelType::unsigned_int16, 2, ColorType::unsigned_integer},
    {ChannelType::unsigned_int32, 4, ColorType::unsigned_integer},
    {ChannelType::half_float, 2},
    {ChannelType::single_float, 4},
    {ChannelType::unorm_101010_2, 4, ColorType::floating_point, Packing::four},
    {ChannelType::unorm_2_101010, 4, ColorType::floating_point, Packing::four},
};

inline constexpr uint32_t first_channel_type = 0x10D0;
/// Up to the last type; some values in between are no types.
inline constexpr uint32_t channel_type_count = 22;

/// NULL if there is no such type.
constexpr const ChannelTypeInfo *channel_type(ChannelType type) {
  for (const ChannelTypeInfo &row : channel_types) {
    if (row.type == type) {
      return &row;
    }
  }
  return nullptr;
}

/// A set of channel types: bit `type - first_channel_type`.
using ChannelTypes = uint32_t;

/// Precondition: there is such a type.
constexpr ChannelTypes bit_of(ChannelType type) {
  return 1U << (static_cast<uint32_t>(type) - first_channel_type);
}

constexpr ChannelTypes types_of(Packing packing) {
  ChannelTypes types = 0;
  for (const ChannelTypeInfo &row : channel_types) {
    types |= row.packing == packing ? bit_of(row.type) : 0;
  }
  return types;
}

inline constexpr ChannelTypes unpacked_types = types_of(Packing::none);
/// Those of CL_INTENSITY and CL_LUMINANCE.
inline constexpr ChannelTypes gray_types =
    bit_of(ChannelType::snorm_int8) | bit_of(ChannelType::snorm_int16) |
    bit_of(ChannelType::unorm_int8) | bit_of(ChannelType::unorm_int16) |
    bit_of(ChannelType::half_float) | bit_of(ChannelType::single_float);

/// The source of a color component when reading, or of a stored channel when writing: below four,
/// the index of the channel or component.
enum class ChannelSource : uint8_t { first, second, third, fourth, zero, one };

/// One channel order.
struct ChannelLayout {
  uint32_t order;
  /// Channels in memory, including padding; also of packed types, whose channels share one word. 0
  /// if no format has the order.
  uint32_t channels;
  /// The types that the order is combined with.
  ChannelTypes types;
  /// The sources of red, green, blue and alpha when reading.
  ChannelSource read[4];
  /// The source of each stored channel; the first `channels` are used. Padding is written as zero.
  ChannelSource write[4];
  /// Alpha of the border color is one; all other components are zero.
  bool opaque_border;
  /// The first three channels are stored as sRGB.
  bool srgb = false;
};

inline constexpr ChannelLayout channel_layouts[] = {
    // CL_R
    {0x10B0,
     1,
     unpacked_types,
     {ChannelSource::first, ChannelSource::zero, ChannelSource::zero, ChannelSource::one},
     {ChannelSource::first},
     true},
    // CL_A
    {0x10B1,
     1,
     unpacked_types,
     {ChannelSource::zero, ChannelSource::zero, ChannelSource::zero, ChannelSource::first},
     {ChannelSource::fourth},
     false},
    // CL_RG
    {0x10B2,
     2,
     unpacked_types,
     {ChannelSource::first, ChannelSource::second, ChannelSource::zero, ChannelSource::one},
     {ChannelSource::first, ChannelSource::second},
     true},
    // CL_RA
    {0x10B3,
     2,
     unpacked_types,
     {ChannelSource::first, ChannelSource::zero, ChannelSource::zero, ChannelSource::second},
     {ChannelSource::first, ChannelSource::fourth},
     false},
    // CL_RGB, packed types only
    {0x10B4,
     3,
     types_of(Packing::rgb),
     {ChannelSource::first, ChannelSource::second, ChannelSource::third, ChannelSource::one},
     {ChannelSource::first, ChannelSource::second, ChannelSource::third},
     true},
    // CL_RGBA
    {0x10B5,
     4,
     unpacked_types | bit_of(ChannelType::unorm_101010_2),
     {ChannelSource::first, ChannelSource::second, ChannelSource::third, ChannelSource::fourth},
     {ChannelSource::first, ChannelSource::second, ChannelSource::third, ChannelSource::fourth},
     false},
    // CL_BGRA
    {0x10B6,
     4,
     unpacked_types,
     {ChannelSource::third, ChannelSource::second, ChannelSource::first, ChannelSource::fourth},
     {ChannelSource::third, ChannelSource::second, ChannelSource::first, ChannelSource::fourth},
     false},
    // CL_ARGB
    {0x10B7,
     4,
     unpacked_types,
     {ChannelSource::second, ChannelSource::third, ChannelSource::fourth, ChannelSource::first},
     {ChannelSource::fourth, ChannelSource::first, ChannelSource::second, ChannelSource::third},
     false},
    // CL_INTENSITY
    {0x10B8,
     1,
     gray_types,
     {ChannelSource::first, ChannelSource::first, ChannelSource::first, ChannelSource::first},
     {ChannelSource::first},
     false},
    // CL_LUMINANCE
    {0x10B9,
     1,
     gray_types,
     {ChannelSource::first, ChannelSource::first, ChannelSource::first, ChannelSource::one},
     {ChannelSource::first},
     true},
    // CL_Rx
    {0x10BA,
     2,
     unpacked_types,
     {ChannelSource::first, ChannelSource::zero, ChannelSource::zero, ChannelSource::one},
     {ChannelSource::first, ChannelSource::zero},
     false},
    // CL_RGx
    {0x10BB,
     3,
     unpacked_types,
     {ChannelSource::first, ChannelSource::second, ChannelSource::zero, ChannelSource::one},
     {ChannelSource::first, ChannelSource::second, ChannelSource::zero},
     false},
    // CL_RGBx, packed types only: the padding is the unused bits of the word
    {0x10BC,
     3,
     types_of(Packing::rgb),
     {ChannelSource::first, ChannelSource::second, ChannelSource::third, ChannelSource::one},
     {ChannelSource::first, ChannelSource::second, ChannelSource::third},
     false},
    // CL_DEPTH
    {0x10BD,
     1,
     bit_of(ChannelType::unorm_int16) | bit_of(ChannelType::single_float),
     {ChannelSource::first, ChannelSource::zero, ChannelSource::zero, ChannelSource::one},
     {ChannelSource::first},
     false},
    // CL_DEPTH_STENCIL, for images of OpenGL only
    {0x10BE, 0, 0, {}, {}, false},
    // CL_sRGB
    {0x10BF,
     3,
     bit_of(ChannelType::unorm_int8),
     {ChannelSource::first, ChannelSource::second, ChannelSource::third, ChannelSource::one},
     {ChannelSource::first, ChannelSource::second, ChannelSource::third},
     true,
     true},
    // CL_sRGBx
    {0x10C0,
     4,
     bit_of(ChannelType::unorm_int8),
     {ChannelSource::first, ChannelSource::second, ChannelSource::third, ChannelSource::one},
     {ChannelSource::first, ChannelSource::second, ChannelSource::third, ChannelSource::zero},
     false,
     true},
    // CL_sRGBA
    {0x10C1,
     4,
     bit_of(ChannelType::unorm_int8),
     {ChannelSource::first, ChannelSource::second, ChannelSource::third, ChannelSource::fourth},
     {ChannelSource::first, ChannelSource::second, ChannelSource::third, ChannelSource::fourth},
     false,
     true},
    // CL_sBGRA
    {0x10C2,
     4,
     bit_of(ChannelType::unorm_int8),
     {ChannelSource::third, ChannelSource::second, ChannelSource::first, ChannelSource::fourth},
     {ChannelSource::third, ChannelSource::second, ChannelSource::first, ChannelSource::fourth},
     false,
     true},
    // CL_ABGR
    {0x10C3,
     4,
     unpacked_types | bit_of(ChannelType::unorm_2_101010),
     {ChannelSource::fourth, ChannelSource::third, ChannelSource::second, ChannelSource::first},
     {ChannelSource::fourth, ChannelSource::third, ChannelSource::second, ChannelSource::first},
     false},
};

inline constexpr uint32_t first_channel_order = 0x10B0;
/// CL_RGBA, which is also the order of color components in kernels.
inline constexpr uint32_t rgba_channel_order = 0x10B5;
inline constexpr uint32_t channel_order_count =
    sizeof(channel_layouts) / sizeof(channel_layouts[0]);

/// NULL if there is no such order.
constexpr const ChannelLayout *channel_layout(uint32_t order) {
  const uint32_t index = order - first_channel_order;
  return index < channel_order_count && channel_layouts[index].channels != 0
             ? &channel_layouts[index]
             : nullptr;
}

/// Whether all channels of a pixel share one word.
constexpr bool is_packed(ChannelType type) {
  const ChannelTypeInfo *info = channel_type(type);
  return info != nullptr && info->packing != Packing::none;
}

/// Size of a channel, or of the word that all channels of a packed type share, in bytes; 0 if there
/// is no such type.
constexpr uint32_t channel_bytes(ChannelType type) {
  const ChannelTypeInfo *info = channel_type(type);
  return info == nullptr ? 0 : info->bytes;
}

/// Whether there is a mux_image_format_e with these two halves.
constexpr bool is_image_format(uint32_t order, ChannelType type) {
  const ChannelLayout *layout = channel_layout(order);
  return layout != nullptr && channel_type(type) != nullptr && (layout->types & bit_of(type)) != 0;
}

/// Size of a pixel in bytes; 0 if there is no such format.
constexpr uint32_t pixel_bytes(uint32_t order, ChannelType type) {
  if (!is_image_format(order, type)) {
    return 0;
  }
  return is_packed(type) ? channel_bytes(type)
                         : channel_layout(order)->channels * channel_bytes(type);
}

/// The same, of a mux_image_format_e.
constexpr uint32_t pixel_bytes(uint32_t image_format) {
  return pixel_bytes(image_format & 0xFFFF, ChannelType{image_format >> 16});
}

}  // namespace mux::formats

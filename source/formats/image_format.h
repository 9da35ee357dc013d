/// @file
/// The table of image formats: which channel orders and channel types are combined, the size of a
/// pixel, and the mapping of channels to color components.
///
/// A format is a channel order and a channel type, both with OpenCL's constants: the lower and the
/// upper half of a mux_image_format_e. Constants and constexpr functions; thread-safe.

#pragma once

#include <cstdint>

namespace mux::compiler {

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

/// The source of a color component when reading, or of a stored channel when writing: below four,
/// the index of the channel or component.
enum class ChannelSource : uint8_t { first, second, third, fourth, zero, one };

/// One channel order.
struct ChannelLayout {
  uint32_t order;
  /// Channels in memory, including padding; also of packed types, whose channels share one word. 0
  /// if no format has the order.
  uint32_t channels;
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
     {ChannelSource::first, ChannelSource::zero, ChannelSource::zero, ChannelSource::one},
     {ChannelSource::first},
     true},
    // CL_A
    {0x10B1,
     1,
     {ChannelSource::zero, ChannelSource::zero, ChannelSource::zero, ChannelSource::first},
     {ChannelSource::fourth},
     false},
    // CL_RG
    {0x10B2,
     2,
     {ChannelSource::first, ChannelSource::second, ChannelSource::zero, ChannelSource::one},
     {ChannelSource::first, ChannelSource::second},
     true},
    // CL_RA
    {0x10B3,
     2,
     {ChannelSource::first, ChannelSource::zero, ChannelSource::zero, ChannelSource::second},
     {ChannelSource::first, ChannelSource::fourth},
     false},
    // CL_RGB, packed types only
    {0x10B4,
     3,
     {ChannelSource::first, ChannelSource::second, ChannelSource::third, ChannelSource::one},
     {ChannelSource::first, ChannelSource::second, ChannelSource::third},
     true},
    // CL_RGBA
    {0x10B5,
     4,
     {ChannelSource::first, ChannelSource::second, ChannelSource::third, ChannelSource::fourth},
     {ChannelSource::first, ChannelSource::second, ChannelSource::third, ChannelSource::fourth},
     false},
    // CL_BGRA
    {0x10B6,
     4,
     {ChannelSource::third, ChannelSource::second, ChannelSource::first, ChannelSource::fourth},
     {ChannelSource::third, ChannelSource::second, ChannelSource::first, ChannelSource::fourth},
     false},
    // CL_ARGB
    {0x10B7,
     4,
     {ChannelSource::second, ChannelSource::third, ChannelSource::fourth, ChannelSource::first},
     {ChannelSource::fourth, ChannelSource::first, ChannelSource::second, ChannelSource::third},
     false},
    // CL_INTENSITY
    {0x10B8,
     1,
     {ChannelSource::first, ChannelSource::first, ChannelSource::first, ChannelSource::first},
     {ChannelSource::first},
     false},
    // CL_LUMINANCE
    {0x10B9,
     1,
     {ChannelSource::first, ChannelSource::first, ChannelSource::first, ChannelSource::one},
     {ChannelSource::first},
     true},
    // CL_Rx
    {0x10BA,
     2,
     {ChannelSource::first, ChannelSource::zero, ChannelSource::zero, ChannelSource::one},
     {ChannelSource::first, ChannelSource::zero},
     false},
    // CL_RGx
    {0x10BB,
     3,
     {ChannelSource::first, ChannelSource::second, ChannelSource::zero, ChannelSource::one},
     {ChannelSource::first, ChannelSource::second, ChannelSource::zero},
     false},
    // CL_RGBx, packed types only: the padding is the unused bits of the word
    {0x10BC,
     3,
     {ChannelSource::first, ChannelSource::second, ChannelSource::third, ChannelSource::one},
     {ChannelSource::first, ChannelSource::second, ChannelSource::third},
     false},
    // CL_DEPTH
    {0x10BD,
     1,
     {ChannelSource::first, ChannelSource::zero, ChannelSource::zero, ChannelSource::one},
     {ChannelSource::first},
     false},
    // CL_DEPTH_STENCIL, for images of OpenGL only
    {0x10BE, 0, {}, {}, false},
    // CL_sRGB
    {0x10BF,
     3,
     {ChannelSource::first, ChannelSource::second, ChannelSource::third, ChannelSource::one},
     {ChannelSource::first, ChannelSource::second, ChannelSource::third},
     true,
     true},
    // CL_sRGBx
    {0x10C0,
     4,
     {ChannelSource::first, ChannelSource::second, ChannelSource::third, ChannelSource::one},
     {ChannelSource::first, ChannelSource::second, ChannelSource::third, ChannelSource::zero},
     false,
     true},
    // CL_sRGBA
    {0x10C1,
     4,
     {ChannelSource::first, ChannelSource::second, ChannelSource::third, ChannelSource::fourth},
     {ChannelSource::first, ChannelSource::second, ChannelSource::third, ChannelSource::fourth},
     false,
     true},
    // CL_sBGRA
    {0x10C2,
     4,
     {ChannelSource::third, ChannelSource::second, ChannelSource::first, ChannelSource::fourth},
     {ChannelSource::third, ChannelSource::second, ChannelSource::first, ChannelSource::fourth},
     false,
     true},
    // CL_ABGR
    {0x10C3,
     4,
     {ChannelSource::fourth, ChannelSource::third, ChannelSource::second, ChannelSource::first},
     {ChannelSource::fourth, ChannelSource::third, ChannelSource::second, ChannelSource::first},
     false},
};

inline constexpr uint32_t first_channel_order = 0x10B0;
/// CL_RGBA, which is also the order of color components in kernels.
inline constexpr uint32_t rgba_channel_order = 0x10B5;
inline constexpr uint32_t channel_order_count =
    sizeof(channel_layouts) / sizeof(channel_layouts[0]);
inline constexpr uint32_t first_channel_type = 0x10D0;
/// Up to the last type; some values in between are no types.
inline constexpr uint32_t channel_type_count = 22;

/// NULL if there is no such order.
constexpr const ChannelLayout *channel_layout(uint32_t order) {
  const uint32_t index = order - first_channel_order;
  return index < channel_order_count && channel_layouts[index].channels != 0
             ? &channel_layouts[index]
             : nullptr;
}

/// Whether red, green and blue of a pixel share one word, red in its upper bits.
constexpr bool is_packed_rgb(ChannelType type) {
  return type == ChannelType::unorm_565 || type == ChannelType::unorm_555 ||
         type == ChannelType::unorm_101010;
}

/// Whether all channels of a pixel share one word, the first one in its upper bits.
constexpr bool is_packed(ChannelType type) {
  return is_packed_rgb(type) || type == ChannelType::unorm_101010_2 ||
         type == ChannelType::unorm_2_101010;
}

/// Size of a channel, or of the word that all channels of a packed type share, in bytes; 0 if there
/// is no such type.
constexpr uint32_t channel_bytes(ChannelType type) {
  switch (type) {
    case ChannelType::snorm_int8:
    case ChannelType::unorm_int8:
    case ChannelType::signed_int8:
    case ChannelType::unsigned_int8:
      return 1;
    case ChannelType::snorm_int16:
    case ChannelType::unorm_int16:
    case ChannelType::unorm_565:
    case ChannelType::unorm_555:
    case ChannelType::signed_int16:
    case ChannelType::unsigned_int16:
    case ChannelType::half_float:
      return 2;
    case ChannelType::unorm_101010:
    case ChannelType::signed_int32:
    case ChannelType::unsigned_int32:
    case ChannelType::single_float:
    case ChannelType::unorm_101010_2:
    case ChannelType::unorm_2_101010:
      return 4;
  }
  return 0;
}

/// Whether there is a mux_image_format_e with these two halves.
constexpr bool is_image_format(uint32_t order, ChannelType type) {
  if (channel_layout(order) == nullptr || channel_bytes(type) == 0) {
    return false;
  }
  switch (order) {
    case 0x10B4:  // CL_RGB
    case 0x10BC:  // CL_RGBx
      return is_packed_rgb(type);
    case 0x10B5:  // CL_RGBA
      return !is_packed(type) || type == ChannelType::unorm_101010_2;
    case 0x10C3:  // CL_ABGR
      return !is_packed(type) || type == ChannelType::unorm_2_101010;
    case 0x10B8:  // CL_INTENSITY
    case 0x10B9:  // CL_LUMINANCE
      return type <= ChannelType::unorm_int16 || type == ChannelType::half_float ||
             type == ChannelType::single_float;
    case 0x10BD:  // CL_DEPTH
      return type == ChannelType::unorm_int16 || type == ChannelType::single_float;
    case 0x10BF:  // CL_sRGB
    case 0x10C0:  // CL_sRGBx
    case 0x10C1:  // CL_sRGBA
    case 0x10C2:  // CL_sBGRA
      return type == ChannelType::unorm_int8;
    default:
      return !is_packed(type);
  }
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

}  // namespace mux::compiler

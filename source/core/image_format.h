// What the pixel formats are: which exist, their channels and bytes.
//
// Pure functions of their arguments: no state, no allocation, no failure, any thread.
#pragma once

#include <mux/mux.h>

#include <array>
#include <cstddef>
#include <cstdint>

namespace mux::core {

// OpenCL's CL_R and so on: the lower half of a mux_image_format_e.
enum class ChannelOrder : uint32_t {
  r = 0x10B0,
  a = 0x10B1,
  rg = 0x10B2,
  ra = 0x10B3,
  rgb = 0x10B4,
  rgba = 0x10B5,
  bgra = 0x10B6,
  argb = 0x10B7,
  intensity = 0x10B8,
  luminance = 0x10B9,
  rx = 0x10BA,
  rgx = 0x10BB,
  rgbx = 0x10BC,
};

// OpenCL's CL_SNORM_INT8 and so on: the upper half of a mux_image_format_e.
enum class ChannelType : uint32_t {
  snorm8 = 0x10D0,
  snorm16 = 0x10D1,
  unorm8 = 0x10D2,
  unorm16 = 0x10D3,
  unorm565 = 0x10D4,
  unorm555 = 0x10D5,
  unorm101010 = 0x10D6,
  sint8 = 0x10D7,
  sint16 = 0x10D8,
  sint32 = 0x10D9,
  uint8 = 0x10DA,
  uint16 = 0x10DB,
  uint32 = 0x10DC,
  float16 = 0x10DD,
  float32 = 0x10DE,
};

inline constexpr size_t image_format_count = 110;

// A pixel has at most four channels of 32 bits.
inline constexpr uint32_t max_pixel_size = 16;

// All formats, in the order of their declaration.
const std::array<mux_image_format_e, image_format_count> &image_formats();

constexpr ChannelOrder channel_order(mux_image_format_e format) {
  return static_cast<ChannelOrder>(static_cast<uint32_t>(format) & 0xffff);
}

constexpr ChannelType channel_type(mux_image_format_e format) {
  return static_cast<ChannelType>(static_cast<uint32_t>(format) >> 16);
}

// The bytes of a pixel of the format with this number; 0 if no format has it. Padding channels
// count: R8G8Bx has three bytes.
uint32_t pixel_size(uint32_t format);

}  // namespace mux::core

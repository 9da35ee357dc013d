#include "gallium/kernels/abi.h"

#include <algorithm>

namespace mux::gallium {

PixelFormat pixel_format(const FormatInfo &format) {
  PixelFormat made{};
  std::ranges::copy(format.channel_types, made.type);
  std::ranges::copy(format.channel_offsets, made.offset);
  std::ranges::copy(format.channel_bits, made.bits);
  std::ranges::copy(format.channel_defaults, made.missing);
  made.block_bytes = format.block_bytes;
  made.is_srgb = format.is_srgb ? 1 : 0;
  return made;
}

}  // namespace mux::gallium

/// @file
/// The table of formats.
#pragma once

#include <mux/gallium/screen.h>

#include <cstdint>

namespace mux::gallium {

using FormatInfo = mux_gallium_format_info_t;

/// Returns a format's description, NULL if there is no such number.
const FormatInfo *find_format(uint32_t format) noexcept;
/// Returns a format's description; fails if there is no such number.
const FormatInfo &checked_format(uint32_t format);

/// Number of blocks that cover `pixels`.
constexpr uint64_t blocks_of(uint64_t pixels, uint32_t block) {
  return (pixels + block - 1) / block;
}

/// Whether the format's texels can be written one by one by a clear or a blit.
bool is_renderable(const FormatInfo &format) noexcept;
/// Whether texels of a compressed format can be decoded (gallium/blit/decompress.h).
bool is_decodable(uint32_t format) noexcept;
/// Whether it is a format of depth, of stencil or of both.
constexpr bool is_depth_stencil(const FormatInfo &format) noexcept {
  return format.has_depth || format.has_stencil;
}
/// Whether its texels are integers, which are not filtered.
bool is_integer(const FormatInfo &format) noexcept;
/// Whether a texture of format `one` may be viewed as `other`: the same channels at the same bits,
/// of any type, or one of its depth and stencil.
bool can_cast(const FormatInfo &one, const FormatInfo &other) noexcept;

}  // namespace mux::gallium

/// @file
/// Fills boxes of textures.
#pragma once

#include <array>

#include "gallium/context/context.h"

namespace mux::gallium {

/// What to write: numbers of the format's channels, and which channels, one bit each.
struct ClearColor {
  std::array<double, 4> channels{};
  uint32_t mask = 0xf;
};

/// The numbers of a color for a format.
ClearColor color_for(const FormatInfo &format, const mux_gallium_color_t &color);

/// Records a clear of a box of a level, which is written as `format`.
void clear_box(Context &context, Resource &resource, uint32_t level, const Box &box,
               const FormatInfo &format, const ClearColor &color);

/// Records a fill of blocks with a block of the resource's format.
void fill_box(Context &context, Resource &resource, const BlockBox &blocks, const void *block);

}  // namespace mux::gallium

/// @file
/// Validation rules for images: formats, memory layouts, and boxes of commands; see validation.h
/// for how checks work.
#pragma once

#include <mux/mux.h>

#include <cstdint>

#include "core/call.h"
#include "core/image_layout.h"

namespace mux::core::check {

struct LayoutRules {
  const char *row_size;
  const char *slice_size;
  /// Total size.
  const char *size;
};

/// Checks that the format is a mux_image_format_e. The value must not be read before this check.
bool image_format(Call &call, const char *rule, const mux_image_format_e &format);

/// Checks row pitch, slice pitch and total size.
bool image_layout(Call &call, const LayoutRules &rules, mux_image_type_e type, uint32_t pixel_size,
                  const mux_extent_3d_t &extent, const ImagePitches &pitches);

/// Checks that no extent of a box is 0.
bool extent_not_empty(Call &call, const char *rule, const mux_extent_3d_t &extent);

/// Checks that the box of `extent` pixels at `offset` is within the image, with array layers as the
/// last axis.
bool image_box(Call &call, const char *rule, const char *offset_name, mux_image_t image,
               const mux_offset_3d_t &offset, const mux_extent_3d_t &extent);

}  // namespace mux::core::check

/// @file
/// The rules about images: their formats, where their pixels lie, and the boxes that commands name;
/// see validation.h for how checks work.
#pragma once

#include <mux/mux.h>

#include <cstdint>

#include "core/call.h"
#include "core/image_layout.h"

namespace mux::core::check {

struct LayoutRules {
  const char *row_size;
  const char *slice_size;
  /// The bytes of the whole.
  const char *size;
};

/// The format is one of mux_image_format_e, and nobody may look at the value before this check.
bool image_format(Call &call, const char *rule, const mux_image_format_e &format);

/// Pixels can lie at these pitches.
bool image_layout(Call &call, const LayoutRules &rules, mux_image_type_e type, uint32_t pixel_size,
                  const mux_extent_3d_t &extent, const ImagePitches &pitches);

/// A box has pixels.
bool extent_not_empty(Call &call, const char *rule, const mux_extent_3d_t &extent);

/// The box at `offset` of `extent` pixels lies in the image, array layers counting as its last
/// axis.
bool image_box(Call &call, const char *rule, const char *offset_name, mux_image_t image,
               const mux_offset_3d_t &offset, const mux_extent_3d_t &extent);

}  // namespace mux::core::check

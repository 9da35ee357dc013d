#include "core/image_checks.h"

#include <cinttypes>
#include <cstring>

#include "core/validation.h"
#include "formats/image_format.h"

namespace mux::core::check {

bool image_format(Call &call, const char *rule, const mux_image_format_e &format) {
  uint32_t value = 0;
  static_assert(sizeof(value) == sizeof(format));
  std::memcpy(&value, &format, sizeof(value));
  return formats::pixel_bytes(value) != 0 ||
         call.fail(rule, mux_error_invalid_value,
                   "format is 0x%08" PRIx32 ", which is not a format", value);
}

bool image_layout(Call &call, const LayoutRules &rules, mux_image_type_e type, uint32_t pixel_size,
                  const mux_extent_3d_t &extent, const ImagePitches &pitches) {
  ImageLayout layout;
  switch (make_image_layout(type, pixel_size, extent, pitches, &layout)) {
    case LayoutFault::row_size:
      return call.fail(rules.row_size, mux_error_invalid_value,
                       "row_size is %" PRIu64 ", which must be 0 or a multiple of %" PRIu32
                       " and at least the %zu pixels of %" PRIu32 " bytes of a row",
                       pitches.row_size, pitches.granularity, extent.x, pixel_size);
    case LayoutFault::slice_size:
      return call.fail(rules.slice_size, mux_error_invalid_value,
                       "slice_size is %" PRIu64 ", which must be 0 or a multiple of %" PRIu32
                       " and at least the rows of a slice",
                       pitches.slice_size, pitches.granularity);
    case LayoutFault::size:
      return call.fail(rules.size, mux_error_invalid_value,
                       "the size of %zu by %zu by %zu pixels does not fit 64 bits", extent.x,
                       extent.y, extent.z);
    case LayoutFault::none:
      break;
  }
  return true;
}

bool extent_not_empty(Call &call, const char *rule, const mux_extent_3d_t &extent) {
  return not_zero(call, rule, "extent.x", extent.x) && not_zero(call, rule, "extent.y", extent.y) &&
         not_zero(call, rule, "extent.z", extent.z);
}

bool image_box(Call &call, const char *rule, const char *offset_name, mux_image_t image,
               const mux_offset_3d_t &offset, const mux_extent_3d_t &extent) {
  const mux_extent_3d_t whole = box_extent(image->type, image->size, image->array_layers);
  return end_within(call, rule,
                    {offset_name, offset.x, "extent.x", extent.x, "the image's width of", whole.x,
                     "pixels"}) &&
         end_within(call, rule,
                    {offset_name, offset.y, "extent.y", extent.y, "the image's height of", whole.y,
                     "pixels"}) &&
         end_within(call, rule,
                    {offset_name, offset.z, "extent.z", extent.z, "the image's depth of", whole.z,
                     "pixels"});
}

}  // namespace mux::core::check

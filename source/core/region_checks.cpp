#include "core/region_checks.h"

#include <algorithm>
#include <cinttypes>

#include "core/strided_box.h"

namespace mux::core::check {
namespace {

bool box_of(const mux_buffer_region_info_t &info, RegionSide side, StridedBox *out_box) {
  return side == RegionSide::source
             ? make_strided_box(info.region, info.src_origin, info.src_desc, out_box)
             : make_strided_box(info.region, info.dst_origin, info.dst_desc, out_box);
}

const char *name_of(RegionSide side) {
  return side == RegionSide::source ? "src" : "dst";
}

bool pitches_hold(Call &call, const char *rule, uint64_t index, const mux_extent_3d_t &region,
                  const mux_extent_2d_t &desc, RegionSide side) {
  return (desc.x >= region.x && desc.y >= region.y) ||
         call.fail(rule, mux_error_invalid_value,
                   "regions[%" PRIu64 "].%s_desc is (%zu, %zu), less than the region (%zu, %zu)",
                   index, name_of(side), desc.x, desc.y, region.x, region.y);
}

}  // namespace

bool regions(Call &call, const RegionListRules &rules, const mux_buffer_region_info_t *regions,
             uint64_t length) {
  if (regions == nullptr) {
    return call.fail(rules.null, mux_error_invalid_value, "regions is NULL");
  }
  if (length == 0) {
    return call.fail(rules.length, mux_error_invalid_value, "regions_length is 0");
  }
  for (uint64_t index = 0; index < length; ++index) {
    const mux_buffer_region_info_t &info = regions[index];
    if (info.region.x == 0 || info.region.y == 0 || info.region.z == 0) {
      return call.fail(rules.zero, mux_error_invalid_value,
                       "regions[%" PRIu64 "].region is (%zu, %zu, %zu), no extent may be 0", index,
                       info.region.x, info.region.y, info.region.z);
    }
    if (!pitches_hold(call, rules.desc, index, info.region, info.src_desc, RegionSide::source) ||
        !pitches_hold(call, rules.desc, index, info.region, info.dst_desc,
                      RegionSide::destination)) {
      return false;
    }
  }
  return true;
}

bool regions_within(Call &call, const RegionBoundsRules &rules,
                    const mux_buffer_region_info_t *regions, uint64_t length, RegionSide side,
                    uint64_t size) {
  for (uint64_t index = 0; index < length; ++index) {
    StridedBox box;
    if (!box_of(regions[index], side, &box)) {
      return call.fail(rules.end, mux_error_invalid_value,
                       "regions[%" PRIu64 "] reaches beyond 64-bit addresses on the %s side", index,
                       name_of(side));
    }
    if (box.first > size) {
      return call.fail(rules.origin, mux_error_invalid_value,
                       "regions[%" PRIu64 "].%s_origin is at byte %" PRIu64
                       ", beyond the buffer's %" PRIu64 " bytes",
                       index, name_of(side), box.first, size);
    }
    const uint64_t end = end_of(box);
    if (end - box.first > size) {
      return call.fail(rules.size, mux_error_invalid_value,
                       "regions[%" PRIu64 "] spans %" PRIu64
                       " bytes on the %s side, more than "
                       "the buffer's %" PRIu64,
                       index, end - box.first, name_of(side), size);
    }
    if (end > size) {
      return call.fail(rules.end, mux_error_invalid_value,
                       "regions[%" PRIu64 "] ends at byte %" PRIu64
                       " on the %s side, beyond the buffer's %" PRIu64 " bytes",
                       index, end, name_of(side), size);
    }
  }
  return true;
}

bool regions_disjoint(Call &call, const char *rule, const mux_buffer_region_info_t *regions,
                      uint64_t length, RegionSide side) {
  // Regions are usually in ascending order; one that starts after all previous ones cannot overlap.
  uint64_t end_of_all = 0;
  for (uint64_t index = 0; index < length; ++index) {
    StridedBox box;
    box_of(regions[index], side, &box);
    if (box.first < end_of_all) {
      for (uint64_t earlier = 0; earlier < index; ++earlier) {
        StridedBox other;
        box_of(regions[earlier], side, &other);
        if (overlap(other, box)) {
          return call.fail(rule, mux_error_invalid_value,
                           "regions[%" PRIu64 "] and regions[%" PRIu64 "] overlap on the %s side",
                           earlier, index, name_of(side));
        }
      }
    }
    end_of_all = std::max(end_of_all, end_of(box));
  }
  return true;
}

}  // namespace mux::core::check

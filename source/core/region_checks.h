/// @file
/// Validation rules for regions of muxCommandReadBufferRegions(), muxCommandWriteBufferRegions()
/// and muxCommandCopyBufferRegions(); see validation.h for how checks work.
///
/// A region is region.z slices of region.y rows of region.x bytes. On each side it has a row pitch
/// desc.x and a slice pitch desc.y in bytes, and an origin.
#pragma once

#include <mux/mux.h>

#include <cstdint>

#include "core/call.h"

namespace mux::core::check {

enum class RegionSide { source, destination };

struct RegionListRules {
  const char *null;
  const char *length;
  const char *zero;
  const char *desc;
};

/// Rules for one side of regions in a buffer.
struct RegionBoundsRules {
  const char *origin;
  const char *size;
  const char *end;
};

/// Checks that the list is not empty, no extent is 0, and no pitch is less than the extent it
/// covers.
bool regions(Call &call, const RegionListRules &rules, const mux_buffer_region_info_t *regions,
             uint64_t length);

/// Checks that every region is within `size` bytes on `side`; UINT64_MAX for memory of unknown
/// size.
bool regions_within(Call &call, const RegionBoundsRules &rules,
                    const mux_buffer_region_info_t *regions, uint64_t length, RegionSide side,
                    uint64_t size);

/// Checks that no two regions overlap on `side`. Precondition: regions_within() passed.
bool regions_disjoint(Call &call, const char *rule, const mux_buffer_region_info_t *regions,
                      uint64_t length, RegionSide side);

}  // namespace mux::core::check

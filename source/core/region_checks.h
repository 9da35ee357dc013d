/// @file
/// The rules about the regions of muxCommandReadBufferRegions(), muxCommandWriteBufferRegions() and
/// muxCommandCopyBufferRegions(); see validation.h for how checks work.
///
/// A region is region.z slices of region.y rows of region.x bytes. On each side it lies in memory
/// with a row pitch desc.x and a slice pitch desc.y, both in bytes, shifted by the origin.
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

/// What a side of all regions must keep to inside a buffer.
struct RegionBoundsRules {
  const char *origin;
  const char *size;
  const char *end;
};

/// The list is there, no region is empty, and no pitch is below the extent it steps over.
bool regions(Call &call, const RegionListRules &rules, const mux_buffer_region_info_t *regions,
             uint64_t length);

/// On `side` every region lies within `size` bytes; UINT64_MAX for memory of unknown size.
bool regions_within(Call &call, const RegionBoundsRules &rules,
                    const mux_buffer_region_info_t *regions, uint64_t length, RegionSide side,
                    uint64_t size);

/// On `side` no two regions have a byte in common. The regions passed regions_within().
bool regions_apart(Call &call, const char *rule, const mux_buffer_region_info_t *regions,
                   uint64_t length, RegionSide side);

}  // namespace mux::core::check

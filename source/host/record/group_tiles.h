/// @file
/// Into tiles of how many work-groups an ND-range is cut.

#pragma once

#include <cstdint>

namespace mux::host {

struct NdRangeRecord;

/// Groups of a tile, so that compute units share them out well: at least 1.
///
/// Groups that may run as one (KernelDescription::ignores_groups) are cut between rows where rows
/// are short, and otherwise where packets end, or at least vectors: of what is cut elsewhere lanes
/// stay empty, at each cut.
uint64_t groups_of_tile(const NdRangeRecord &record, uint64_t compute_units);

}  // namespace mux::host

/// @file
/// Division of ND-ranges into tiles of work-groups.

#pragma once

#include <cstdint>

namespace mux::host {

struct NdRangeRecord;

/// Returns the number of groups of a tile, at least 1, chosen to balance the load of compute units.
///
/// Where adjacent groups may run as one (KernelDescription::is_group_independent), short rows are
/// not cut, and long ones are cut at multiples of packets, or at least of vectors, since other cuts
/// leave lanes empty.
uint64_t groups_of_tile(const NdRangeRecord &record, uint64_t compute_units);

}  // namespace mux::host

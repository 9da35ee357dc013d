/// @file
/// Checks ND-ranges when they are recorded or updated.
#pragma once

#include <mux/mux.h>

#include "host/record/recorded_command.h"

namespace mux::host {

class Arena;
class Kernel;

/// Checks sizes and descriptors against the kernel, chooses its code and computes its scratch
/// memory. May compile. Sets the error text on failure.
/// @param arena where the descriptors are copied to. If it is NULL, or an allocation fails, the
/// record's descriptors are NULL, which is not an error here.
mux_result_t check_nd_range(const Kernel &kernel, const mux_ndrange_options_t &options,
                            Arena *arena, NdRangeRecord &record);

/// Chooses code for a record again, after properties of its arguments in `range` have changed. May
/// compile. Sets the error text on failure.
mux_result_t rechoose_code(NdRangeRecord &record);

}  // namespace mux::host

/// @file
/// ND-ranges as they are recorded, and as they become by an update.
#pragma once

#include <mux/mux.h>

#include "host/record/recorded_command.h"

namespace mux::host {

class Kernel;

/// Checks sizes and descriptors against the kernel, chooses its code and lays out its scratch
/// memory: fills in everything but the descriptors. May compile. If it fails, the text of the error
/// is set.
mux_result_t check_nd_range(const Kernel &kernel, const mux_ndrange_options_t &options,
                            NdRangeRecord &record);

/// Chooses code for a record anew, once its range says something else of its arguments. May
/// compile. If it fails, the text of the error is set.
mux_result_t choose_code_again(NdRangeRecord &record);

}  // namespace mux::host

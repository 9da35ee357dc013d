/// @file
/// Matches parameters of kernels by name.
#pragma once

#include "gallium/state/compute_state.h"

namespace mux::gallium {

/// What a parameter gets. Fails with its name if there is nothing of that name, the slot is beyond
/// the limits, or it is of another type.
Parameter match_parameter(const mux_gallium_screen_info_t &limits, const std::string &kernel,
                          const mux_kernel_argument_info_t &argument);

}  // namespace mux::gallium

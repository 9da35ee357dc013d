/// @file
/// The clock of event profiling.
#pragma once

#include "opencl/headers/opencl.h"

namespace mux::opencl {

/// Nanoseconds of CLOCK_MONOTONIC, the clock of mux command completions.
cl_ulong now();

}  // namespace mux::opencl

/// @file
/// The time that events are measured by.
#pragma once

#include "opencl/headers/opencl.h"

namespace mux::opencl {

/// Nanoseconds of CLOCK_MONOTONIC, as mux tells when commands start and end.
cl_ulong now();

}  // namespace mux::opencl

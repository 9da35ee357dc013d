/// @file
/// The kernels of the Gallium layer: OpenCL C, embedded.
#pragma once

namespace mux::gallium {

extern const char *const kernel_source;

}  // namespace mux::gallium

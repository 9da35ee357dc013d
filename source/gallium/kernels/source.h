/// @file
/// The kernels of the Gallium layer: OpenCL C, embedded.
#pragma once

namespace mux::gallium {

/// Clears and blits.
extern const char *const kernel_source;
/// Decoders of compressed textures.
extern const char *const decompression_source;

}  // namespace mux::gallium

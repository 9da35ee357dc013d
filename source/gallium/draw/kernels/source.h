/// @file
/// The kernels of draws: OpenCL C, embedded.
#pragma once

namespace mux::gallium {

/// The kernels of draws.
extern const char *const draw_vertices_source;
extern const char *const draw_stream_output_source;
extern const char *const draw_setup_source;
extern const char *const draw_tiles_source;

}  // namespace mux::gallium

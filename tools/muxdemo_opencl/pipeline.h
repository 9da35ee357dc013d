/// @file
/// The pipeline of photo.cl in an OpenCL 1.2 program, with kernels in OpenCL C 3.0.

#pragma once

#include <functional>

#include "muxdemo/developed.h"

namespace mux::demo {

/// Compiles the kernels, and runs the pipeline `repeat` times, at least once, on the first device
/// of the first platform.
///
/// @param before_run is called before each run with its index.
/// Throws std::runtime_error on failure, with the build log for build errors.
Developed develop_with_opencl(const Picture &picture, unsigned repeat,
                              const std::function<void(unsigned)> &before_run, Timings &timings,
                              UsedDevice &device);

}  // namespace mux::demo

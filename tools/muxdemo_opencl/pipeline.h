/// @file
/// The pipeline of photo.cl as a program of OpenCL 1.2 runs it, with kernels in OpenCL C 3.0.

#pragma once

#include <functional>

#include "muxdemo/developed.h"

namespace mux::demo {

/// Compiles the kernels, and enqueues all of them `repeat` times, at least once, on the first
/// device of the first platform.
///
/// @param before_run is called before each run with its number, from 0 on.
/// Throws std::runtime_error if anything fails, with the build log if that is a build.
Developed develop_with_opencl(const Picture &picture, unsigned repeat,
                              const std::function<void(unsigned)> &before_run, Timings &timings,
                              UsedDevice &device);

}  // namespace mux::demo

/// @file
/// The pipeline of photo.cl as one mux command buffer.

#pragma once

#include <functional>
#include <mux/mux.hpp>

#include "muxdemo/developed.h"

namespace mux::demo {

/// Compiles the kernels, records them once and dispatches them `repeat` times, at least once.
///
/// @param before_run is called before each run with its index.
/// Throws mux::Error on failure.
Developed develop(const Device &device, const Picture &picture, unsigned repeat,
                  const std::function<void(unsigned)> &before_run, Timings &timings);

}  // namespace mux::demo

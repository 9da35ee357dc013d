/// @file
/// The pipeline of photo.cl on a device, in one command buffer.

#pragma once

#include <chrono>
#include <functional>
#include <mux/mux.hpp>
#include <string>
#include <vector>

#include "muxdemo/picture.h"

namespace mux::demo {

/// Everything the pipeline computes.
struct Developed {
  std::vector<float> luminance;
  std::vector<float> blurred;
  std::vector<float> gradient;
  Picture picture;
};

struct StageTime {
  std::string name;
  std::chrono::nanoseconds time;
};

struct Timings {
  std::chrono::nanoseconds compile;
  std::chrono::nanoseconds load;
  /// Of the fastest run: each stage from the end of the one before it, and the run as a whole, from
  /// before the dispatch until after the wait.
  std::vector<StageTime> stages;
  std::chrono::nanoseconds whole;
};

/// Compiles the kernels, records them once and runs them `repeat` times, at least once.
///
/// @param before_run is called before each run with its number, from 0 on.
/// Throws mux::Error if anything fails.
Developed develop(const Device &device, const Picture &picture, unsigned repeat,
                  const std::function<void(unsigned)> &before_run, Timings &timings);

}  // namespace mux::demo

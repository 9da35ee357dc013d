/// @file
/// What comes of a pipeline, however it was run.

#pragma once

#include <chrono>
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

/// Who ran it.
struct UsedDevice {
  std::string name;
  unsigned compute_units;
};

}  // namespace mux::demo

/// @file
/// Results and times of a pipeline.

#pragma once

#include <chrono>
#include <string>
#include <vector>

#include "muxdemo/picture.h"

namespace mux::demo {

/// All results of the pipeline.
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
  /// Of the fastest run: each stage from the end of the previous one, and the whole run from before
  /// the dispatch until after the wait.
  std::vector<StageTime> stages;
  std::chrono::nanoseconds whole;
};

/// The device that ran the pipeline.
struct UsedDevice {
  std::string name;
  unsigned compute_units;
};

}  // namespace mux::demo

/// @file
/// What the demo prints about its run.

#pragma once

#include <string>

#include "muxdemo/difference.h"
#include "muxdemo/pipeline.h"

namespace mux::demo {

struct Report {
  std::string input;
  std::string output;
  const Picture &picture;
  const mux_device_info_s &device;
  unsigned runs;
  const Timings &timings;
  /// How long the plain computation took.
  std::chrono::nanoseconds plain_time;
  Difference difference;
};

std::string report_text(const Report &report);

}  // namespace mux::demo

/// @file
/// What the demo prints about its run.

#pragma once

#include <string>

#include "muxdemo/developed.h"
#include "muxdemo/difference.h"

namespace mux::demo {

struct Report {
  std::string input;
  std::string output;
  const Picture &picture;
  UsedDevice device;
  /// What the stages were run by.
  std::string way;
  unsigned runs;
  const Timings &timings;
  /// How long the plain computation took.
  std::chrono::nanoseconds plain_time;
  Difference difference;
};

std::string report_text(const Report &report);

}  // namespace mux::demo

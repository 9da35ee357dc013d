/// @file
/// The report of a run.

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
  /// How the stages were executed, such as "one command buffer".
  std::string way;
  unsigned runs;
  const Timings &timings;
  /// The time of the plain C++ reference.
  std::chrono::nanoseconds plain_time;
  Difference difference;
};

std::string report_text(const Report &report);

}  // namespace mux::demo

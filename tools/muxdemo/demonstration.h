/// @file
/// Common code of muxdemo and muxdemo_opencl, with the pipeline as a parameter.

#pragma once

#include <functional>
#include <string>

#include "muxdemo/developed.h"

namespace mux::demo {

/// Develops a picture `repeat` times, and returns the results and the device.
using Develop = std::function<Developed(const Picture &picture, unsigned repeat,
                                        const std::function<void(unsigned)> &before_run,
                                        Timings &timings, UsedDevice &device)>;

struct Demonstration {
  /// The program's name and the description for its help.
  std::string name;
  std::string purpose;
  /// How the stages are executed, for the report.
  std::string way;
  Develop develop;
};

/// Reads the command line and the photograph, develops it, checks every stage against the plain C++
/// reference and writes the result.
///
/// @return the program's exit code. Does not throw.
int run(const Demonstration &demonstration, int argc, const char *const *argv) noexcept;

}  // namespace mux::demo

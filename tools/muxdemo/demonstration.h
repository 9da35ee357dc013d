/// @file
/// A program that develops a photograph, but for what develops it.

#pragma once

#include <functional>
#include <string>

#include "muxdemo/developed.h"

namespace mux::demo {

/// Develops a picture `repeat` times, and tells which device did.
using Develop = std::function<Developed(const Picture &picture, unsigned repeat,
                                        const std::function<void(unsigned)> &before_run,
                                        Timings &timings, UsedDevice &device)>;

struct Demonstration {
  /// The program's name, and what its help says.
  std::string name;
  std::string purpose;
  /// What the stages are run by, for the report.
  std::string way;
  Develop develop;
};

/// Reads the command line and the photograph, develops it, checks every stage against plain C++ and
/// writes the result.
///
/// @return the program's exit code. Throws nothing.
int run(const Demonstration &demonstration, int argc, const char *const *argv) noexcept;

}  // namespace mux::demo

// `muxbench math`: processor time in nanoseconds for each result of each mathematical function, on
// Mux, with SLEEF's vector functions, with the C library in a loop, and on other OpenCL
// implementations. Processor time does not depend on threads or other programs.
#pragma once

#include <string>

#include "common/argument_parser.h"
#include "muxbench/measure.h"

namespace mux::bench {

struct MathOptions {
  std::string filter = ".*";
  // Options of the program.
  bool json = false;
  bool list = false;
  Effort effort;
};

// Adds the command with its own options.
tools::ArgumentParser add_math_command(tools::ArgumentParser &program, MathOptions &options);

// Changes MUX_COMPUTE_UNITS and PoCL's variables in the environment of this process.
// Returns the exit code. Throws UsageError, std::regex_error, mux::Error or OpenClError.
int run_math(const MathOptions &options);

}  // namespace mux::bench

// `muxbench math`: processor time in nanoseconds for each result of each mathematical function, on
// Mux, with SLEEF's vector functions, with the C library in a loop, and on other OpenCL
// implementations. Processor time does not depend on threads or other programs.
#pragma once

#include <string>

#include "muxbench/measure.h"

namespace CLI {
class App;
}

namespace mux::bench {

struct MathOptions {
  std::string filter = ".*";
  // Options of the program.
  bool json = false;
  bool list = false;
  Effort effort;
};

// Adds the command with its own options.
CLI::App *add_math_command(CLI::App &app, MathOptions &options);

// Changes MUX_COMPUTE_UNITS and PoCL's variables in the environment of this process.
// Returns the exit code. Throws UsageError, std::regex_error, mux::Error or OpenClError.
int run_math(const MathOptions &options);

}  // namespace mux::bench

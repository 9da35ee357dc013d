// `muxbench math`: nanoseconds for one result of each mathematical function, on Mux, by SLEEF's
// vectors, by the C library in a loop, and on the other OpenCL implementations; of the processor's
// time, so that neither threads nor other programs count.
#pragma once

#include <string>

#include "muxbench/measure.h"

namespace CLI {
class App;
}

namespace mux::bench {

struct MathOptions {
  std::string filter = ".*";
  // Those of the program.
  bool json = false;
  bool list = false;
  Effort effort;
};

// Adds the command, with all options that are its own.
CLI::App *add_math_command(CLI::App &app, MathOptions &options);

// Changes MUX_COMPUTE_UNITS and what PoCL reads in the environment of this process.
// Returns the exit code. Throws UsageError, std::regex_error, mux::Error or OpenClError.
int run_math(const MathOptions &options);

}  // namespace mux::bench

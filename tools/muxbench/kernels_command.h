// `muxbench kernels`: one kernel of each class on Mux, on other OpenCL implementations and
// hand-written, measured in turn; their results are compared first.
#pragma once

#include <string>
#include <vector>

#include "common/argument_parser.h"
#include "muxbench/kernels.h"
#include "muxbench/measure.h"

namespace mux::bench {

struct KernelsOptions {
  std::string filter = ".*";
  bool quick = false;
  // The only runtime to measure: "mux", "opencl" or "cpp"; empty for all.
  std::string runtime;
  // The instruction set level of the hand-written kernels; empty for the best.
  std::string level;
  // Options of the program.
  bool json = false;
  bool list = false;
  Effort effort;
};

// The classes whose names match. Throws UsageError if none does, or std::regex_error.
std::vector<KernelClass> wanted_kernel_classes(const std::string &pattern);

// Adds the command with its own options.
tools::ArgumentParser add_kernels_command(tools::ArgumentParser &program, KernelsOptions &options);

// Returns the exit code. Throws UsageError, std::regex_error, mux::Error or OpenClError.
int run_kernels(const KernelsOptions &options);

}  // namespace mux::bench

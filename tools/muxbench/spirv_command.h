// `muxbench spirv`: compares the kernels of `muxbench kernels` from SPIR-V with those from OpenCL
// C: run time, and time to translate the module or compile the source.
#pragma once

#include <string>

#include "common/argument_parser.h"
#include "muxbench/measure.h"

namespace mux::bench {

struct SpirvOptions {
  std::string filter = ".*";
  // Programs that translate the kernels; searched in PATH.
  std::string clang = "clang-15";
  std::string translator = "llvm-spirv-15";
  // Options of the program.
  bool json = false;
  Effort effort;
};

// Adds the command with its own options.
tools::ArgumentParser add_spirv_command(tools::ArgumentParser &program, SpirvOptions &options);

// Changes MUX_COMPUTE_UNITS in the environment of this process.
// Returns the exit code. Throws UsageError, std::regex_error or mux::Error.
int run_spirv(const SpirvOptions &options);

}  // namespace mux::bench

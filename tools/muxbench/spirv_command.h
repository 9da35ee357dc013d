// `muxbench spirv`: the kernels of `muxbench kernels` from SPIR-V beside the same from OpenCL C,
// and reading the module beside compiling the source.
#pragma once

#include <string>

#include "muxbench/measure.h"

namespace CLI {
class App;
}

namespace mux::bench {

struct SpirvOptions {
  std::string filter = ".*";
  // What translates the kernels; found as a shell finds programs.
  std::string clang = "clang-15";
  std::string translator = "llvm-spirv-15";
  // Those of the program.
  bool json = false;
  Effort effort;
};

// Adds the command, with all options that are its own.
CLI::App *add_spirv_command(CLI::App &app, SpirvOptions &options);

// Changes MUX_COMPUTE_UNITS in the environment of this process.
// Returns the exit code. Throws UsageError, std::regex_error or mux::Error.
int run_spirv(const SpirvOptions &options);

}  // namespace mux::bench

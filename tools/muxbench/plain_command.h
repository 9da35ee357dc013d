// `muxbench plain`: small kernels of many kinds, measured in turn as vectorized code, as loops over
// work-items and one work-item at a time; their results are compared first, bit for bit.
#pragma once

#include <string>

#include "common/argument_parser.h"
#include "muxbench/measure.h"

namespace mux::bench {

struct PlainOptions {
  std::string filter = ".*";
  bool quick = false;
  // Options of the program.
  bool json = false;
  bool list = false;
  Effort effort;
};

// Adds the command with its own options.
tools::ArgumentParser add_plain_command(tools::ArgumentParser &program, PlainOptions &options);

// Changes MUX_VECTOR_WIDTH and MUX_SPECIALIZE in the environment of this process.
// Returns the exit code. Throws UsageError, std::regex_error or mux::Error.
int run_plain(const PlainOptions &options);

}  // namespace mux::bench

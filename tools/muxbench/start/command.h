// `muxbench start`: the time from program start to the first kernel's end, by stages, on Mux and on
// other OpenCL implementations, with empty caches and with caches filled by a previous start. Each
// start is a process of its own.
#pragma once

#include <string>

#include "common/argument_parser.h"
#include "muxbench/measure.h"

namespace mux::bench {

struct StartOptions {
  std::string filter = ".*";
  // Internal: the request in a process that this command started (request.h).
  std::string process;
  // Options of the program.
  bool json = false;
  Effort effort;
};

// Adds the command with its own options.
tools::ArgumentParser add_start_command(tools::ArgumentParser &program, StartOptions &options);

// Returns the exit code. Throws UsageError, std::regex_error, or ProcessError if a start on Mux
// fails; implementations that fail are skipped, with a line for each. With `process`, throws as
// answer_request().
int run_start(const StartOptions &options);

}  // namespace mux::bench

// `muxbench start`: what the start of a program takes, stage by stage, on Mux and on every other
// OpenCL implementation, with an empty cache and with what a start before left there. Each start is
// a process of its own.
#pragma once

#include <string>

#include "muxbench/measure.h"

namespace CLI {
class App;
}

namespace mux::bench {

struct StartOptions {
  std::string filter = ".*";
  // In processes that this command started itself: what they are asked for (request.h).
  std::string process;
  // Those of the program.
  bool json = false;
  Effort effort;
};

// Adds the command, with all options that are its own.
CLI::App *add_start_command(CLI::App &app, StartOptions &options);

// Returns the exit code. Throws UsageError, std::regex_error, or ProcessError if a start on Mux
// fails; others that fail are left out, with a line for each. With `process`, throws what
// answer_request() does.
int run_start(const StartOptions &options);

}  // namespace mux::bench

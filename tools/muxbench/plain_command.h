// `muxbench plain`: small kernels of many kinds, as the vectorizer runs them, as plain loops and
// one work-item at a time, measured in turn; their results are compared first, bit for bit.
#pragma once

#include <string>

#include "muxbench/measure.h"

namespace CLI {
class App;
}

namespace mux::bench {

struct PlainOptions {
  std::string filter = ".*";
  bool quick = false;
  // Those of the program.
  bool json = false;
  bool list = false;
  Effort effort;
};

// Adds the command, with all options that are its own.
CLI::App *add_plain_command(CLI::App &app, PlainOptions &options);

// Changes MUX_VECTOR_WIDTH and MUX_SPECIALIZE of this process.
// Returns the exit code. Throws UsageError, std::regex_error or mux::Error.
int run_plain(const PlainOptions &options);

}  // namespace mux::bench

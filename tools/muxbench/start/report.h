// Prints start times as a table in milliseconds, or as JSON.
#pragma once

#include <cstdio>
#include <optional>
#include <string>
#include <vector>

#include "muxbench/start/figures.h"

namespace mux::bench {

// Start times of a kernel on one runtime.
struct StartRow {
  std::string name;
  std::string runtime;
  // With empty caches, and with the caches filled by a cold start.
  Start cold;
  Start warm;
  // Only for Mux.
  std::optional<CompileStages> stages;
};

void print_start_heading(std::FILE *out);
void print_start_row(std::FILE *out, const StartRow &row);
// Prints the ratios of other implementations' process times to Mux's: geometric means over the
// kernels that both have run. The rows of a kernel must be adjacent, with Mux first.
void print_start_means(std::FILE *out, const std::vector<StartRow> &rows);
void print_start_json(std::FILE *out, const std::vector<StartRow> &rows);

}  // namespace mux::bench

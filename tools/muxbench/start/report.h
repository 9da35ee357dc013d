// Prints what starts take: a table for people, in milliseconds, and JSON.
#pragma once

#include <cstdio>
#include <optional>
#include <string>
#include <vector>

#include "muxbench/start/figures.h"

namespace mux::bench {

// A kernel's starts on one runtime.
struct StartRow {
  std::string name;
  std::string runtime;
  // With nothing in any cache, and with what a cold start left there.
  Start cold;
  Start warm;
  // Mux's alone.
  std::optional<CompileStages> stages;
};

void print_start_heading(std::FILE *out);
void print_start_row(std::FILE *out, const StartRow &row);
// How many times as long others' processes take, in the mean of the kernels that both have run.
// The rows of a kernel are next to each other, Mux's first.
void print_start_means(std::FILE *out, const std::vector<StartRow> &rows);
void print_start_json(std::FILE *out, const std::vector<StartRow> &rows);

}  // namespace mux::bench

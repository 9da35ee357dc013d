// Prints comparisons as text, or as JSON: a list of {name, ours_ns, yardstick, yardstick_ns,
// ratio}.
#pragma once

#include <cstdio>
#include <vector>

#include "muxbench/measure.h"

namespace mux::bench {

void print_table_line(std::FILE *out, const Comparison &comparison);
void print_json(std::FILE *out, const std::vector<Comparison> &comparisons);

}  // namespace mux::bench

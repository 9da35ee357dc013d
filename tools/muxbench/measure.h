// Measures the rows: each yardstick in turn with Mux, in alternation, because the speed of a shared
// machine drifts.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "muxbench/row.h"

namespace mux::bench {

// Nanoseconds for one unit of a row's work: the medians of all repetitions.
struct Comparison {
  std::string name;
  std::string unit;
  double ours_ns;
  std::string yardstick;
  double yardstick_ns;

  double ratio() const { return yardstick_ns / ours_ns; }
};

struct Effort {
  int repetitions = 15;
  // Of one repetition.
  double seconds = 0.05;
};

// Measures a row that has been set up.
std::vector<Comparison> measure(const Row &row, const std::vector<Contender> &contenders,
                                const Effort &effort);

}  // namespace mux::bench

// Measurement of rows: Mux and each yardstick alternate, because the speed of a shared machine
// drifts.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "muxbench/row.h"

namespace mux::bench {

// Nanoseconds for a unit of work: medians of all repetitions.
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
  // Duration of a repetition.
  double seconds = 0.05;
};

// Seconds for an iteration of each contender: medians of all repetitions, in each of which the
// contenders are measured in turn. `iterations` of a repetition, or 0 for as many as fill its
// duration.
std::vector<double> measure_in_turn(const std::vector<Contender> &contenders, int iterations,
                                    const Effort &effort);

// Processor time of all threads of this process, which hardly depends on other programs or on the
// number of threads.
double processor_seconds();

// Measures a row with its contenders.
std::vector<Comparison> measure(const Row &row, const std::vector<Contender> &contenders,
                                const Effort &effort);

}  // namespace mux::bench

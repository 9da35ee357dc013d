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

// Seconds for one iteration of each contender: medians of all repetitions, in each of which the
// contenders take their turns. `iterations` of a repetition, or 0 for as many as fill its time.
std::vector<double> measure_in_turn(const std::vector<Contender> &contenders, int iterations,
                                    const Effort &effort);

// What all threads of this process have worked: other programs hardly count, and it does not matter
// who works.
double processor_seconds();

// Measures a row that has been set up.
std::vector<Comparison> measure(const Row &row, const std::vector<Contender> &contenders,
                                const Effort &effort);

}  // namespace mux::bench

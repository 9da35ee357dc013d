// What is measured: rows of contenders that do the same work.
//
// A row is one question, such as what it costs to dispatch a kernel and wait for it. Its first
// contender is Mux; each of the others is a yardstick. Contenders are set up when a row is wanted,
// and live until it was measured; everything runs on the main thread.
#pragma once

#include <benchmark/benchmark.h>

#include <functional>
#include <string>
#include <vector>

#include "muxbench/opencl.h"

namespace mux::bench {

struct Contender {
  std::string name;
  // Runs the work once for each iteration of the state.
  std::function<void(benchmark::State &)> body;
};

struct Row {
  std::string name;
  // What one unit of work is, for the reader.
  std::string unit;
  // Units of work in one iteration: figures are given per unit.
  double units;
  // Sets up the contenders. Throws mux::Error or OpenClError.
  std::function<std::vector<Contender>(const std::vector<OpenClDevice> &)> set_up;
  // Iterations of a repetition, where most of an iteration is not timed; 0 for as many as fill the
  // time that a repetition should take.
  int iterations = 0;
};

std::vector<Row> dispatch_rows();
std::vector<Row> chain_rows();
std::vector<Row> parallel_rows();

}  // namespace mux::bench

// Benchmarks as rows of contenders that do the same work.
//
// A row measures one property, such as the latency of dispatching a kernel and waiting for it. Its
// first contender is Mux; the others are the yardsticks it is compared with. Contenders are created
// when a row is measured, and destroyed afterwards; everything runs on the main thread.
#pragma once

#include <benchmark/benchmark.h>

#include <functional>
#include <string>
#include <vector>

#include "muxbench/opencl.h"

namespace mux::bench {

struct Contender {
  std::string name;
  // Does the work once for each iteration of the state.
  std::function<void(benchmark::State &)> body;
};

struct Row {
  std::string name;
  // The name of a unit of work, for reports.
  std::string unit;
  // Units of work in an iteration: results are given per unit.
  double units;
  // Creates the contenders. Throws mux::Error or OpenClError.
  std::function<std::vector<Contender>(const std::vector<OpenClDevice> &)> set_up;
  // Iterations of a repetition, for rows where most of an iteration is not timed; 0 for as many as
  // fill the duration of a repetition.
  int iterations = 0;
};

std::vector<Row> dispatch_rows();
std::vector<Row> chain_rows();
std::vector<Row> parallel_rows();

}  // namespace mux::bench

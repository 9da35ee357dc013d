/// @file
/// Runs many kernels, each so that a crash or an endless loop costs only itself.

#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "runner.h"

namespace mux::random_kernels {

/// Runs one kernel in a process of its own. The parent must not have created a device.
std::optional<Failure> run_alone(const Case &kernel, const std::vector<Variant> &variants);

struct Campaign {
  uint64_t first_seed = 0;
  uint64_t count = 0;
  /// Called for each seed, must always answer the same. Called in child processes.
  std::function<Case(uint64_t seed)> kernel;
  std::function<std::vector<Variant>(uint64_t seed)> variants;
};

struct SeedFailure {
  uint64_t seed;
  Failure failure;
};

/// Calls `report` for each failure, in the order of the seeds, from the caller's process.
void run_campaign(const Campaign &campaign, const std::function<void(const SeedFailure &)> &report);

}  // namespace mux::random_kernels

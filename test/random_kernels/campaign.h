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

/// Seconds after which a step counts as endless, but for a very slow machine and sanitizers.
/// Compiling for 64 lanes on a processor with 4 takes a minute, on a busy machine longer.
inline constexpr unsigned usual_patience = 300;

/// Runs one kernel in a process of its own. The parent must not have created a device.
///
/// @param patience seconds that a step may take.
std::optional<Failure> run_alone(const Case &kernel, const std::vector<Variant> &variants,
                                 unsigned patience = usual_patience);

struct Campaign {
  uint64_t first_seed = 0;
  uint64_t count = 0;
  /// Seconds that a step may take.
  unsigned patience = usual_patience;
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

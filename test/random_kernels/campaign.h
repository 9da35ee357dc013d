/// @file
/// Runs many kernels, isolated so that a crash or an endless loop only affects its kernel.

#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "runner.h"

namespace mux::random_kernels {

/// Seconds after which a step counts as a hang, except on very slow machines and with sanitizers.
/// Measured: compilation for 64 lanes on a processor with 4 takes a minute, longer on a busy
/// machine.
inline constexpr unsigned usual_patience = 300;

/// Runs one kernel in a process of its own. The parent must not have created a device.
///
/// @param patience time limit of a step in seconds.
std::optional<Failure> run_alone(const Case &kernel, const std::vector<Variant> &variants,
                                 unsigned patience = usual_patience);

struct Campaign {
  uint64_t first_seed = 0;
  uint64_t count = 0;
  /// Time limit of a step in seconds.
  unsigned patience = usual_patience;
  /// Called for each seed in child processes; must be deterministic.
  std::function<Case(uint64_t seed)> kernel;
  std::function<std::vector<Variant>(uint64_t seed)> variants;
};

struct SeedFailure {
  uint64_t seed;
  Failure failure;
};

/// Calls `report` for each failure, ordered by seed, in the caller's process.
void run_campaign(const Campaign &campaign, const std::function<void(const SeedFailure &)> &report);

}  // namespace mux::random_kernels

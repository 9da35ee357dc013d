// Comparison of the results of two runners.
#pragma once

#include <span>
#include <string>

#include "muxbench/kernels.h"

namespace mux::bench {

// Describes the difference with the worst element; empty if the results agree. Both have the same
// size.
std::string compare_results(Element element, const Tolerance &tolerance,
                            std::span<const std::byte> one, std::span<const std::byte> other);

// Describes a tolerance: "exact", "relative 1e-05".
std::string describe(const Tolerance &tolerance);

}  // namespace mux::bench

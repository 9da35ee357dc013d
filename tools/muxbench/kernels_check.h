// Whether the results of two runners agree.
#pragma once

#include <span>
#include <string>

#include "muxbench/kernels.h"

namespace mux::bench {

// What is wrong, with the worst element, or nothing. Both have as many bytes.
std::string compare_results(Element element, const Tolerance &tolerance,
                            std::span<const std::byte> one, std::span<const std::byte> other);

// What is allowed, for the reader: "exact", "relative 1e-05".
std::string describe(const Tolerance &tolerance);

}  // namespace mux::bench

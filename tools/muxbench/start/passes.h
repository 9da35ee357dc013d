// Parses the output of MUX_TIME_PASSES.
#pragma once

#include <optional>
#include <string>

#include "muxbench/start/figures.h"

namespace mux::bench {

// Reads the kernel's second report, which is of the code that its first launch waits for: the first
// report is of kernel creation, which compiles only if passes are timed. Optimized code may be
// reported later. If there is a single report, reads that. Returns only the stages that passes
// belong to; nothing without a report.
std::optional<CompileStages> read_pass_report(const std::string &text, const std::string &kernel);

}  // namespace mux::bench

// Reads what Mux's compiler says of its passes where MUX_TIME_PASSES is set.
#pragma once

#include <optional>
#include <string>

#include "muxbench/start/figures.h"

namespace mux::bench {

// The kernel's second report, which is that of the code its first launch waits for: the first is
// its creation's, which needs no code but makes some where passes are watched. Better code may come
// later. If there is one alone, that. Only the stages that passes are part of; nothing if there is
// no report.
std::optional<CompileStages> read_pass_report(const std::string &text, const std::string &kernel);

}  // namespace mux::bench

/// @file
/// Detects debug output of passes.
#pragma once

namespace mux::compiler {

/// Whether environment variables request that passes are printed, timed, explained or stopped after
/// (passes/pass_settings.h, ir/explanations.h), even if their values are invalid. The cache is
/// bypassed then.
bool is_pass_debugging_enabled();

}  // namespace mux::compiler

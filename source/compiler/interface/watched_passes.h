/// @file
/// Whether somebody looks into the compiler.
#pragma once

namespace mux::compiler {

/// Whether the environment asks for passes to be printed, timed, explained or stopped after
/// (passes/pass_settings.h, ir/explanations.h), rightly or wrongly: compilations have to be seen to
/// be done then.
bool are_passes_watched();

}  // namespace mux::compiler

/// @file
/// Whether somebody looks into the compiler.
#pragma once

namespace mux::compiler {

/// Whether the environment asks for passes to be printed, timed or stopped after
/// (passes/pass_settings.h), rightly or wrongly: compilations have to be seen to be done then.
bool are_passes_watched();

}  // namespace mux::compiler

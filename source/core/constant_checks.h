/// @file
/// Validation of the values of constants in the options of an executable.
#pragma once

#include <mux/extensions.h>

#include "core/call.h"

namespace mux::core::check {

/// Checks that there is a list unless it is empty, that each entry has a value and, if it has a
/// name, one that is not empty, and that no two are for the same constant. Whether the program has
/// such constants is checked by the target.
bool constants(Call &call, const mux_executable_options_t &options);

}  // namespace mux::core::check

/// @file
/// Hook table of the host (CPU) target.
///
/// The core layer validates a call before it calls a hook; hooks check only what the specification
/// leaves to a target.
#pragma once

#include <mux/target.h>

namespace mux::host {

const mux_target_hooks_t *hooks();

}  // namespace mux::host

/// @file
/// The CPU target as the rest of the library sees it: its hook table.
///
/// Everything else in this room is reached through the table. The core layer has validated a call
/// before a hook sees it; hooks check only what the specification leaves to a target.
#pragma once

#include <mux/target.h>

namespace mux::host {

const mux_target_hooks_t *hooks();

}  // namespace mux::host

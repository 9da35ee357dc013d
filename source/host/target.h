// The CPU target as the rest of the library sees it: its hook table.
//
// Everything else in this room is reached through the table. The core layer has validated a call
// before a hook sees it; hooks check only what the specification leaves to a target.
#pragma once

#include <mux/target.h>

namespace mux::host {

const mux_target_hooks_t *hooks();

// What the low 16 bits of the ids of this target's objects hold. Set once, during registration.
mux_target_id_t target_id();

// The id of an object of this target.
inline mux_id_t object_id(mux_object_id_e type) {
  return static_cast<mux_id_t>(type) | target_id();
}

}  // namespace mux::host

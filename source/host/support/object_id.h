/// @file
/// Ids of the host target's objects. Thread-safe.
#pragma once

#include <mux/target.h>

namespace mux::host {

/// Sets the low 16 bits of all ids. Called once, when the target is registered, before any object
/// exists.
void set_target_id(mux_target_id_t id);
mux_target_id_t target_id();

/// Returns the id of an object of this target.
inline mux_id_t object_id(mux_object_id_e type) {
  return static_cast<mux_id_t>(type) | target_id();
}

}  // namespace mux::host

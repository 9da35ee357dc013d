/// @file
/// The table of targets: which hooks belong to the id of an object.
///
/// The table owns a copy of each hook table, padded with NULL hooks when the target was compiled
/// against an older header. Entries are added and never removed or changed, so what find_target()
/// returns is valid for ever. All functions are thread-safe; finding a target takes no lock.
#pragma once

#include <mux/target.h>

namespace mux::core {

/// The hooks of the target in the low 16 bits of `id`, or NULL if there is no such target.
const mux_target_hooks_t *find_target(mux_id_t id);

/// How many targets there can be.
inline constexpr mux_target_id_t target_capacity = 32;

/// Adds a target after the built-in ones.
/// @return the id of the new target, MUX_NULL_ID if the table is full.
mux_target_id_t add_target(const mux_target_hooks_t &hooks);

/// How many targets there are, the built-in ones included. Their ids are 1 to this number.
mux_target_id_t target_count();

}  // namespace mux::core

/// @file
/// Registry of targets: maps object ids to hook tables.
///
/// The registry owns a copy of each hook table, padded with NULL hooks if the target was compiled
/// against an older header. Entries are never removed or changed, so pointers from find_target()
/// stay valid. Thread-safe; finding a target takes no lock.
#pragma once

#include <mux/target.h>

namespace mux::core {

/// Returns the hooks of the target in the low 16 bits of `id`; NULL if there is no such target.
const mux_target_hooks_t *find_target(mux_id_t id);

/// Maximum number of targets.
inline constexpr mux_target_id_t target_capacity = 32;

/// Adds a target after the built-in ones.
/// @return the id of the new target; MUX_NULL_ID if the registry is full.
mux_target_id_t add_target(const mux_target_hooks_t &hooks);

/// Returns the number of targets, including built-in ones. Their ids are 1 to this number.
mux_target_id_t target_count();

}  // namespace mux::core

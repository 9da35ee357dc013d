/// @file
/// Draws whose indices are read on the calling thread: with primitive restart.
#pragma once

#include "gallium/context/context.h"
#include "gallium/draw/prepare/prepare.h"

namespace mux::gallium {

/// Turns a draw with primitive restart into one of a list of primitives, with indices in memory of
/// its own. Waits for commands that write the indices.
DrawRange without_restart(Context &context, const DrawRange &range, uint32_t restart_index,
                          bool provoking_first);

}  // namespace mux::gallium

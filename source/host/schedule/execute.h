/// @file
/// Runs one tile of a command: the inner end of the scheduler.
#pragma once

#include <cstdint>

#include "host/schedule/drainer.h"
#include "host/schedule/run.h"

namespace mux::host {

/// Runs tile `tile` of a command of the run, except user callbacks, which are the scheduler's.
/// Called without any lock held. What goes wrong fails the run.
void execute_tile(Run &run, const Command &command, uint32_t tile, Drainer &drainer);

}  // namespace mux::host

/// @file
/// Runs one tile of a command: the inner end of the scheduler.
#pragma once

#include <cstdint>

#include "host/schedule/submission.h"
#include "host/schedule/working_thread.h"

namespace mux::host {

/// Runs tile `tile` of a command of the submission, except user callbacks, which are the
/// scheduler's. Called without any lock held. What goes wrong fails the submission.
void execute_tile(Submission &submission, const Command &command, uint32_t tile,
                  WorkingThread &thread);

}  // namespace mux::host

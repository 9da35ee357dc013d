/// @file
/// Executes one tile of a command.
#pragma once

#include <cstdint>

#include "host/schedule/submission.h"
#include "host/schedule/working_thread.h"

namespace mux::host {

/// Executes tile `tile` of a command, except user callbacks, which the scheduler calls. Called
/// without a lock held. Errors fail the submission.
void execute_tile(Submission &submission, const Command &command, uint32_t tile,
                  WorkingThread &thread);

}  // namespace mux::host

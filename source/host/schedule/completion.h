/// @file
/// Calls the completion hooks of commands and dispatches; see muxSetCommandCompletion() and
/// muxDispatchWithCompletion().
#pragma once

#include "host/schedule/command.h"
#include "host/schedule/submission.h"
#include "host/schedule/workers.h"

namespace mux::host {

/// Stores the start time, if the command or its submission has a completion hook. Called by the
/// thread that runs the command's first tile, before the tile.
void note_start(Submission &submission, const Command &command);

/// Calls the hook of a command that has ended. Called by the thread that ran its last tile, before
/// any successor starts.
void call_completion_hook(Workers &workers, Submission &submission, const Command &command);

/// Calls the hooks of all commands of a submission that failed before any command started.
void call_hooks_of_unstarted(Workers &workers, Submission &submission);

/// Calls the hook of a submission. Called by the thread that completes it.
void call_completion_hook(Workers &workers, Submission &submission);

}  // namespace mux::host

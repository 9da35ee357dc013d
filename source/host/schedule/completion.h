/// @file
/// Telling the program that a command or a dispatch has ended; see muxSetCommandCompletion() and
/// muxDispatchWithCompletion().
#pragma once

#include "host/schedule/command.h"
#include "host/schedule/submission.h"
#include "host/schedule/workers.h"

namespace mux::host {

/// Notes the time, if the start of the command, or that of its submission, is to be told. For the
/// thread that runs its first tile, before that.
void note_start(Submission &submission, const Command &command);

/// Tells of a command that has ended. For the thread that ran its last tile, before anything that
/// waits for the command starts.
void tell_completion(Workers &workers, Submission &submission, const Command &command);

/// Tells of all commands of a submission that failed before any could start.
void tell_never_started(Workers &workers, Submission &submission);

/// Tells of the end of a submission, if somebody wants to know. For the thread that completes it.
void tell_completion(Workers &workers, Submission &submission);

}  // namespace mux::host

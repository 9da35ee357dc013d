/// @file
/// Executes query commands. The plan orders them so that no other command of the submission runs at
/// the same time.
#pragma once

#include "host/schedule/command.h"
#include "host/schedule/submission.h"

namespace mux::host {

/// Stores the time or the counters for the slots that begin.
void begin_query(Submission &submission, const QueryWork &query);
/// Writes the results of the slots that end.
void end_query(Submission &submission, const QueryWork &query);
void reset_query_pool(const QueryWork &query);

}  // namespace mux::host

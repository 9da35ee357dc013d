/// @file
/// What a tile is called in a trace, and how large it is.
#pragma once

#include <cstdint>

#include "host/schedule/submission.h"

namespace mux::host {

/// Records that the calling thread has run a tile of a job since `begin`, a trace::now(). Only
/// while tracing is on.
void trace_tile(const Job &job, uint32_t tile, uint64_t begin);

}  // namespace mux::host

/// @file
/// Records tiles in a trace, with their names and sizes.
#pragma once

#include <cstdint>

#include "host/schedule/submission.h"

namespace mux::host {

/// Records that the calling thread has run a tile of a job since `begin`, a trace::now(). Only
/// while tracing is on.
void trace_tile(const Job &job, uint32_t tile, uint64_t begin);

}  // namespace mux::host

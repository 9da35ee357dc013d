/// @file
/// Gauges of the whole process, from /proc. Thread-safe; nothing allocates.
#pragma once

#include <cstdint>

namespace mux::host {

struct ProcessGauges {
  uint64_t resident_bytes;
  uint64_t threads;
};

/// Returns false, with `gauges` unchanged, if /proc is not available.
bool read_process_gauges(ProcessGauges &gauges);

}  // namespace mux::host

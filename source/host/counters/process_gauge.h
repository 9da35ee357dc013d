/// @file
/// What the kernel says of the whole process, from /proc. Any thread may call this; nothing
/// allocates.
#pragma once

#include <cstdint>

namespace mux::host {

struct ProcessGauges {
  uint64_t resident_bytes;
  uint64_t threads;
};

/// Returns false, and leaves `gauges` as they are, if there is no /proc.
bool read_process_gauges(ProcessGauges &gauges);

}  // namespace mux::host

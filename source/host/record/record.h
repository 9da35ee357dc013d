/// @file
/// Helpers shared by the hooks that record commands.
///
/// The caller serializes recording into one command buffer.
#pragma once

#include <mux/mux.h>

#include <cstdint>

#include "host/objects/buffer.h"
#include "host/record/command_buffer.h"

namespace mux::host {

/// Whether a buffer belongs to the command buffer's device and is bound. Sets the error text if
/// not.
bool check_bound(const Recording &recording, const char *name, const Buffer &buffer);

/// Sets the error for a failed allocation of a command.
mux_result_t fail_to_record();

mux_result_t record_copy(Recording &recording, const CopyRecord &record,
                         mux_sync_point_t *sync_point);

/// Records a fill of memory with a pattern, which is copied.
mux_result_t record_fill(Recording &recording, const Address &destination, uint64_t size,
                         const void *pattern, uint64_t pattern_size, mux_sync_point_t *sync_point);

/// Records a copy of regions; copies the region array.
mux_result_t record_regions(Recording &recording, const Address &destination, const Address &source,
                            const mux_buffer_region_info_t *regions, uint64_t count,
                            mux_sync_point_t *sync_point);

}  // namespace mux::host

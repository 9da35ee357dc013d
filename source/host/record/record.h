/// @file
/// What the hooks that record commands share.
///
/// The caller serializes recording into one command buffer.
#pragma once

#include <mux/mux.h>

#include <cstdint>

#include "host/objects/buffer.h"
#include "host/record/command_buffer.h"

namespace mux::host {

/// Whether a buffer is of the command buffer's device and has memory; if not, the text of the error
/// is set.
bool check_bound(const Recording &recording, const char *name, const Buffer &buffer);

/// Says that an allocation of a command failed.
mux_result_t fail_to_record();

mux_result_t record_copy(Recording &recording, const CopyRecord &record,
                         mux_sync_point_t *sync_point);

/// Records filling memory with copies of a pattern, which it copies.
mux_result_t record_fill(Recording &recording, const Address &destination, uint64_t size,
                         const void *pattern, uint64_t pattern_size, mux_sync_point_t *sync_point);

/// Records a copy of regions, which it copies.
mux_result_t record_regions(Recording &recording, const Address &destination, const Address &source,
                            const mux_buffer_region_info_t *regions, uint64_t count,
                            mux_sync_point_t *sync_point);

}  // namespace mux::host

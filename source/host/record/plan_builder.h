/// @file
/// Builds plans from recorded commands.
///
/// The caller ensures that the records do not change meanwhile. Functions return NULL if an
/// allocation fails.
#pragma once

#include <cstdint>

#include "host/record/recorded_command.h"
#include "host/schedule/plan.h"
#include "host/support/allocator.h"

namespace mux::host {

/// Builds the plan of recorded commands, with one reference. Commands keep their indices; joins
/// between them (see dependences.h) follow. Fill patterns and query slots are referenced in the
/// records, kernel names in the executable.
/// @param compute_units of the device.
/// @param bindings the device's count of memory re-bindings, read before the call.
Plan *build_plan(const Array<RecordedCommand> &recorded, uint32_t compute_units, uint64_t bindings,
                 const Allocator &allocator);

/// Copies a plan of the same commands, with one reference.
Plan *copy_plan(Plan &plan, const Array<RecordedCommand> &recorded, uint32_t compute_units);

/// Whether update_plan() can change a command to this ND-range. If not, the plan must be built
/// again.
bool can_update_plan(const Plan &plan, uint32_t index, const NdRangeRecord &record,
                     uint32_t compute_units);

/// Changes a command to another ND-range of the same kernel, which accesses the same memory.
/// Precondition: the caller's reference to the plan is the only one.
void update_plan(Plan &plan, uint32_t index, const NdRangeRecord &record, uint32_t compute_units);

}  // namespace mux::host

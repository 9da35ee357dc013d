/// @file
/// From recorded commands to the plan that runs them.
///
/// The caller makes sure that the records do not change meanwhile. Functions return NULL if there
/// is no memory.
#pragma once

#include <cstdint>

#include "host/record/recorded_command.h"
#include "host/schedule/plan.h"
#include "host/support/allocator.h"

namespace mux::host {

/// The plan of recorded commands, with one reference, for a device of so many compute units.
/// Commands have the indices they were recorded in; the joins between them (see dependences.h) have
/// those after them. `bindings` is the device's count of re-bindings before the call. The patterns
/// of fills and the slots of queries stay where they were recorded, the names of kernels in the
/// executable.
Plan *build_plan(const Array<RecordedCommand> &recorded, uint32_t compute_units, uint64_t bindings,
                 const Allocator &allocator);

/// A copy of a plan of the same commands, with one reference.
Plan *copy_plan(Plan &plan, const Array<RecordedCommand> &recorded, uint32_t compute_units);

/// Whether update_plan() can make a command this ND-range. If not, the plan has to be built anew.
bool can_update_plan(const Plan &plan, uint32_t index, const NdRangeRecord &record,
                     uint32_t compute_units);

/// Makes a command another ND-range of the same kernel, which touches the same memory as before.
/// Only while the caller's reference to the plan is the only one.
void update_plan(Plan &plan, uint32_t index, const NdRangeRecord &record, uint32_t compute_units);

}  // namespace mux::host

/// @file
/// Import of Linux sync files (CL_SEMAPHORE_HANDLE_SYNC_FD_KHR), the fences of other devices'
/// drivers.
#pragma once

#include "opencl/queue/event.h"

namespace mux::opencl {

/// Returns an event that completes when the fence is signaled, with an error if the fence has one.
/// @param descriptor remains owned by the program; -1 is a signaled fence.
/// @param invalid error code for a descriptor that is not a sync file.
Ref<Event> event_of_sync_file(Context &context, int descriptor, cl_int invalid);

}  // namespace mux::opencl

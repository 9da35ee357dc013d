/// @file
/// Fences of the kernel (CL_SEMAPHORE_HANDLE_SYNC_FD_KHR), by which drivers of other devices say
/// that something of theirs has ended.
#pragma once

#include "opencl/queue/event.h"

namespace mux::opencl {

/// An event that is complete once the fence is signalled; it fails if the fence does.
/// @param descriptor stays the program's; -1 is a fence that is signalled.
/// @param invalid the code for one that is no fence.
Ref<Event> event_of_sync_file(Context &context, int descriptor, cl_int invalid);

}  // namespace mux::opencl

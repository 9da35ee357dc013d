/// @file
/// Events of files: commands wait for what other devices and processes do, and no thread of the
/// device waits with them.
#pragma once

#include <functional>
#include <optional>

#include "opencl/queue/event.h"
#include "opencl/support/file.h"

namespace mux::opencl {

/// Is called on the watching thread when the file is ready. Returns what the event is to be
/// completed with, or nothing if the file has to be waited for again. Must neither wait nor throw.
using FileResult = std::function<std::optional<cl_int>()>;

/// An event, as the program's own are, that is completed when the file is ready. Fails with
/// CL_OUT_OF_RESOURCES.
/// @param file is closed then.
/// @param events EPOLLIN, EPOLLOUT.
Ref<Event> event_of_file(Context &context, File file, uint32_t events, FileResult result);

/// An event that is complete.
Ref<Event> completed_event(Context &context);

}  // namespace mux::opencl

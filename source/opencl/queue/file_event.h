/// @file
/// Events that complete when a file descriptor is ready: commands wait for other devices and
/// processes without blocking a thread of the device.
#pragma once

#include <functional>
#include <optional>

#include "client/file.h"
#include "opencl/queue/event.h"

namespace mux::opencl {

/// Called on the watching thread when the file is ready. Returns the status to complete the event
/// with, or nothing to wait for the file again. Must not block or throw.
using FileResult = std::function<std::optional<cl_int>()>;

/// Creates a user event that completes when the file is ready. Fails with CL_OUT_OF_RESOURCES.
/// @param file is closed after completion.
/// @param events EPOLLIN, EPOLLOUT.
Ref<Event> event_of_file(Context &context, client::File file, uint32_t events, FileResult result);

/// Creates a completed event.
Ref<Event> completed_event(Context &context);

}  // namespace mux::opencl

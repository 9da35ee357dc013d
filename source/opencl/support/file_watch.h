/// @file
/// The watching thread: waits for file descriptors to be ready, so that nobody else has to.
///
/// There is one for the process. It starts when it is first needed and never ends. In a forked
/// child nothing is watched any more.
#pragma once

#include <cstdint>
#include <functional>

#include "opencl/support/file.h"

namespace mux::opencl::file_watch {

/// Is called on the watching thread whenever the file is ready, until it returns true. Must neither
/// wait nor throw.
using Ready = std::function<bool()>;

/// Watches a file until `ready` has returned true, and closes it then. Fails with
/// CL_OUT_OF_RESOURCES if the file cannot be watched.
/// @param events EPOLLIN, EPOLLOUT.
void watch(File file, uint32_t events, Ready ready);

}  // namespace mux::opencl::file_watch

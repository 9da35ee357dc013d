/// @file
/// The watching thread: waits for file descriptors to become ready, on behalf of all others.
///
/// There is one for the process, started on first use; it never ends. A forked child watches
/// nothing.
#pragma once

#include <cstdint>
#include <functional>

#include "client/file.h"

namespace mux::client::file_watch {

/// Called on the watching thread each time the file is ready, until it returns true. Must not block
/// or throw.
using Ready = std::function<bool()>;

/// Watches a file until `ready` has returned true, and then closes it. Throws Failure if
/// the file cannot be watched.
/// @param events EPOLLIN, EPOLLOUT.
void watch(File file, uint32_t events, Ready ready);

}  // namespace mux::client::file_watch

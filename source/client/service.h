/// @file
/// The service thread: runs callbacks of the program, which may call the client and take long, and
/// deferred destructions.
///
/// There is one for the process, started on first use; it never ends. Tasks pending at process exit
/// are dropped. A forked child gets a new thread; tasks pending in the parent are not run in the
/// child.
#pragma once

#include <functional>

namespace mux::client {

class RefCounted;

namespace service {

/// Runs a task on the service thread, in order. Throws std::bad_alloc.
void post(std::function<void()> task);

/// Destroys an object without holders on the service thread. Allocates no memory.
void destroy(RefCounted &object) noexcept;

}  // namespace service

}  // namespace mux::client

/// @file
/// The service thread: calls the program's callbacks, which may call OpenCL again and take their
/// time, and destroys what may not be destroyed where its last user let go of it.
///
/// There is one for the process. It starts when it is first needed and never ends; what it has not
/// done when the process exits, stays undone. A forked child gets a new one, and what its parent
/// had not done stays undone there.
#pragma once

#include <functional>

namespace mux::opencl {

class Object;

namespace service {

/// Does something on the service thread, after all that was posted before. Throws std::bad_alloc.
void post(std::function<void()> task);

/// Destroys an object that nobody holds, on the service thread. Needs no memory.
void destroy(Object &object) noexcept;

}  // namespace service

}  // namespace mux::opencl

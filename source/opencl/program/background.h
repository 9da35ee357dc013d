/// @file
/// Background threads for long work, such as asynchronous builds.
#pragma once

#include <functional>

namespace mux::opencl::background {

/// Runs `work` on a new thread, or on the calling thread if none can be created. Process exit waits
/// for it, because it may be in the compiler. Throws std::bad_alloc.
void run(std::function<void()> work);

}  // namespace mux::opencl::background

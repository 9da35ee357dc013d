/// @file
/// Threads of the library that the program does not know of.
#pragma once

#include <functional>

namespace mux::opencl {

/// Runs a function on a thread of its own that gets no signals: those are for threads of the
/// program, which may wait for them. Throws std::system_error where there is no thread.
void start_thread(std::function<void()> function);

}  // namespace mux::opencl

/// @file
/// Internal threads of the library.
#pragma once

#include <functional>

namespace mux::client {

/// Starts a thread with all signals blocked: signals are for the program's threads, which may wait
/// for them. Throws std::system_error if no thread can be created.
void start_thread(std::function<void()> function);

}  // namespace mux::client

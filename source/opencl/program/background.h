/// @file
/// Work that takes long and that nobody waits for.
#pragma once

#include <functional>

namespace mux::opencl::background {

/// Does something on a thread of its own; on the calling thread if there can be none. A process
/// that exits waits for it, since it may be in the middle of the compiler. Throws std::bad_alloc.
void run(std::function<void()> work);

}  // namespace mux::opencl::background

/// @file
/// Runs a function on a thread of its own that has a large stack.
///
/// A compiler recurses as deep as the source nests, and the caller's stack may be as small as its
/// program made it. The thread also has a floating-point environment in default state and no signal
/// of the process is delivered to it.

#pragma once

#include <functional>

namespace mux::compiler {

/// Returns when `function` has returned. `function` must not throw. On such a thread, it is simply
/// called.
/// @return whether there was a thread to run it; false when memory or threads ran out.
bool run_with_large_stack(const std::function<void()> &function);

}  // namespace mux::compiler

/// @file
/// Runs a function on a thread with a large stack.
///
/// A compiler's recursion is as deep as the nesting of the source, and the caller's stack may be
/// arbitrarily small. The thread also has the default floating-point environment, and blocks all
/// signals.

#pragma once

#include <functional>

namespace mux::compiler {

/// Returns when `function` has returned. `function` must not throw. On a thread that already has a
/// large stack, it is called directly.
/// @return false if memory or threads ran out, and it was not run.
bool run_with_large_stack(const std::function<void()> &function);

}  // namespace mux::compiler

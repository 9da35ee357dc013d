/// @file
/// event_t, which this processor has no type for.

#pragma once

namespace llvm {
class Module;
}

namespace mux::compiler::builtins {

/// Copies by a work-group are done when the function returns, so that no event has anything to
/// tell: makes every event in the module the null event, and stores none. Once all calls are
/// inlined, nothing is left of them.
void forget_events(llvm::Module &module);

}  // namespace mux::compiler::builtins

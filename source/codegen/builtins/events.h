/// @file
/// Replaces event_t, a target extension type that the host's code generator does not support.

#pragma once

namespace llvm {
class Module;
}

namespace mux::compiler::builtins {

/// Replaces every event in the module by the null event, and removes stores of events. Copies by a
/// work-group have completed when the function returns, so that no event has to be tracked. Once
/// all calls are inlined, no value of event type is left.
void remove_events(llvm::Module &module);

}  // namespace mux::compiler::builtins

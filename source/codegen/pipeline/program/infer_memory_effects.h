/// @file
/// Infers the memory effects of functions that are not inlined.

#pragma once

namespace llvm {
class Module;
}

namespace mux::compiler {

/// Infers the memory effects of the functions that are not inlined, since nothing else is known of
/// their calls. Precondition: variables are promoted to registers.
void infer_memory_effects(llvm::Module &module);

}  // namespace mux::compiler

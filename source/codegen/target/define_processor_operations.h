/// @file
/// Defines the processor operations that a module declares.

#pragma once

namespace llvm {
class Module;
}

namespace mux::compiler {

/// Defines declared operations (processor_operations.h). Precondition: calls are inlined.
void define_processor_operations(llvm::Module &module);

}  // namespace mux::compiler

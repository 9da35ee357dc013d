/// @file
/// Inlines processor operations once nothing is optimized any more.

#pragma once

namespace llvm {
class Module;
}

namespace mux::compiler {

/// Inlines all operations. Precondition: the module is optimized.
void inline_processor_operations(llvm::Module &module);

}  // namespace mux::compiler

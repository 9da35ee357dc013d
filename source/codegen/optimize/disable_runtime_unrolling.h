/// @file
/// Disables run-time unrolling of loops by LLVM.

#pragma once

namespace llvm {
class Function;
}

namespace mux::compiler {

/// Disables run-time unrolling of a function's loops, unless the program requests it. Full
/// unrolling remains, since it lets private arrays become registers.
void disable_runtime_unrolling(llvm::Function &function);

}  // namespace mux::compiler

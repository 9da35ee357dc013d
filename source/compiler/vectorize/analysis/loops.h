/// @file
/// Questions about the loops of a function.

#pragma once

namespace llvm {
class Function;
}

namespace mux::compiler {

/// Whether there is any.
bool has_loop(const llvm::Function &function);

}  // namespace mux::compiler

/// @file
/// Queries about the loops of a function.

#pragma once

namespace llvm {
class Function;
}

namespace mux::compiler {

/// Whether the function has a back edge.
bool has_loop(const llvm::Function &function);

}  // namespace mux::compiler

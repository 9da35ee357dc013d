/// @file
/// Barriers that the compiler adds to those of the program.

#pragma once

#include <llvm/IR/BasicBlock.h>

namespace llvm {
class CallInst;
}

namespace mux::compiler {

/// Adds a barrier for local memory.
/// @return NULL if the program has something else of that name; then there is none.
llvm::CallInst *call_barrier(llvm::BasicBlock::iterator place);

}  // namespace mux::compiler

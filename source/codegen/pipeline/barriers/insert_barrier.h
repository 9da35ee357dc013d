/// @file
/// Inserts barriers that the program does not contain.

#pragma once

#include <llvm/IR/BasicBlock.h>

namespace llvm {
class CallInst;
}

namespace mux::compiler {

/// Inserts a barrier for local memory.
/// @return the call; NULL, with nothing inserted, if the program defines something else of that
/// name.
llvm::CallInst *insert_barrier(llvm::BasicBlock::iterator place);

}  // namespace mux::compiler

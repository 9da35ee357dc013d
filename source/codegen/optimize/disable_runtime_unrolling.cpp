#include "codegen/optimize/disable_runtime_unrolling.h"

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/Function.h>

#include "codegen/optimize/loop_hints.h"

namespace mux::compiler {

void disable_runtime_unrolling(llvm::Function &function) {
  const llvm::DominatorTree dominators(function);
  const llvm::LoopInfo loops(dominators);
  for (llvm::Loop *loop : loops.getLoopsInPreorder()) {
    loop->setLoopID(with_loop_hint(function.getContext(), loop->getLoopID(),
                                   "llvm.loop.unroll.runtime.disable"));
  }
}

}  // namespace mux::compiler

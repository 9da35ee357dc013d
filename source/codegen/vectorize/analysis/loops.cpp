#include "codegen/vectorize/analysis/loops.h"

#include <llvm/ADT/SmallVector.h>
#include <llvm/Analysis/CFG.h>

#include <utility>

namespace mux::compiler {

bool has_loop(const llvm::Function &function) {
  llvm::SmallVector<std::pair<const llvm::BasicBlock *, const llvm::BasicBlock *>> back_edges;
  llvm::FindFunctionBackedges(function, back_edges);
  return !back_edges.empty();
}

}  // namespace mux::compiler

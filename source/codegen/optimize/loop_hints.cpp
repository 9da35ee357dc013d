#include "codegen/optimize/loop_hints.h"

#include <llvm/IR/Metadata.h>
#include <llvm/Transforms/Utils/LoopUtils.h>

namespace mux::compiler {

llvm::MDNode *with_loop_hint(llvm::LLVMContext &context, llvm::MDNode *loop, const char *hint) {
  llvm::MDNode *node = llvm::MDNode::get(context, llvm::MDString::get(context, hint));
  return llvm::makePostTransformationMetadata(context, loop, {}, {node});
}

}  // namespace mux::compiler

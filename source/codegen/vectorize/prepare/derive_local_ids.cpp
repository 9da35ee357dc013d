#include "codegen/vectorize/prepare/derive_local_ids.h"

#include <llvm/IR/IRBuilder.h>

#include "codegen/ir/work_item_context.h"
#include "codegen/vectorize/analysis/index_range.h"

namespace mux::compiler {

void derive_local_ids(llvm::Function &work_item) {
  const WorkItemContext context = WorkItemContext::of(work_item);
  llvm::BasicBlock &entry = work_item.getEntryBlock();
  llvm::IRBuilder<> builder(&entry, entry.getFirstNonPHIOrDbgOrAlloca());
  // 32-bit division suffices: no group has 2^32 work-items.
  llvm::Type *narrow = builder.getInt32Ty();
  llvm::Value *rest = builder.CreateTrunc(context.local_index, narrow);
  for (unsigned i = 0; i < 3; ++i) {
    llvm::Value *id = rest;
    if (i < 2) {
      llvm::Value *size = builder.CreateTrunc(context.local_size[i], narrow);
      id = builder.CreateURem(rest, size);
      rest = builder.CreateUDiv(rest, size);
    }
    context.local_id[i]->replaceAllUsesWith(
        builder.CreateZExt(id, context.local_id[i]->getType(), "local_id"));
  }
  allow_large_ids(work_item);
}

}  // namespace mux::compiler

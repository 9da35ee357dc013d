#include "codegen/pipeline/lower/specialize_range.h"

#include <llvm/IR/IRBuilder.h>

#include <algorithm>

#include "codegen/ir/work_item_context.h"

namespace mux::compiler {

void specialize_range(const WorkItemKernel &kernel) {
  llvm::Function &work_item_function = *kernel.work_item;
  // Set whenever this pass is run.
  // NOLINTNEXTLINE(bugprone-unchecked-optional-access)
  const FixedRange &range = *kernel.fixed_range;
  const WorkItemContext context = WorkItemContext::of(work_item_function);
  llvm::IRBuilder<> builder(&work_item_function.getEntryBlock(),
                            work_item_function.getEntryBlock().getFirstInsertionPt());
  uint64_t work_items = std::max<uint64_t>(kernel.most_joined, 1);
  for (unsigned i = 0; i < 3; ++i) {
    llvm::Value *size = builder.getInt64(range.local_size[i]);
    work_items *= range.local_size[i];
    context.enqueued_local_size[i]->replaceAllUsesWith(size);
    if (range.no_offset) {
      context.global_offset[i]->replaceAllUsesWith(builder.getInt64(0));
    }
    if (kernel.is_group_independent) {
      continue;
    }
    context.local_size[i]->replaceAllUsesWith(size);
    if (range.no_offset && !context.first_global_id[i]->use_empty()) {
      context.first_global_id[i]->replaceAllUsesWith(
          builder.CreateMul(context.group_id[i], size, "first_global_id", true, true));
    }
  }
  context.context_items->replaceAllUsesWith(builder.getInt64(work_items));
}

}  // namespace mux::compiler

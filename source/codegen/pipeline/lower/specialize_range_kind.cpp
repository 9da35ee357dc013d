#include "codegen/pipeline/lower/specialize_range_kind.h"

#include <llvm/IR/IRBuilder.h>

#include "codegen/ir/work_item_context.h"

namespace mux::compiler {

void specialize_range_kind(llvm::Function &work_item_function, const RangeShape &shape) {
  const WorkItemContext context = WorkItemContext::of(work_item_function);
  llvm::IRBuilder<> builder(work_item_function.getContext());
  llvm::Value *zero = builder.getInt64(0);
  llvm::Value *one = builder.getInt64(1);
  for (unsigned i = shape.dimensions; i < 3; ++i) {
    for (llvm::Value *size : {context.global_size[i], context.enqueued_local_size[i],
                              context.local_size[i], context.group_count[i]}) {
      size->replaceAllUsesWith(one);
    }
    for (llvm::Value *id : {context.global_offset[i], context.group_id[i],
                            context.first_global_id[i], context.local_id[i]}) {
      id->replaceAllUsesWith(zero);
    }
  }
}

}  // namespace mux::compiler

#include "codegen/vectorize/versions/predicate_group_tail.h"

#include "codegen/ir/work_item_context.h"
#include "codegen/vectorize/versions/predicate_below.h"

namespace mux::compiler {

void predicate_group_tail(llvm::Function &linearized) {
  const WorkItemContext context = WorkItemContext::of(linearized);
  predicate_below(linearized, context.local_index, context.local_size);
}

}  // namespace mux::compiler

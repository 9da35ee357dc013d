#include "codegen/vectorize/versions/predicate_row_tail.h"

#include "codegen/ir/work_item_context.h"
#include "codegen/vectorize/versions/predicate_below.h"

namespace mux::compiler {

void predicate_row_tail(llvm::Function &linearized) {
  const WorkItemContext context = WorkItemContext::of(linearized);
  predicate_below(linearized, context.local_id[0], {context.local_size[0]});
}

}  // namespace mux::compiler

#include "codegen/pipeline/dimensions/reorder_dimensions.h"

#include "codegen/pipeline/dimensions/dimension_order.h"

namespace mux::compiler {

void reorder_dimensions(WorkItemKernel &kernel) {
  rename_dimensions(*kernel.work_item, kernel.order);
  if (kernel.fixed_range.has_value()) {
    const FixedRange range = *kernel.fixed_range;
    for (unsigned i = 0; i < kernel.order.size(); ++i) {
      kernel.fixed_range->local_size[i] = range.local_size[kernel.order[i]];
    }
  }
}

}  // namespace mux::compiler

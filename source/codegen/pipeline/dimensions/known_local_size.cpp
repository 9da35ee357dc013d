#include "codegen/pipeline/dimensions/known_local_size.h"

namespace mux::compiler {

const Sizes *known_local_size(const WorkItemKernel &kernel) {
  if (kernel.fixed_range.has_value()) {
    return &kernel.fixed_range->local_size;
  }
  const Sizes &required = kernel.description.required_local_size;
  return required[0] == 0 || kernel.is_group_independent ? nullptr : &required;
}

}  // namespace mux::compiler

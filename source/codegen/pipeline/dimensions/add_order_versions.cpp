#include "codegen/pipeline/dimensions/add_order_versions.h"

#include <llvm/Transforms/Utils/Cloning.h>

#include "codegen/pipeline/dimensions/dimension_order.h"
#include "codegen/pipeline/dimensions/known_local_size.h"

namespace mux::compiler {

namespace {

WorkItemKernel alternative_to(const WorkItemKernel &kernel, size_t index) {
  WorkItemKernel result = kernel;
  llvm::ValueToValueMapTy map;
  result.work_item = llvm::CloneFunction(kernel.work_item, map);
  result.order = with_first(kernel.order, 0);
  result.alternative_to = index;
  result.description.name += ".along_x";
  DimensionOrder positions{};
  for (unsigned i = 0; i < positions.size(); ++i) {
    positions[i] = position_of(kernel.order, result.order[i]);
  }
  rename_dimensions(*result.work_item, positions);
  return result;
}

}  // namespace

void add_order_versions(std::vector<WorkItemKernel> &kernels) {
  const size_t count = kernels.size();
  for (size_t i = 0; i < count; ++i) {
    if (kernels[i].order[0] != 0 && !kernels[i].shape.has_value() &&
        known_local_size(kernels[i]) == nullptr) {
      kernels.push_back(alternative_to(kernels[i], i));
    }
  }
}

}  // namespace mux::compiler

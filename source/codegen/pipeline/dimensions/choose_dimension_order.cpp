#include "codegen/pipeline/dimensions/choose_dimension_order.h"

#include <algorithm>
#include <iterator>

#include "codegen/ir/collectives.h"
#include "codegen/pipeline/dimensions/dimension_order.h"
#include "codegen/pipeline/dimensions/known_local_size.h"

namespace mux::compiler {

namespace {

/// The dimension of the lanes, given what is known of the ND-range.
unsigned lane_dimension(const WorkItemKernel &kernel, unsigned best) {
  if (kernel.shape.has_value()) {
    return kernel.shape->lane_dimension;
  }
  const Sizes *size = known_local_size(kernel);
  return size == nullptr ? best : choose_lane_dimension(*size, best);
}

/// A scan visits the work-items of a group in the program's order, and sums must be equal in all
/// code of a kernel. So the order changes only for a group that is known to be a column: the
/// dimensions before the column have one work-item.
void choose_order_of_scans(WorkItemKernel &kernel) {
  const Sizes *size = known_local_size(kernel);
  if (size == nullptr) {
    return;
  }
  const auto *first = std::find_if(std::begin(*size), std::end(*size),
                                   [](uint64_t work_items) { return work_items > 1; });
  if (first != std::end(*size)) {
    const auto dimension = static_cast<unsigned>(first - std::begin(*size));
    kernel.description.row_dimension = dimension;
    kernel.order = with_first(natural_order, dimension);
  }
}

}  // namespace

void choose_dimension_order(WorkItemKernel &kernel) {
  if (has_collective(*kernel.work_item)) {
    choose_order_of_scans(kernel);
    return;
  }
  const DimensionOrder order = find_dimension_order(*kernel.work_item);
  kernel.description.row_dimension = order[0];
  kernel.description.has_flexible_lane_dimension = true;
  kernel.order = with_first(order, lane_dimension(kernel, order[0]));
}

}  // namespace mux::compiler

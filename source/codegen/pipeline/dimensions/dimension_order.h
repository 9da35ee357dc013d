/// @file
/// The order in which a kernel's loops iterate over the dimensions of an ND-range.
///
/// Lanes are laid along the dimension whose neighbors are contiguous in memory, and the loops over
/// the other two are ordered by distance in memory too. In the rest of the pipeline this is a
/// renaming: a work-item function is rewritten so that its x, the fastest dimension, is the
/// program's y, for example; the code that builds the loops maps the names back. Work-group ids are
/// counted in the program's order, so that any variant of a kernel's code can execute any group.

#pragma once

#include "codegen/ir/dimension_names.h"

namespace llvm {
class Function;
}

namespace mux::compiler {

/// The dimension of the code that corresponds to a dimension of the program.
unsigned position_of(const DimensionOrder &order, unsigned dimension);

/// Returns the order with `dimension` moved to the front.
DimensionOrder with_first(const DimensionOrder &order, unsigned dimension);

/// Returns the order that suits the memory accesses.
/// @param work_item_function after lower_work_item_queries(), before the ND-range is specialized or
/// the function is split at barriers.
DimensionOrder find_dimension_order(llvm::Function &work_item_function);

/// Renames the dimensions of the function: its x becomes dimension order[0] of the program, and so
/// on. Afterwards local_index is linear in that order; get_local_linear_id() is computed from the
/// ids.
void rename_dimensions(llvm::Function &work_item_function, const DimensionOrder &order);

}  // namespace mux::compiler

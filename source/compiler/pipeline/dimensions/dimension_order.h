/// @file
/// In which order a kernel's code goes through the dimensions of an ND-range.
///
/// Vectors run along the dimension whose neighbors in memory lie next to each other, and the loops
/// over the other two follow the distances in memory too. To the rest of the pipeline this is a
/// matter of names: a work-item function is rewritten so that its x, the fastest dimension, is what
/// the program calls y, for example; whoever builds the loops puts back the right names. The
/// indices of work-groups count as the program does, so that any code of a kernel may run any of
/// them.

#pragma once

#include "compiler/ir/dimension_names.h"

namespace llvm {
class Function;
}

namespace mux::compiler {

/// The dimension of the code that is this one of the program.
unsigned position_of(const DimensionOrder &order, unsigned dimension);

/// The order that suits the accesses to memory.
/// @param work_item_function after lower_work_item_queries(), before the ND-range is fixed or
/// the function is split at barriers.
DimensionOrder choose_dimension_order(llvm::Function &work_item_function);

/// Makes the function one for work-items whose x is dimension order[0] of the program, and so on.
/// Afterwards local_index counts in that order; get_local_linear_id() is calculated from the ids.
void reorder_dimensions(llvm::Function &work_item_function, const DimensionOrder &order);

}  // namespace mux::compiler

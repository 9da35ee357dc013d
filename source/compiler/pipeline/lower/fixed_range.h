/// @file
/// Code for ND-ranges of which something is known beforehand.

#pragma once

#include "compiler/ir/kernel.h"

namespace llvm {
class Function;
}

namespace mux::compiler {

/// Puts what is known in place of the parameters of a work-item function (WorkItemContext).
/// Where neighboring groups run as one (WorkItemTraits::ignores_groups), the size of what runs
/// together is not that of a group.
/// @param kernel compiled for one local size.
void fix_range(const WorkItemKernel &kernel);

/// The same for the dimensions that have only one work-item.
void fix_shape(llvm::Function &work_item_function, const RangeShape &shape);

}  // namespace mux::compiler

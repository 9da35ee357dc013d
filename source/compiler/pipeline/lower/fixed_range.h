/// @file
/// Code for ND-ranges of which something is known beforehand.

#pragma once

#include "compiler/abi/kernel_abi.h"

namespace llvm {
class Function;
}

namespace mux::compiler {

/// Puts what is known in place of the parameters of a work-item function (WorkItemContext).
/// @param groups_are_joined neighboring groups run as one (WorkItemTraits::ignores_groups): the
/// size of what runs together is not that of a group then.
void fix_range(llvm::Function &work_item_function, const FixedRange &range, bool groups_are_joined);

/// The same for the dimensions that have only one work-item.
void fix_shape(llvm::Function &work_item_function, const RangeShape &shape);

}  // namespace mux::compiler

/// @file
/// Specializes kernels for the number of dimensions of the ND-range.

#pragma once

#include "codegen/ir/kernel.h"

namespace llvm {
class Function;
}

namespace mux::compiler {

/// Replaces the parameters of a work-item function (WorkItemContext) for the dimensions that have a
/// single work-item by constants.
void specialize_range_kind(llvm::Function &work_item_function, const RangeShape &shape);

}  // namespace mux::compiler

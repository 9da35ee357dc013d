/// @file
/// The values of a program's constants for what is bound.
#pragma once

#include <span>
#include <vector>

#include "gallium/bindings/bindings.h"
#include "gallium/state/bound_constants.h"

namespace mux::gallium {

/// The numbers of constants, one after the other, for what is bound to a stage.
std::vector<uint32_t> bound_numbers(std::span<const BoundConstant> constants,
                                    const StageBindings &stage);

}  // namespace mux::gallium

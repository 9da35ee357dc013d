/// @file
/// Rounding modes of SPIR-V, as functions of OpenCL C name them.

#pragma once

#include "compiler/spirv/module/instruction.h"

namespace mux::compiler::spirv {

/// "_rte" and so on.
const char *rounding_suffix(FPRoundingMode mode);

}  // namespace mux::compiler::spirv

/// @file
/// Translates SPIR-V rounding modes to suffixes of OpenCL C functions.

#pragma once

#include "codegen/spirv/module/instruction.h"

namespace mux::compiler::spirv {

/// The suffix: "_rte", "_rtz", "_rtp" or "_rtn".
const char *rounding_suffix(FPRoundingMode mode);

}  // namespace mux::compiler::spirv

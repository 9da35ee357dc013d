/// @file
/// Constants outside of functions, specialized or not.

#pragma once

#include <vector>

#include "compiler/spirv/body/body.h"

namespace mux::compiler::spirv {

/// Translates an instruction that makes a constant, and notes its value.
/// @param folding where operations on constants are written until they are folded.
/// @return false if the instruction makes no constant. Throws Refusal.
bool translate_constant(Body &folding, const Instruction &instruction);

/// The constants that a module lets be specialized, in their order.
std::vector<SpecializationConstant> specialization_constants(const Module &module);

}  // namespace mux::compiler::spirv

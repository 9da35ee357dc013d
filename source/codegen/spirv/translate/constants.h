/// @file
/// Constants at module scope, specialized or not.

#pragma once

#include <vector>

#include "codegen/spirv/body/body.h"

namespace mux::compiler::spirv {

/// Translates an instruction that defines a constant, and records its value.
/// @param folding a scratch function in which operations on constants are built and folded.
/// @return false if the instruction does not define a constant. Throws ModuleError.
bool translate_constant(Body &folding, const Instruction &instruction);

/// Emits OpSpecConstantOp or a composite with open operands (Context::open_operations) in a
/// function.
llvm::Value *emit_open_operation(Body &body, const Instruction &operation);

/// The specialization constants of a module, in order.
std::vector<SpecializationConstant> specialization_constants(const Module &module);

}  // namespace mux::compiler::spirv

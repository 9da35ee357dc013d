/// @file
/// Translates SPIR-V memory semantics to LLVM atomic orderings.

#pragma once

#include <llvm/Support/AtomicOrdering.h>

#include "codegen/spirv/body/body.h"

namespace mux::compiler::spirv {

/// The ordering of a memory semantics operand; the strongest one if it is not constant.
llvm::AtomicOrdering memory_order(Body &body, const Instruction &instruction, size_t index);

/// The ordering restricted to those that are valid for a load, or a store.
llvm::AtomicOrdering order_of_load(llvm::AtomicOrdering order);
llvm::AtomicOrdering order_of_store(llvm::AtomicOrdering order);

}  // namespace mux::compiler::spirv

/// @file
/// Memory semantics of SPIR-V as orders of LLVM.

#pragma once

#include <llvm/Support/AtomicOrdering.h>

#include "compiler/spirv/body/body.h"

namespace mux::compiler::spirv {

/// Of the operand that says the semantics; the strongest one where they are not constant.
llvm::AtomicOrdering memory_order(Body &body, const Instruction &instruction, size_t index);

/// The nearest order that a load, or a store, may have.
llvm::AtomicOrdering order_of_load(llvm::AtomicOrdering order);
llvm::AtomicOrdering order_of_store(llvm::AtomicOrdering order);

}  // namespace mux::compiler::spirv

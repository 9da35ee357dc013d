/// @file
/// Accesses that may be done together at one point.

#pragma once

#include <llvm/ADT/SmallVector.h>

#include <cstddef>

namespace llvm {
class Instruction;
}

namespace mux::compiler {

/// Accesses that are looked at together.
constexpr size_t most_accesses = 16;

/// Loads or stores around a simple one, all of its kind, between which nothing stands in the way:
/// the same ones for each, in their order.
llvm::SmallVector<llvm::Instruction *, most_accesses> run_around(llvm::Instruction &access);

}  // namespace mux::compiler

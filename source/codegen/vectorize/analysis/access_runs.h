/// @file
/// Finds runs of loads or stores that can be executed together at one point.

#pragma once

#include <llvm/ADT/SmallVector.h>

#include <cstddef>

namespace llvm {
class Instruction;
}

namespace mux::compiler {

/// Maximum number of accesses of a run.
constexpr size_t most_accesses = 16;

/// Returns the run of simple loads, or simple stores, of the same block that contains `access`, in
/// program order. No instruction between them prevents moving them to one point. Every access of a
/// run gets the same run.
llvm::SmallVector<llvm::Instruction *, most_accesses> access_run_of(llvm::Instruction &access);

}  // namespace mux::compiler

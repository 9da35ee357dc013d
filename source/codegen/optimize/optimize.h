/// @file
/// Runs LLVM's optimization pipeline on a module before code generation.

#pragma once

#include "compiler/abi/specialization.h"

namespace llvm {
class Module;
class TargetMachine;
}  // namespace llvm

namespace mux::compiler {

/// The form of a module's work-item code, which determines the optimization pipeline.
enum class WorkItemCode {
  /// One work-item at a time, not vectorized.
  scalar,
  /// Some kernels run in loops over work-items, which LLVM may vectorize.
  loops,
  /// All kernels run in packets (pass_lists.h).
  packets,
};

/// Optimizes for speed, except functions with the attribute `optnone`.
void optimize(llvm::Module &module, llvm::TargetMachine &machine, WorkItemCode code, CodeTier tier);

}  // namespace mux::compiler

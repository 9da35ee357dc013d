/// @file
/// Pipelines of LLVM's passes: an early simplification, scalarization of the program's vectors, the
/// full optimization before code generation, and code generation.

#pragma once

#include <llvm/Support/Error.h>

#include <string>

#include "compiler/abi/specialization.h"

namespace llvm {
class Function;
class Module;
class TargetMachine;
}  // namespace llvm

namespace mux::compiler {

/// Promotes variables to registers (SROA).
void promote_allocas(llvm::Module &module, llvm::TargetMachine &machine);

/// Folds constants, including llvm.is.constant, whose dead alternative is removed.
void fold_constants(llvm::Module &module, llvm::TargetMachine &machine);

/// Converts kernels to SSA form and infers address spaces of generic pointers. Does not move
/// barriers.
void simplify(llvm::Module &module, llvm::TargetMachine &machine);

/// Scalarizes the program's vectors.
void scalarize_vectors(llvm::Function &function, llvm::TargetMachine &machine);

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

/// Emits a relocatable object.
/// @return the object, or an error if the target does not support it.
llvm::Expected<std::string> emit_object(llvm::Module &module, llvm::TargetMachine &machine);

}  // namespace mux::compiler

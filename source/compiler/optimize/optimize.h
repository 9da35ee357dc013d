/// @file
/// The runs of LLVM's own passes: a light one before the pipeline looks at a kernel, one that
/// splits vectors, the full one before code is generated, and code generation.

#pragma once

#include <llvm/Support/Error.h>

#include <string>

#include "compiler/abi/kernel_abi.h"

namespace llvm {
class Function;
class Module;
class TargetMachine;
}  // namespace llvm

namespace mux::compiler {

/// Makes values of variables that nothing but loads and stores needs in memory.
void promote_variables(llvm::Module &module, llvm::TargetMachine &machine);

/// Simplifies what follows from constants, and leaves out what llvm.is.constant says is none.
void fold_constants(llvm::Module &module, llvm::TargetMachine &machine);

/// Brings kernels into SSA form and resolves generic pointers. Moves no barrier.
void simplify(llvm::Module &module, llvm::TargetMachine &machine);

/// Splits the operations of user vectors into those of their elements.
void split_vectors(llvm::Function &function, llvm::TargetMachine &machine);

/// How the work-items of a module's kernels run, which decides what LLVM's passes can do for them.
enum class WorkItemCode {
  /// One by one, without vectors but the program's own.
  scalar,
  /// Some of them one by one, and LLVM may make vectors of that.
  loops,
  /// All of them in packets (pass_lists.h).
  packets,
};

/// Optimizes for speed, but for functions with the attribute `optnone`.
void optimize(llvm::Module &module, llvm::TargetMachine &machine, WorkItemCode code, CodeTier tier);

/// Generates a relocatable object.
/// @return an error that says why not.
llvm::Expected<std::string> emit_object(llvm::Module &module, llvm::TargetMachine &machine);

}  // namespace mux::compiler

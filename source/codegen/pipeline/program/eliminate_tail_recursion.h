/// @file
/// Converts tail recursion to loops. OpenCL C does not permit recursion (OpenCL C 3.0,
/// "Restrictions"), but programs use tail recursion, and other compilers accept it.
#pragma once

namespace llvm {
class Module;
class TargetMachine;
}  // namespace llvm

namespace mux::compiler {

/// Converts such functions; those that are still recursive afterwards are rejected by
/// check_recursion().
void eliminate_tail_recursion(llvm::Module &module, llvm::TargetMachine &machine);

}  // namespace mux::compiler

/// @file
/// Functions that end with calling themselves. OpenCL C allows no recursion (OpenCL C 3.0,
/// "Restrictions"), but programs have it, and other compilers take it where it is as good as a
/// loop.
#pragma once

namespace llvm {
class Module;
class TargetMachine;
}  // namespace llvm

namespace mux::compiler {

/// Makes loops of such functions. What still calls itself afterwards is recursion.
void loop_tail_recursion(llvm::Module &module, llvm::TargetMachine &machine);

}  // namespace mux::compiler

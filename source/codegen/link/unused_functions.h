/// @file
/// Removes unused functions from finished programs.

#pragma once

namespace llvm {
class Module;
}

namespace mux::compiler {

/// Removes functions that no kernel calls, and constants that only these use. Programs include
/// whole libraries (hashcat's modules have 406 functions, of which a program's kernels call 24),
/// and a program is parsed for each kernel and each variant of its code. Variables are kept: their
/// size can be queried; so are constants whose values can be given (ir/program_constants.h). Only
/// for programs that are not linked any further.
void drop_unused_functions(llvm::Module &program);

}  // namespace mux::compiler

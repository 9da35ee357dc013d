/// @file
/// What of a finished program no kernel needs.

#pragma once

namespace llvm {
class Module;
}

namespace mux::compiler {

/// Drops functions that no kernel calls, and constants that only these use. Programs include whole
/// libraries (hashcat's modules have 406 functions, of which a program's kernels call 24), and a
/// program is read for each kernel and each code of it. Variables stay: their size can be asked
/// for. For programs that are not linked any further.
void drop_unused_functions(llvm::Module &program);

}  // namespace mux::compiler

/// @file
/// Runs the whole kernel compiler on a program in text form, and returns the IR around one of its
/// passes.

#pragma once

#include <string>

#include "example.h"

namespace llvm {
class Module;
}

namespace mux::test {

/// Whether the module is a program for the whole compiler, with the triple spir64.
bool is_program(const llvm::Module &module);

/// Compiles the program and shows the IR before the first run of the pass and after it, as muxcc's
/// --print-before and --print-after do. Below the latter stands as comments what is known in the
/// end of each kernel and of the object. If the pass refuses the program, all that is there
/// afterwards is the reason. Ends the test if the pass is not run, or if the program is refused
/// elsewhere.
///
/// Options:
///
///     width=8             as MUX_VECTOR_WIDTH
///     local=16,1,1        the local size, known beforehand
///     argument=1 bits=16  the value of an argument, known beforehand
PassResult run_in_pipeline(const std::string &pass, const ExampleOptions &options,
                           llvm::Module &module);

}  // namespace mux::test

/// @file
/// LLVM's code generator for the processor that code is made for.

#pragma once

#include <llvm/Support/Error.h>

#include <memory>
#include <string>

namespace llvm {
class TargetMachine;
}

namespace mux::compiler {

/// Makes LLVM's code generator known and sets its options, once in a process.
void initialize_llvm();

/// The features of code_target() that do not go without saying for a processor of its name, as a
/// feature text. LLVM takes such a text apart for each module: with all features, that was a
/// twelfth of what it took to describe a small kernel.
const std::string &other_features();

/// A code generator for code_target(), LLVM being initialized; used by one thread at a time.
/// @return an error if MUX_CPU names no processor or LLVM has no code generator for it.
llvm::Expected<std::unique_ptr<llvm::TargetMachine>> create_target_machine();

}  // namespace mux::compiler

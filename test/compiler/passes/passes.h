/// @file
/// Runs passes of the vectorizer individually, on functions in text form.

#pragma once

#include <llvm/ADT/SmallPtrSet.h>

#include <memory>
#include <string>

#include "example.h"

namespace llvm {
class Function;
class LLVMContext;
class Module;
class Value;
}  // namespace llvm

namespace mux::test {

/// Ends the test if the text is not valid IR.
std::unique_ptr<llvm::Module> read_ir(const std::string &text, llvm::LLVMContext &context);

/// The varying parameters: those whose names start with `lane`.
llvm::SmallPtrSet<const llvm::Value *, 8> lane_parameters(const llvm::Function &function);

/// Runs a pass on every function with a body.
/// @return the state before and after, mostly the module; a reason if the pass rejects it.
PassResult run_pass(const std::string &name, const ExampleOptions &options, llvm::Module &module);

}  // namespace mux::test

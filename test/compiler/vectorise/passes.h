/// @file
/// Runs passes of the vectoriser on IR in text form.

#pragma once

#include <llvm/ADT/SmallPtrSet.h>

#include <map>
#include <memory>
#include <string>

namespace llvm {
class Function;
class LLVMContext;
class Module;
class Value;
}  // namespace llvm

namespace mux::test {

/// Numbers by name: `lanes=4 parts=2`.
using PassOptions = std::map<std::string, int>;

/// Ends the test if the text is not valid IR.
std::unique_ptr<llvm::Module> read_ir(const std::string &text, llvm::LLVMContext &context);

/// The parameters that differ between work-items: those whose names start with `lane`.
llvm::SmallPtrSet<const llvm::Value *, 8> lane_parameters(const llvm::Function &function);

/// Runs a pass on every function with a body.
/// @return what there is to see afterwards: mostly the module; a reason if the pass refuses.
std::string run_pass(const std::string &name, const PassOptions &options, llvm::Module &module);

}  // namespace mux::test

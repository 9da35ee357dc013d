/// @file
/// Checks symbols across modules: mismatches that LLVM's linker would accept silently, or reject
/// with too terse a message.

#pragma once

#include <llvm/IR/Module.h>
#include <llvm/Support/Error.h>

#include <memory>
#include <string>
#include <vector>

namespace mux::compiler {

/// A module to link, and its name in diagnostics.
struct LinkInput {
  std::unique_ptr<llvm::Module> module;
  std::string name;
};

/// Finds duplicate definitions, and declarations that do not match their definition.
/// @param inputs modules of one context.
/// @return one line for each error.
std::vector<std::string> check_symbols(const std::vector<LinkInput> &inputs);

}  // namespace mux::compiler

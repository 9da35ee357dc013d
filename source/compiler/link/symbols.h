/// @file
/// Whether modules fit each other: what LLVM's linker would join without a word, or refuse with too
/// few.

#pragma once

#include <llvm/IR/Module.h>
#include <llvm/Support/Error.h>

#include <memory>
#include <string>
#include <vector>

namespace mux::compiler {

/// A module of those to link, and what messages call it.
struct LinkInput {
  std::unique_ptr<llvm::Module> module;
  std::string name;
};

/// Looks for what is defined twice, and for what is declared as something else than it is defined
/// as.
/// @param inputs modules of one context.
/// @return one line for each mistake.
std::vector<std::string> check_symbols(const std::vector<LinkInput> &inputs);

}  // namespace mux::compiler

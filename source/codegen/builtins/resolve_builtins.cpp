#include "codegen/builtins/resolve_builtins.h"

#include <llvm/IR/Module.h>

#include "codegen/builtins/events.h"
#include "codegen/builtins/resolver.h"

namespace mux::compiler {

std::vector<std::string> resolve_builtins(llvm::Module &module) {
  builtins::Resolver resolver(module);
  std::vector<std::string> unknown = resolver.run();
  builtins::remove_events(module);
  return unknown;
}

}  // namespace mux::compiler

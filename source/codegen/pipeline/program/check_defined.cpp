#include "codegen/pipeline/program/check_defined.h"

#include <llvm/IR/Module.h>

#include <algorithm>

#include "codegen/ir/failure.h"
#include "codegen/target/pipeline_functions.h"
#include "compiler/runtime/runtime_functions.h"

namespace mux::compiler {

llvm::Error check_defined(const llvm::Module &module) {
  std::vector<std::string> missing;
  for (const llvm::Function &function : module) {
    if (function.isDeclaration() && !function.isIntrinsic() && !function.use_empty() &&
        !is_pipeline_function(function.getName()) && !is_runtime_function(function.getName())) {
      missing.push_back("function '" + function.getName().str() + "'");
    }
  }
  for (const llvm::GlobalVariable &variable : module.globals()) {
    if (variable.isDeclaration() && !variable.use_empty()) {
      missing.push_back("variable '" + variable.getName().str() + "'");
    }
  }
  if (missing.empty()) {
    return llvm::Error::success();
  }
  std::sort(missing.begin(), missing.end());
  std::string error = "undefined ";
  for (size_t i = 0; i < missing.size(); ++i) {
    error += (i == 0 ? "" : ", ") + missing[i];
  }
  return failure(error);
}

}  // namespace mux::compiler

#include "codegen/pipeline/program/check_recursion.h"

#include "codegen/ir/call_order.h"
#include "codegen/ir/failure.h"

namespace mux::compiler {

llvm::Error check_recursion(const std::vector<SourceKernel> &kernels) {
  CallOrder order;
  for (const SourceKernel &kernel : kernels) {
    if (const llvm::Function *function = order.add(*kernel.function)) {
      return failure("the function '" + function->getName().str() +
                     "' calls itself; OpenCL C does not allow recursion");
    }
  }
  return llvm::Error::success();
}

}  // namespace mux::compiler

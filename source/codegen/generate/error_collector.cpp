#include "codegen/generate/error_collector.h"

#include <llvm/IR/DiagnosticInfo.h>
#include <llvm/IR/DiagnosticPrinter.h>
#include <llvm/Support/raw_ostream.h>

namespace mux::compiler {

bool ErrorCollector::handleDiagnostics(const llvm::DiagnosticInfo &info) {
  if (const auto *stack = llvm::dyn_cast<llvm::DiagnosticInfoStackSize>(&info)) {
    if (stack_sizes_ != nullptr) {
      (*stack_sizes_)[&stack->getFunction()] = stack->getResourceSize();
    }
    return true;
  }
  if (info.getSeverity() == llvm::DS_Error) {
    llvm::raw_string_ostream stream(text_);
    llvm::DiagnosticPrinterRawOStream printer(stream);
    if (!text_.empty()) {
      stream << "; ";
    }
    info.print(printer);
  }
  return true;
}

}  // namespace mux::compiler

#include "compiler/generate/error_collector.h"

#include <llvm/IR/DiagnosticInfo.h>
#include <llvm/IR/DiagnosticPrinter.h>
#include <llvm/Support/raw_ostream.h>

namespace mux::compiler {

bool ErrorCollector::handleDiagnostics(const llvm::DiagnosticInfo &info) {
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

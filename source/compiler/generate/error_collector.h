/// @file
/// Collects what LLVM reports as errors, instead of letting it print and exit.

#pragma once

#include <llvm/IR/DiagnosticHandler.h>

#include <string>

namespace mux::compiler {

class ErrorCollector : public llvm::DiagnosticHandler {
 public:
  /// @param text gets all errors, with semicolons between; must outlive the handler.
  explicit ErrorCollector(std::string &text) : text_(text) {}

  bool handleDiagnostics(const llvm::DiagnosticInfo &info) override;

 private:
  std::string &text_;
};

}  // namespace mux::compiler

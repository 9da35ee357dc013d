/// @file
/// Collects what LLVM reports as errors, instead of letting it print and exit, and the stack that
/// functions need.

#pragma once

#include <llvm/IR/DiagnosticHandler.h>

#include <string>

#include "compiler/pipeline/entry/stack_use.h"

namespace mux::compiler {

class ErrorCollector : public llvm::DiagnosticHandler {
 public:
  /// @param text gets all errors, with semicolons between; must outlive the handler.
  /// @param stack_sizes likewise, for the functions that request_stack_sizes() was called for; NULL
  /// if none were.
  explicit ErrorCollector(std::string &text, StackSizes *stack_sizes = nullptr)
      : text_(text), stack_sizes_(stack_sizes) {}

  bool handleDiagnostics(const llvm::DiagnosticInfo &info) override;

 private:
  std::string &text_;
  StackSizes *stack_sizes_;
};

}  // namespace mux::compiler

/// @file
/// Collects LLVM's errors, which it would otherwise print before exiting, and the reported stack
/// sizes of functions.

#pragma once

#include <llvm/IR/DiagnosticHandler.h>

#include <string>

#include "codegen/pipeline/entry/stack_use.h"

namespace mux::compiler {

class ErrorCollector : public llvm::DiagnosticHandler {
 public:
  /// @param text receives all errors, separated by semicolons; must outlive the handler.
  /// @param stack_sizes likewise, receives the sizes of functions that request_stack_sizes() was
  /// called for; NULL if there are none.
  explicit ErrorCollector(std::string &text, StackSizes *stack_sizes = nullptr)
      : text_(text), stack_sizes_(stack_sizes) {}

  bool handleDiagnostics(const llvm::DiagnosticInfo &info) override;

 private:
  std::string &text_;
  StackSizes *stack_sizes_;
};

}  // namespace mux::compiler

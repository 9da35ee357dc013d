/// @file
/// Calls of internal functions of the library (library/*.inc), which are no built-ins.

#pragma once

#include <string_view>

#include "codegen/builtins/expansion.h"

namespace mux::compiler::builtins {

ParameterType scalar(Element element);
ParameterType pointer_to(ParameterType type, unsigned address_space);

class LibraryCall {
 public:
  LibraryCall(Expansion &expansion, std::string_view name);

  void add(const ParameterType &type, llvm::Value *argument);

  /// Builds the call. NULL if the module uses the function's name for something else.
  llvm::Value *build(llvm::Type *result);

 private:
  Expansion &expansion_;
  Signature signature_;
  llvm::SmallVector<llvm::Value *> arguments_;
};

}  // namespace mux::compiler::builtins

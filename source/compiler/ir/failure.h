/// @file
/// Errors of the compiler: a text for whoever wrote the kernel.

#pragma once

#include <llvm/ADT/Twine.h>
#include <llvm/Support/Error.h>

namespace mux::compiler {

inline llvm::Error failure(const llvm::Twine &text) {
  return llvm::createStringError(llvm::inconvertibleErrorCode(), text);
}

}  // namespace mux::compiler

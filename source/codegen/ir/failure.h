/// @file
/// Creates the compiler's errors, whose text addresses the author of the kernel.

#pragma once

#include <llvm/ADT/Twine.h>
#include <llvm/Support/Error.h>

namespace mux::compiler {

inline llvm::Error failure(const llvm::Twine &text) {
  return llvm::createStringError(llvm::inconvertibleErrorCode(), text);
}

}  // namespace mux::compiler

/// @file
/// Computations on float and double that several families of instructions have.

#pragma once

#include <algorithm>
#include <cstddef>
#include <string_view>

#include "codegen/tgsi/body/body.h"

namespace mux::compiler::tgsi {

/// A name as a template argument.
template <size_t Size>
struct Name {
  // NOLINTNEXTLINE(google-explicit-constructor): a string literal is the argument.
  constexpr Name(const char (&text)[Size]) { std::copy_n(text, Size, characters); }
  constexpr std::string_view view() const { return {characters, Size - 1}; }

  char characters[Size] = {};
};

/// Calls the OpenCL C function of this name, whose result has the type of the arguments.
template <Name Function>
llvm::Value *call_function(Body &body, llvm::ArrayRef<llvm::Value *> sources) {
  return body.call(Function.view(), sources[0]->getType(), sources);
}

/// a * b + c. It is fused everywhere or nowhere, depending on the processor.
llvm::Value *multiply_add(Body &body, llvm::Value *a, llvm::Value *b, llvm::Value *c);

// Of one operand.

/// The distance from the next smaller integer, less than 1.
llvm::Value *fraction(Body &body, llvm::ArrayRef<llvm::Value *> sources);
/// -1, 0 or 1; 0 for NaN.
llvm::Value *float_sign(Body &body, llvm::ArrayRef<llvm::Value *> sources);
llvm::Value *reciprocal(Body &body, llvm::ArrayRef<llvm::Value *> sources);

}  // namespace mux::compiler::tgsi

/// @file
/// Translates shaders in TGSI text to the same portable bitcode as OpenCL C. There is no state
/// between calls, so threads may read shaders concurrently.

#pragma once

#include <string>
#include <string_view>

#include <llvm/Support/Error.h>

#include "compiler/interface/bitcode.h"
#include "compiler/interface/math_option_words.h"

namespace mux::compiler::tgsi {

/// Options of the translation. The math options are those of linking.
struct ReadOptions {
  MathOptions math;
  /// Whether divisions and square roots of float are correctly rounded
  /// (-cl-fp32-correctly-rounded-divide-sqrt).
  bool correctly_rounded = false;
  /// Whether the result is linked with others: only then may the shader be one of a stage that
  /// becomes a function.
  bool is_object = false;
  /// The module's name.
  std::string name;
};

/// @return the shader's kernel as bitcode; or an error with the line and the word that is invalid
/// or not supported. Accepts arbitrary bytes. Throws nothing but std::bad_alloc.
llvm::Expected<Bitcode> read_shader(std::string_view text, const ReadOptions &options);

}  // namespace mux::compiler::tgsi

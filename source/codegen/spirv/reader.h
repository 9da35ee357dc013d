/// @file
/// Translates SPIR-V for OpenCL kernels to the same portable bitcode as OpenCL C. There is no state
/// between calls, so threads may read modules concurrently.

#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <llvm/Support/Error.h>

#include "compiler/interface/bitcode.h"
#include "compiler/interface/math_option_words.h"
#include "compiler/interface/specialization.h"

namespace llvm {
class LLVMContext;
}  // namespace llvm

namespace mux::compiler::spirv {

/// Options of the translation. The math options are those of linking.
struct ReadOptions {
  std::span<const SpecializationValue> specialization;
  /// Whether specialization constants stay open: their values can be given when an executable is
  /// made (ir/program_constants.h), unless the translation depends on them.
  bool opens_constants = false;
  MathOptions math;
  /// Whether divisions and square roots of float are correctly rounded
  /// (-cl-fp32-correctly-rounded-divide-sqrt).
  bool correctly_rounded = false;
  /// Whether OpLine is translated to debug information.
  bool keep_lines = false;
  /// Whether functions that no kernel calls are kept, because other modules may call them after
  /// linking.
  bool keep_unused = false;
  /// The module's name.
  std::string name;
};

/// @return the module as bitcode; or an error with the offset of the word and the name of the
/// instruction that is invalid or not supported. Accepts arbitrary bytes. Throws nothing but
/// std::bad_alloc. The stack must be large enough for the nesting in the module
/// (generate/large_stack.h).
llvm::Expected<Bitcode> read_module(std::string_view bytes, const ReadOptions &options);

/// The specialization constants of a module, in order.
llvm::Expected<std::vector<SpecializationConstant>> list_specialization_constants(
    std::string_view bytes);

}  // namespace mux::compiler::spirv

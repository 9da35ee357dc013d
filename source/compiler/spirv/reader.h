/// @file
/// SPIR-V for OpenCL kernels to portable bitcode, as OpenCL C is compiled to it. Keeps nothing
/// between calls, so any number of threads may read modules at once.

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

/// Options about floating-point numbers are those of linking.
struct ReadOptions {
  std::span<const SpecializationValue> specialization;
  MathOptions math;
  /// Quotients and roots of float, as -cl-fp32-correctly-rounded-divide-sqrt says.
  bool correctly_rounded = false;
  /// Whether lines of OpLine become debug information.
  bool keep_lines = false;
  /// Whether functions that no kernel calls stay: other modules may, once it is linked.
  bool keep_unused = false;
  /// What the module is called.
  std::string name;
};

/// @return the module as bitcode; or what is wrong with it or missing, with the offset of the word
/// and the name of the instruction. No module crashes the process. Throws nothing but
/// std::bad_alloc. Needs the stack that nesting in the module needs (program/large_stack.h).
llvm::Expected<Bitcode> read_module(std::string_view bytes, const ReadOptions &options);

/// The constants of a module that may be given values, in their order.
llvm::Expected<std::vector<SpecializationConstant>> list_specialization_constants(
    std::string_view bytes);

}  // namespace mux::compiler::spirv

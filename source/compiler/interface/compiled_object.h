/// @file
/// Results of compiling and of inspecting bitcode.

#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

#include "compiler/abi/kernel_description.h"
#include "compiler/abi/program_constant.h"
#include "compiler/abi/specialization.h"

namespace mux::compiler {

/// The requested result of a compilation.
enum class CompiledResult : uint8_t {
  code,
  /// Only the descriptions of the code.
  descriptions,
};

struct CompiledObject {
  /// A relocatable ELF object; empty if only the descriptions were requested. Kernel `i` of
  /// `kernels` is the symbol kernel_symbol(kernels[i].name).
  std::string code;
  std::vector<KernelDescription> kernels;
  /// The CPU name and LLVM feature string that the code was generated for.
  std::string cpu;
  std::string cpu_features;
  /// Time of code generation, in this process or in the one that stored it in the cache.
  std::chrono::nanoseconds compile_time{0};
  /// Tier of the code.
  CodeTier tier = CodeTier::optimized;
  /// Whether it was found in the cache.
  bool is_kept = false;
};

/// Description of a program without its code.
struct ProgramOutline {
  /// In the order of CompiledObject::kernels.
  std::vector<std::string> kernels;
  /// Whether there are program-scope variables that a kernel may write. All code must use the same
  /// variables, so all kernels are compiled into one object, and there is no specialized code.
  bool shares_variables = false;
  /// Bytes of program-scope variables in global memory that kernels use.
  uint64_t global_variable_size = 0;
  /// In the order of the bitcode.
  std::vector<ProgramConstant> constants;
};

}  // namespace mux::compiler

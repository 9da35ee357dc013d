/// @file
/// What the compiler makes of bitcode, and what it finds in it.

#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

#include "compiler/abi/kernel_abi.h"

namespace mux::compiler {

/// What is wanted of a compilation.
enum class CompiledResult : uint8_t {
  code,
  /// Only what is known of the code.
  descriptions,
};

struct CompiledObject {
  /// A relocatable ELF object; empty if only the descriptions were wanted. Kernel `i` of `kernels`
  /// is the symbol kernel_symbol(kernels[i].name).
  std::string code;
  std::vector<KernelDescription> kernels;
  /// The CPU name and LLVM feature string the code was generated for.
  std::string cpu;
  std::string cpu_features;
  /// What generating it took, here or in the process that kept it for others (compiler/cache).
  std::chrono::nanoseconds compile_time{0};
  /// Of the code.
  CodeTier tier = CodeTier::optimized;
  /// It was made before.
  bool is_kept = false;
};

/// What is known of a program before code is generated.
struct ProgramOutline {
  /// In the order of CompiledObject::kernels.
  std::vector<std::string> kernels;
  /// There are program-scope variables that a kernel may write. All code has to use the same ones,
  /// so that of all kernels is one object, and there is no other.
  bool shares_variables = false;
  /// Bytes of the variables in global memory that kernels use.
  uint64_t global_variable_size = 0;
};

}  // namespace mux::compiler

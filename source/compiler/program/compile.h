/// @file
/// From bitcode to an ELF object: what load_program() does before it loads, also used
/// to compile ahead of time.

#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "compiler/kernel_abi.h"

namespace mux::compiler {

struct CompiledObject {
  /// A relocatable ELF object. Kernel `i` of `kernels` is the symbol
  /// kernel_symbol(kernels[i].name).
  std::string code;
  std::vector<KernelDescription> kernels;
  /// The CPU name and LLVM feature string the code was generated for.
  std::string cpu;
  std::string cpu_features;
};

/// The linker symbol of a kernel's entry point.
std::string kernel_symbol(std::string_view kernel_name);

/// Compiles spir64 bitcode for code_target() (pipeline/host_target.h), whether or not it could run
/// here.
///
/// @param[out] error what is wrong with the bitcode, when false is returned.
/// Throws nothing but std::bad_alloc.
bool compile_bitcode(std::string_view bitcode, CompiledObject &object, std::string &error);

/// The same for one kernel and for such ND-ranges alone.
bool compile_for_range(std::string_view bitcode, const std::string &kernel, const FixedRange &range,
                       CompiledObject &object, std::string &error);

}  // namespace mux::compiler

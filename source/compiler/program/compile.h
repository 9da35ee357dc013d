/// @file
/// From bitcode to an ELF object for this CPU: what load_program() does before it loads, also used
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

/// Compiles spir64 bitcode for the CPU of this process.
///
/// @param[out] error what is wrong with the bitcode, when false is returned.
/// Throws nothing but std::bad_alloc.
bool compile_bitcode(std::string_view bitcode, CompiledObject &object, std::string &error);

}  // namespace mux::compiler

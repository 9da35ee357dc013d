/// @file
/// From bitcode to an ELF object: what a program does before it loads code, also used to compile
/// ahead of time.

#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "compiler/abi/kernel_abi.h"

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

/// Checks all that can be checked without generating code: that the bitcode is well-formed, and
/// that no kernel needs a function or a feature that does not exist here. What is found later
/// concerns one kernel: memory or barriers that are too many, or a format of printf that is not
/// known.
///
/// @param[out] error what is wrong with the bitcode, when false is returned.
/// Throws nothing but std::bad_alloc.
bool inspect_bitcode(std::string_view bitcode, ProgramOutline &outline, std::string &error);

/// Bitcode of the same program whose code initializes memory, however it is compiled.
///
/// @param bitcode checked.
/// @param[out] error what is wrong with the bitcode, when false is returned.
/// Throws nothing but std::bad_alloc.
bool mark_bitcode(std::string_view bitcode, InitializedMemory initialized, std::string &marked,
                  std::string &error);

/// Compiles spir64 bitcode for code_target() (pipeline/host_target.h), whether or not it could run
/// here.
///
/// @param[out] error what is wrong with the bitcode, when false is returned.
/// Throws nothing but std::bad_alloc.
bool compile_bitcode(std::string_view bitcode, RequiredGroups required_groups,
                     CompiledObject &object, std::string &error);

/// The same for one kernel.
bool compile_kernel(std::string_view bitcode, const std::string &kernel,
                    RequiredGroups required_groups, CompiledObject &object, std::string &error);

/// The same as compile_bitcode() for one kernel, compiled before, and what it is specialized for;
/// any ND-ranges, also for a kernel that requires a local size, unless the specialization says
/// more.
bool compile_specialized(std::string_view bitcode, const KernelDescription &kernel,
                         const Specialization &specialization, CompiledObject &object,
                         std::string &error);

}  // namespace mux::compiler

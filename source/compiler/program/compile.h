/// @file
/// From bitcode to an ELF object: what load_program() does before it loads, also used
/// to compile ahead of time.

#pragma once

#include <cstdint>
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

/// The groups of a kernel that requires a local size (reqd_work_group_size).
enum class RequiredGroups : uint8_t {
  /// Those at the end of an ND-range may be smaller.
  any,
  /// They are full: the size of every group is known.
  full,
};

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

/// The same for all kernels, in several objects, which may be loaded in any order: kernels that
/// share no memory are compiled side by side, on threads that end before it returns.
bool compile_in_parallel(std::string_view bitcode, RequiredGroups required_groups,
                         std::vector<CompiledObject> &objects, std::string &error);

/// The same as compile_bitcode() for one kernel, compiled before, and what it is specialised for;
/// any ND-ranges, also for a kernel that requires a local size, unless the specialisation says
/// more.
bool compile_specialised(std::string_view bitcode, const KernelDescription &kernel,
                         const Specialisation &specialisation, CompiledObject &object,
                         std::string &error);

}  // namespace mux::compiler

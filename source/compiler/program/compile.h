/// @file
/// From bitcode to an ELF object: what a program does before it loads code, also used to compile
/// ahead of time.

#pragma once

#include <string>
#include <string_view>

#include "compiler/abi/kernel_abi.h"
#include "compiler/program/compiled_object.h"

namespace mux::compiler {

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

/// Finds out what code of the kernel for full groups would be described as, which takes a tenth of
/// the time that it takes to generate it.
bool describe_kernel(std::string_view bitcode, const std::string &kernel,
                     KernelDescription &description, std::string &error);

/// The same as compile_bitcode() for one kernel, described before, and what it is specialized for;
/// any ND-ranges, also for a kernel that requires a local size, unless the specialization says
/// more.
bool compile_specialized(std::string_view bitcode, const KernelDescription &kernel,
                         const Specialization &specialization, CompiledObject &object,
                         std::string &error);

}  // namespace mux::compiler

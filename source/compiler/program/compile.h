/// @file
/// From bitcode to an ELF object: what a program does before it loads code, also used to compile
/// ahead of time. What the cache has is taken from there; the code generator, which may have to be
/// loaded first, is asked for the rest.

#pragma once

#include <string>
#include <string_view>

#include "compiler/abi/kernel_abi.h"
#include "compiler/interface/compile_request.h"
#include "compiler/interface/compiled_object.h"
#include "compiler/program/program_bitcode.h"

namespace mux::compiler {

/// CodeGenerator::inspect().
/// Throws nothing but std::bad_alloc and CompilerMissing.
bool inspect_bitcode(std::string_view bitcode, ProgramOutline &outline, std::string &error);

/// CodeGenerator::mark().
/// Throws nothing but std::bad_alloc and CompilerMissing.
bool mark_bitcode(std::string_view bitcode, InitializedMemory initialized, std::string &marked,
                  std::string &error);

/// Compiles spir64 bitcode for code_target() (processor/host_target.h), whether or not it could run
/// here.
///
/// @param[out] error what is wrong with the bitcode, or that there is no code generator, when false
/// is returned.
/// Throws nothing but std::bad_alloc.
bool compile_bitcode(std::string_view bitcode, RequiredGroups required_groups,
                     CompiledObject &object, std::string &error);

/// The same for one kernel.
bool compile_kernel(const ProgramBitcode &bitcode, const std::string &kernel,
                    RequiredGroups required_groups, CompiledObject &object, std::string &error);

/// Finds out what code of the kernel for full groups would be described as, which takes a tenth of
/// the time that it takes to generate it.
bool describe_kernel(const ProgramBitcode &bitcode, const std::string &kernel,
                     KernelDescription &description, std::string &error);

/// The same as compile_bitcode() for one kernel, described before, and what it is specialized for;
/// any ND-ranges, also for a kernel that requires a local size, unless the specialization says
/// more.
bool compile_specialized(const ProgramBitcode &bitcode, const KernelDescription &kernel,
                         const Specialization &specialization, CompiledObject &object,
                         std::string &error);

}  // namespace mux::compiler

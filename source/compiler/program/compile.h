/// @file
/// Compiles bitcode to an ELF object, for loading or ahead of time. Results are taken from the
/// cache if they are in it; otherwise they come from the code generator, which may have to be
/// loaded first.

#pragma once

#include <string>
#include <string_view>

#include "compiler/abi/kernel_abi.h"
#include "compiler/abi/kernel_description.h"
#include "compiler/abi/specialization.h"
#include "compiler/interface/compile_request.h"
#include "compiler/interface/compiled_object.h"
#include "compiler/program/program_bitcode.h"

namespace mux::compiler {

/// CodeGenerator::inspect(), cached. Throws nothing but std::bad_alloc and CompilerMissing.
bool inspect_bitcode(std::string_view bitcode, ProgramOutline &outline, std::string &error);

/// CodeGenerator::mark().
/// Throws nothing but std::bad_alloc and CompilerMissing.
bool mark_bitcode(std::string_view bitcode, InitializedMemory initialized, std::string &marked,
                  std::string &error);

/// Compiles spir64 bitcode for code_target() (processor/host_target.h), whether or not it can run
/// on the host.
///
/// @param[out] error what is wrong with the bitcode, or that there is no code generator, when false
/// is returned.
/// Throws nothing but std::bad_alloc.
bool compile_bitcode(std::string_view bitcode, RequiredGroups required_groups,
                     CompiledObject &object, std::string &error);

/// The same for one kernel, or all if `kernel` is empty.
bool compile_kernel(const ProgramBitcode &bitcode, const std::string &kernel,
                    RequiredGroups required_groups, CompiledObject &object, std::string &error);

/// Describes the kernel's code for full work-groups, in a tenth of the time that generating it
/// takes.
bool describe_kernel(const ProgramBitcode &bitcode, const std::string &kernel,
                     KernelDescription &description, std::string &error);

/// Compiles one described kernel for a specialization. The code runs any ND-range that the
/// specialization allows, also for a kernel that requires a local size.
bool compile_specialized(const ProgramBitcode &bitcode, const KernelDescription &kernel,
                         const Specialization &specialization, CompiledObject &object,
                         std::string &error);

}  // namespace mux::compiler

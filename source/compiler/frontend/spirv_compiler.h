/// @file
/// From SPIR-V to a container: what muxCompile() does with a module. Keeps nothing between calls,
/// so any number of threads may compile at once.

#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "compiler/interface/source_request.h"
#include "compiler/interface/source_result.h"
#include "compiler/interface/specialization.h"

namespace mux::compiler {

/// @param request its source is a SPIR-V module. Headers and options about the text of a program
/// mean nothing for it.
/// @param[out] container the bytes of a container, on success.
/// @param[out] log what is wrong.
/// Throws nothing but std::bad_alloc and CompilerMissing.
SourceResult compile_spirv(const SourceRequest &request,
                           std::span<const spirv::SpecializationValue> specialization,
                           std::string &container, std::string &log);

/// LanguageFrontend::list_constants(). Throws nothing but std::bad_alloc and CompilerMissing.
bool list_constants(std::string_view module, std::vector<spirv::SpecializationConstant> &constants,
                    std::string &error);

}  // namespace mux::compiler

/// @file
/// Compiles SPIR-V to a container, for muxCompile(). There is no state between calls, so threads
/// may compile concurrently.

#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "compiler/interface/source_request.h"
#include "compiler/interface/source_result.h"
#include "compiler/interface/specialization.h"

namespace mux::compiler {

/// @param request its source is a SPIR-V module. Headers and options of the source language are
/// ignored.
/// @param[out] container the bytes of a container, on success.
/// @param[out] log the errors.
/// Throws nothing but std::bad_alloc and CompilerMissing.
SourceResult compile_spirv(const SourceRequest &request,
                           std::span<const spirv::SpecializationValue> specialization,
                           std::string &container, std::string &log);

/// LanguageFrontend::list_constants(). Throws nothing but std::bad_alloc and CompilerMissing.
bool list_constants(std::string_view module, std::vector<spirv::SpecializationConstant> &constants,
                    std::string &error);

}  // namespace mux::compiler

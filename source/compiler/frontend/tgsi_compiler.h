/// @file
/// Compiles TGSI to a container, for muxCompile(), and describes it. There is no state between
/// calls, so threads may compile concurrently.

#pragma once

#include <mux/gallium/shader_interface.h>

#include <string>
#include <string_view>

#include "compiler/interface/source_request.h"
#include "compiler/interface/source_result.h"

namespace mux::compiler {

/// @param request its source is a shader. Headers and options of the source language are ignored.
/// @param[out] container the bytes of a container, on success.
/// @param[out] log the errors.
/// Throws nothing but std::bad_alloc and CompilerMissing.
SourceResult compile_tgsi(const SourceRequest &request, std::string &container, std::string &log);

/// LanguageFrontend::describe_shader(). Throws nothing but std::bad_alloc and CompilerMissing.
bool describe_tgsi(std::string_view text, mux_shader_interface_t &description, std::string &error);

}  // namespace mux::compiler

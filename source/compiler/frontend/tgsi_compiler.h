/// @file
/// Compiles TGSI to a container, for muxCompile(). There is no state between calls, so threads may
/// compile concurrently.

#pragma once

#include <string>

#include "compiler/interface/source_request.h"
#include "compiler/interface/source_result.h"

namespace mux::compiler {

/// @param request its source is a shader. Headers and options of the source language are ignored.
/// @param[out] container the bytes of a container, on success.
/// @param[out] log the errors.
/// Throws nothing but std::bad_alloc and CompilerMissing.
SourceResult compile_tgsi(const SourceRequest &request, std::string &container, std::string &log);

}  // namespace mux::compiler

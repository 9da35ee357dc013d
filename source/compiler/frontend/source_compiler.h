/// @file
/// Compiles OpenCL C source to a container: muxCompile() after its parameters have been checked.
/// There is no state between calls, so threads may compile concurrently.

#pragma once

#include <string>

#include "compiler/interface/source_request.h"
#include "compiler/interface/source_result.h"

namespace mux::compiler {

/// @param[out] container the bytes of a container, on success.
/// @param[out] log the diagnostics, one a line.
/// Throws nothing but std::bad_alloc and CompilerMissing.
SourceResult compile_source(const SourceRequest &request, std::string &container, std::string &log);

}  // namespace mux::compiler

/// @file
/// From OpenCL C source to a container: what muxCompile() does once its parameters are checked.
/// Keeps nothing between calls, so any number of threads may compile at once.

#pragma once

#include <string>

#include "compiler/interface/source_request.h"
#include "compiler/interface/source_result.h"

namespace mux::compiler {

/// @param[out] container the bytes of a container, on success.
/// @param[out] log the messages of the compiler, one a line.
/// Throws nothing but std::bad_alloc and CompilerMissing.
SourceResult compile_source(const SourceRequest &request, std::string &container, std::string &log);

}  // namespace mux::compiler

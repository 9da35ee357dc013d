/// @file
/// The files in memory of a compilation. The source's path is fixed, because its name can be an
/// arbitrary string.
#pragma once

#include <string>
#include <vector>

#include "codegen/clang/include_file_system.h"
#include "compiler/interface/source_request.h"

namespace mux::compiler {

inline constexpr const char *source_path = "/__mux_opencl__/__mux_source__.cl";
inline constexpr const char *prelude_path = "/__mux_opencl__/__mux_prelude__.h";

/// @param log receives a line for each header with an invalid name.
/// @return whether all headers could be added under their names.
bool add_headers(const std::vector<EmbeddedHeader> &headers, IncludeFileSystem &files,
                 llvm::raw_ostream &log);

}  // namespace mux::compiler

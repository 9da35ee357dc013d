/// @file
/// The files in memory that a compilation sees. The source's own name is not its path, because it
/// can be anything.
#pragma once

#include <string>
#include <vector>

#include "compiler/clang/include_file_system.h"
#include "compiler/interface/source_request.h"

namespace mux::compiler {

inline constexpr const char *source_path = "/__mux_opencl__/__mux_source__.cl";
inline constexpr const char *prelude_path = "/__mux_opencl__/__mux_prelude__.h";

/// @param log gets a line for each header that has no proper name.
/// @return whether all can be reached by their names.
bool add_headers(const std::vector<EmbeddedHeader> &headers, IncludeFileSystem &files,
                 llvm::raw_ostream &log);

}  // namespace mux::compiler

/// @file
/// Compiles OpenCL C source to LLVM bitcode for spir64, with Clang as a library.
///
/// There is no state between calls, so threads may compile concurrently. Needs a large stack
/// (generate/large_stack.h).

#pragma once

#include <string>

#include "compiler/interface/bitcode.h"
#include "compiler/interface/build_options.h"
#include "compiler/interface/file_record.h"
#include "compiler/interface/source_request.h"

namespace mux::compiler {

/// @param request the source, its headers, and its name for diagnostics.
/// @param options those of the request.
/// @param[out] log Clang's diagnostics; may hold warnings on success.
/// @param[out] record the files that the result depends on: unless they change, neither the bitcode
/// nor the log does.
/// @return whether the source compiled. Throws nothing but std::bad_alloc.
bool compile_with_clang(const SourceRequest &request, const BuildOptions &options, Bitcode &bitcode,
                        std::string &log, FileRecord &record);

}  // namespace mux::compiler

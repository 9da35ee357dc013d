/// @file
/// Clang as a library: OpenCL C source in, LLVM bitcode for spir64 out.
///
/// Keeps nothing between calls, so any number of threads may compile at once. Needs a large stack
/// (large_stack.h).

#pragma once

#include <string>

#include "compiler/interface/bitcode.h"
#include "compiler/interface/build_options.h"
#include "compiler/interface/file_record.h"
#include "compiler/interface/source_request.h"

namespace mux::compiler {

/// @param request the source, its headers, and its name for messages.
/// @param options those of the request.
/// @param[out] log what Clang had to say; may hold warnings on success.
/// @param[out] record what it depends on besides; as long as nothing of that changes, so does
/// neither the bitcode nor the log.
/// @return whether the source compiled. Throws nothing but std::bad_alloc.
bool compile_with_clang(const SourceRequest &request, const BuildOptions &options, Bitcode &bitcode,
                        std::string &log, FileRecord &record);

}  // namespace mux::compiler

/// @file
/// Clang as a library: OpenCL C source in, LLVM bitcode for spir64 out.
///
/// Keeps nothing between calls, so any number of threads may compile at once. Needs a large stack
/// (large_stack.h).

#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "compiler/frontend/build_options.h"

namespace mux::compiler {

struct Bitcode {
  std::string bytes;
  std::vector<std::string> kernel_names;
};

/// @param name of the source, for messages.
/// @param[out] log what Clang had to say; may hold warnings on success.
/// @return whether the source compiled. Throws nothing but std::bad_alloc.
bool compile_with_clang(std::string_view source, const std::string &name,
                        const BuildOptions &options, Bitcode &bitcode, std::string &log);

}  // namespace mux::compiler

/// @file
/// Checks of libmux_compiler.so before the loader maps it and runs its initializers.
#pragma once

#include <string>
#include <string_view>

namespace mux::compiler {

/// Checks that a file is the library with this build id and is not truncated: the loader would
/// accept another build's, and read past the end of a truncated file.
///
/// @return the problem; empty if there is none. Throws nothing but std::bad_alloc.
std::string check_compiler_file(const std::string &path, std::string_view identity);

}  // namespace mux::compiler

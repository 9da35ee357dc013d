/// @file
/// What is looked at before the loader maps the compiler and runs its initializers.
#pragma once

#include <string>
#include <string_view>

namespace mux::compiler {

/// Whether a file is the library with this build id, and as long as it has to be: the loader would
/// take another build's for the right one, and read past the end of one that was cut off.
///
/// @return what is wrong; empty if nothing is. Throws nothing but std::bad_alloc.
std::string check_compiler_file(const std::string &path, std::string_view identity);

}  // namespace mux::compiler

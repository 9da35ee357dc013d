/// @file
/// Gives the headers of a program their own names in diagnostics and in `__FILE__`, instead of
/// their virtual paths.

#pragma once

#include <string>

namespace clang {
class Preprocessor;
}

namespace mux::compiler {

/// Names files below a folder relative to it. Must be called before the first token is read.
/// @param folder absolute, without a trailing slash.
void name_headers(clang::Preprocessor &preprocessor, std::string folder);

}  // namespace mux::compiler

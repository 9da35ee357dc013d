/// @file
/// Lets the headers of a program have their own names in messages and in `__FILE__`, wherever they
/// seem to lie.

#pragma once

#include <string>

namespace clang {
class Preprocessor;
}

namespace mux::compiler {

/// Names files below a folder as that folder sees them. Before the first token is read.
/// @param folder absolute, without a slash at its end.
void name_headers(clang::Preprocessor &preprocessor, std::string folder);

}  // namespace mux::compiler

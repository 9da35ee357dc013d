/// @file
/// Functions and names of extensions that the device has and Clang's own tables do not declare.
/// Functions that need no operation of their own are written down.

#pragma once

#include <string>

namespace mux::compiler {

/// Preprocessor lines and declarations to follow Clang's header, the extensions' macros included.
std::string extension_functions();

}  // namespace mux::compiler

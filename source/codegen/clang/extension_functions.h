/// @file
/// Declarations of extension functions and names that the device supports but Clang's tables do not
/// declare. Functions that can be expressed by others are defined here.

#pragma once

#include <string>

namespace mux::compiler {

/// Preprocessor directives and declarations to be appended to Clang's header, including the
/// extensions' macros.
std::string extension_functions();

}  // namespace mux::compiler

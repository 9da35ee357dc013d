/// @file
/// Functions of extensions that the device has and Clang's own tables do not declare.

#pragma once

#include <string_view>

namespace mux::compiler {

/// Preprocessor lines and declarations to follow Clang's header, the extensions' macros included.
std::string_view extension_functions();

}  // namespace mux::compiler

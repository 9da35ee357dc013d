/// @file
/// The OpenCL C extensions and features of the device, and how they are passed to Clang.
///
/// Clang queries its target for extensions, and every spir64 target has all of them. So all are
/// disabled and the supported ones enabled, and macros that Clang's own header defines
/// unconditionally are undefined again, or defined where it does not. The built-in functions of an
/// unsupported feature are then not declared either.

#pragma once

#include <string>

namespace mux::compiler {

/// Clang's command-line argument for the extensions and features.
std::string extension_argument();

/// Preprocessor directives to follow Clang's header: they undefine what the device lacks, and
/// define what the header defines only in some versions of OpenCL C.
std::string correct_features();

}  // namespace mux::compiler

/// @file
/// The OpenCL C extensions and features that kernels may use: what the device reports, as Clang
/// needs to hear it.
///
/// Clang asks the target which extensions there are, and takes every spir64 target for one that has
/// them all. So all are switched off and ours switched on, and the macros that Clang's own header
/// defines without asking are removed again, or defined where it does not. The built-in functions
/// of an absent feature are then not declared either.

#pragma once

#include <string>

namespace mux::compiler {

/// The argument of Clang that names the extensions and features of the language proper.
std::string extension_argument();

/// Preprocessor lines to follow Clang's header: they take away what the device lacks, and add what
/// the header defines in some versions of OpenCL C only.
std::string correct_features();

}  // namespace mux::compiler

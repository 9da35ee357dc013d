/// @file
/// Attribute that marks the functions of the OpenCL C library, as opposed to the program's own.

#pragma once

#include <llvm/ADT/StringRef.h>

namespace mux::compiler {

/// Attribute of the functions whose bodies the library of built-ins supplied.
inline constexpr llvm::StringLiteral builtin_attribute = "mux.builtin";

}  // namespace mux::compiler

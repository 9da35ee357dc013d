/// @file
/// How functions of the OpenCL C library are told from the program's.

#pragma once

#include <llvm/ADT/StringRef.h>

namespace mux::compiler {

/// The attribute of functions that the library of built-ins has given a body.
inline constexpr llvm::StringLiteral builtin_attribute = "mux.builtin";

}  // namespace mux::compiler

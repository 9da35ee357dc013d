/// @file
/// The scalar library (library/library.cl) as it was compiled when Mux was built.

#pragma once

#include <string_view>

namespace mux::compiler::builtins {

/// LLVM bitcode for spir64. The bytes live as long as the program.
std::string_view library_bitcode();

}  // namespace mux::compiler::builtins

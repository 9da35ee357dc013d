/// @file
/// The embedded bitcode of the scalar library (library/library.cl), compiled when Mux is built.

#pragma once

#include <string_view>

namespace mux::compiler::builtins {

/// LLVM bitcode for spir64, with static storage duration.
std::string_view library_bitcode();

}  // namespace mux::compiler::builtins

/// @file
/// Which build of libmux_compiler.so belongs to this library.
#pragma once

#include <string_view>

namespace mux::compiler {

/// The build id that its linker gave it. Written down when both are built, so the build id of this
/// library stands for the compiler as well.
std::string_view compiler_identity();

}  // namespace mux::compiler

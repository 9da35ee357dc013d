/// @file
/// The build id of the libmux_compiler.so that belongs to this library.
#pragma once

#include <string_view>

namespace mux::compiler {

/// The build id that the linker gave to libmux_compiler.so. It is embedded when Mux is built, so
/// that the build id of this library identifies the compiler as well.
std::string_view compiler_identity();

}  // namespace mux::compiler

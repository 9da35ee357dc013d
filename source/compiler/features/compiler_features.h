/// @file
/// What muxGetCompilerFeatures() tells: the tables by which the frontend compiles.

#pragma once

#include <mux/compiler.h>

namespace mux::compiler {

/// @return the same for as long as the library is loaded; NULL without the frontend.
const mux_compiler_features_t *compiler_features();

}  // namespace mux::compiler

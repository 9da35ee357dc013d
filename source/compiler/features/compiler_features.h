/// @file
/// The tables behind muxGetCompilerFeatures(), which the frontend uses too.

#pragma once

#include <mux/compiler.h>

namespace mux::compiler {

/// @return a pointer that is valid as long as the library is loaded; NULL without the frontend.
const mux_compiler_features_t *compiler_features();

}  // namespace mux::compiler

/// @file
/// The last step of a compilation: converts bitcode to the requested output.

#pragma once

#include <string>

#include "compiler/frontend/contain.h"

namespace mux::compiler {

/// @param name of the source, for diagnostics.
/// @param output one of ::mux_compile_output_e.
/// @return false if the bitcode cannot be compiled to this output, with the reason in the log.
/// Throws nothing but std::bad_alloc.
bool finish_bitcode(const std::string &name, uint32_t output, Bitcode bitcode,
                    std::string &container, std::string &log);

}  // namespace mux::compiler

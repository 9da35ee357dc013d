/// @file
/// The last step of compiling: bitcode as what was asked for.

#pragma once

#include <string>

#include "compiler/frontend/contain.h"

namespace mux::compiler {

/// @param name of the source, for messages.
/// @param output one of ::mux_compile_output_e.
/// @return false if the bitcode cannot be compiled to what is asked for; the log says why. Throws
/// nothing but std::bad_alloc.
bool finish_bitcode(const std::string &name, uint32_t output, Bitcode bitcode,
                    std::string &container, std::string &log);

}  // namespace mux::compiler

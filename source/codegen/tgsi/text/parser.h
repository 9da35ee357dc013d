/// @file
/// Parses shaders in TGSI text, as Mesa 22.3 prints it, of all stages.

#pragma once

#include <string_view>

#include "codegen/tgsi/text/program.h"

namespace mux::compiler::tgsi {

/// Accepts arbitrary bytes. Memory is proportional to the length of the text. Throws TextError with
/// the line and the word that is wrong.
Program parse_program(std::string_view text);

}  // namespace mux::compiler::tgsi

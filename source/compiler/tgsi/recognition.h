/// @file
/// Recognizes shaders in TGSI text, as Mesa 22.3 prints it. No parser: what is wrong with a text is
/// found when it is translated.

#pragma once

#include <string_view>

namespace mux::compiler::tgsi {

/// Whether the first line is the name of a shader stage alone and the second one begins as a line
/// of a shader does: a property, a declaration, an immediate or a numbered instruction. Accepts
/// arbitrary bytes.
bool is_tgsi(std::string_view text);

}  // namespace mux::compiler::tgsi

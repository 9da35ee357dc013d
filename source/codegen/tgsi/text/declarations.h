/// @file
/// Parses the lines before a shader's instructions.

#pragma once

#include <utility>

#include "codegen/tgsi/text/cursor.h"
#include "codegen/tgsi/text/program.h"

namespace mux::compiler::tgsi {

// Each parses a line after its first word, to its end. They throw TextError.

/// "PROPERTY name value".
std::pair<Property, uint32_t> parse_property(Cursor &cursor, Stage stage);

/// "DCL file[...], attribute, ...".
Declaration parse_declaration(Cursor &cursor, Stage stage);

/// "IMM[n] type {number, ...}".
/// @param expected the n that must follow.
Immediate parse_immediate(Cursor &cursor, uint32_t expected);

/// Parses "xyzw" or a part of it, in this order. Throws TextError.
Mask parse_mask(Cursor &cursor);

}  // namespace mux::compiler::tgsi

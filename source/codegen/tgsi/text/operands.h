/// @file
/// Parses and validates the operands of instructions.

#pragma once

#include "codegen/tgsi/text/cursor.h"
#include "codegen/tgsi/text/declared_registers.h"
#include "codegen/tgsi/text/program.h"

namespace mux::compiler::tgsi {

/// What the operands of a shader may refer to.
struct OperandScope {
  Stage stage;
  const DeclaredRegisters &declared;
  /// Number of immediates.
  size_t immediates;
};

// They throw TextError.

/// "reg.mask".
Destination parse_destination(Cursor &cursor, const OperandScope &scope, const OpcodeInfo &info);

/// "-|reg.xyzw|".
/// @param position of the operand among the sources.
Source parse_source(Cursor &cursor, const OperandScope &scope, const OpcodeInfo &info,
                    size_t position);

/// A texel offset, "reg.xyz".
Source parse_offset(Cursor &cursor, const OperandScope &scope);

}  // namespace mux::compiler::tgsi

/// @file
/// The table of opcodes: their operands and types.

#pragma once

#include <cstdint>
#include <string_view>

#include "codegen/tgsi/text/names.h"

namespace mux::compiler::tgsi {

enum class Opcode : uint8_t {
#define TGSI_OPCODE(name, destinations, sources, form, shape, result, source, stages) name,
#include "codegen/tgsi/text/opcode_list.inc"
#undef TGSI_OPCODE
};

/// Which files the operands may name, and what follows them.
enum class Form : uint8_t {
  plain,
  /// The last source is a sampler; a target and texel offsets follow.
  texture,
  /// The first source is a buffer, an image, shared memory or an atomic counter; a target, a format
  /// and qualifiers may follow.
  resource,
  /// The destination is a buffer, an image or shared memory; otherwise as `resource`.
  store,
  /// The first source is an input.
  interpolation,
  /// A label may follow.
  flow,
  /// The same, for what is not part of structured flow control.
  subroutine,
};

/// Which components of the sources a component of the result depends on.
enum class Shape : uint8_t {
  /// Each on the same component.
  component,
  /// All on the first component.
  scalar,
  /// Both words of a 64-bit value on those of 64-bit values.
  pair,
  /// The first component of each pair on 64-bit values.
  pair_test,
  /// The first and second pair on the first and second component.
  widening,
  /// The first and second component on the first and second pair.
  narrowing,
  other,
};

/// The type of an operand; that of most registers is a hint only.
enum class Type : uint8_t { raw, f32, i32, f64, i64 };

struct OpcodeInfo {
  std::string_view name;
  uint8_t destinations;
  uint8_t sources;
  Form form;
  Shape shape;
  Type result;
  Type source;
  StageSet stages;
};

const OpcodeInfo &info_of(Opcode opcode);

/// Whether it stores, or is an atomic operation.
constexpr bool writes_memory(Opcode opcode) {
  return opcode == Opcode::STORE || (opcode >= Opcode::ATOMUADD && opcode <= Opcode::ATOMDEC_WRAP);
}

/// An opcode as it is written: with suffixes.
struct WrittenOpcode {
  Opcode opcode;
  bool saturate = false;
  bool precise = false;
};

/// @return whether the word is an opcode with or without _SAT and _PRECISE.
bool find_opcode(std::string_view word, WrittenOpcode &found);

}  // namespace mux::compiler::tgsi

/// @file
/// What the grammar of SPIR-V says of instructions and their operands, from Khronos' JSON files:
/// names, layouts, and which capabilities and extensions something needs. Knows no LLVM. All
/// tables are constant; every function may be called from any thread and none fails.

#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "compiler/spirv/grammar/enumerants.h"

namespace mux::compiler::spirv {

enum class Quantifier : uint8_t { once, optional, repeated };

/// As the grammar calls them.
enum class Category : uint8_t { BitEnum, ValueEnum, Id, Literal, Composite };

struct Operand {
  OperandKind kind;
  Quantifier quantifier;
  std::string_view name;
};

/// An instruction of the core or, with the operands of OpExtInst, of an extended set.
struct InstructionGrammar {
  uint32_t opcode;
  std::string_view name;
  std::span<const Operand> operands;
  /// One of these is enough.
  std::span<const std::string_view> capabilities;
  std::span<const std::string_view> extensions;
};

struct Enumerant {
  uint32_t value;
  std::string_view name;
  std::span<const OperandKind> parameters;
  std::span<const std::string_view> capabilities;
  std::span<const std::string_view> extensions;
};

struct KindGrammar {
  std::string_view name;
  Category category;
  std::span<const Enumerant> enumerants;
  /// What a composite is made of.
  std::span<const OperandKind> bases;
};

/// By increasing opcode.
std::span<const InstructionGrammar> all_instructions();
/// OpenCL.std.
std::span<const InstructionGrammar> opencl_functions();
/// Indexed by OperandKind.
std::span<const KindGrammar> operand_kinds();

/// NULL if there is no such instruction.
const InstructionGrammar *find_instruction(uint32_t opcode);
const InstructionGrammar *find_opencl_function(uint32_t opcode);
/// NULL if there is no such value.
const Enumerant *find_enumerant(OperandKind kind, uint32_t value);

/// "OpLoad", or "opcode 4711".
std::string instruction_name(uint32_t opcode);
/// The name of a value, or the value.
std::string enumerant_name(OperandKind kind, uint32_t value);
/// "capability A or B", "capability A, extension X", or nothing.
std::string needs_of(const InstructionGrammar &instruction);

}  // namespace mux::compiler::spirv

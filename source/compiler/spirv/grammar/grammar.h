/// @file
/// The grammar of SPIR-V, generated from Khronos' JSON files: names and layouts of instructions and
/// operands, and the capabilities and extensions that they require. Independent of LLVM. All tables
/// are constant; every function may be called from any thread and none fails.

#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "compiler/spirv/grammar/enumerants.h"

namespace mux::compiler::spirv {

enum class Quantifier : uint8_t { once, optional, repeated };

/// Operand categories, named as in the grammar.
enum class Category : uint8_t { BitEnum, ValueEnum, Id, Literal, Composite };

struct Operand {
  OperandKind kind;
  Quantifier quantifier;
  std::string_view name;
};

/// An instruction of the core grammar or, with the operands of OpExtInst, of an extended
/// instruction set.
struct InstructionGrammar {
  uint32_t opcode;
  std::string_view name;
  std::span<const Operand> operands;
  /// Any one of these is sufficient.
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
  /// The operand kinds that a composite consists of.
  std::span<const OperandKind> bases;
};

/// Sorted by opcode.
std::span<const InstructionGrammar> all_instructions();
/// The instructions of OpenCL.std.
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
/// The name of an enumerant, or its value if it is unknown.
std::string enumerant_name(OperandKind kind, uint32_t value);
/// The requirements as text: "capability A or B", "capability A, extension X", or empty.
std::string requirements_of(const InstructionGrammar &instruction);

}  // namespace mux::compiler::spirv

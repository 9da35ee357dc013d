/// @file
/// Tables of the functions that translate instructions, by opcode.

#pragma once

#include <span>

#include "codegen/tgsi/body/body.h"

namespace mux::compiler::tgsi {

/// Computes a component (or a 64-bit value) of the result from those of the sources, for all shapes
/// but Shape::other.
/// @param sources of the opcode's source type.
/// @return a value of the opcode's result type.
using Compute = llvm::Value *(*)(Body &body, llvm::ArrayRef<llvm::Value *> sources);

struct ComputedOpcode {
  Opcode opcode;
  Compute compute;
};

/// Translates an instruction of the shape Shape::other.
using Translate = void (*)(Body &body, const Instruction &instruction);

struct TranslatedOpcode {
  Opcode opcode;
  Translate translate;
};

/// Translates one instruction. Throws TextError.
void translate_instruction(Body &body, const Instruction &instruction);

// The table of each source file.
std::span<const ComputedOpcode> float_instructions();
std::span<const ComputedOpcode> comparison_instructions();
std::span<const ComputedOpcode> integer_instructions();
std::span<const ComputedOpcode> bit_instructions();
std::span<const ComputedOpcode> conversion_instructions();
std::span<const ComputedOpcode> double_instructions();
std::span<const ComputedOpcode> long_instructions();
std::span<const TranslatedOpcode> vector_instructions();
std::span<const TranslatedOpcode> control_flow_instructions();
std::span<const TranslatedOpcode> synchronization_instructions();
std::span<const TranslatedOpcode> memory_instructions();
std::span<const TranslatedOpcode> atomic_instructions();
std::span<const TranslatedOpcode> texture_instructions();
std::span<const TranslatedOpcode> fragment_instructions();
std::span<const TranslatedOpcode> interpolation_instructions();
std::span<const TranslatedOpcode> geometry_instructions();

}  // namespace mux::compiler::tgsi

/// @file
/// Table of the functions that translate instructions, by opcode.

#pragma once

#include <span>

#include "codegen/spirv/body/body.h"

namespace mux::compiler::spirv {

/// Translates an instruction.
/// @return the result's value; NULL if the instruction has no result.
using Translate = llvm::Value *(*)(Body &, const Instruction &);

struct TranslatedOpcode {
  Op opcode;
  Translate translate;
};

/// NULL if the instruction is not supported in functions.
Translate find_translation(Op opcode);
/// NULL if the opcode is not supported in OpSpecConstantOp.
Translate find_constant_translation(Op opcode);

/// Translates one instruction and records its result. Throws ModuleError.
void translate_instruction(Body &body, const Instruction &instruction, Translate translate);

// The table of each source file.
std::span<const TranslatedOpcode> arithmetic_instructions();
std::span<const TranslatedOpcode> bit_instructions();
std::span<const TranslatedOpcode> comparison_instructions();
std::span<const TranslatedOpcode> conversion_instructions();
std::span<const TranslatedOpcode> composite_instructions();
std::span<const TranslatedOpcode> address_instructions();
std::span<const TranslatedOpcode> memory_instructions();
std::span<const TranslatedOpcode> control_flow_instructions();
std::span<const TranslatedOpcode> atomic_instructions();
std::span<const TranslatedOpcode> synchronization_instructions();
std::span<const TranslatedOpcode> group_instructions();
std::span<const TranslatedOpcode> sub_group_instructions();
std::span<const TranslatedOpcode> image_instructions();
std::span<const TranslatedOpcode> event_instructions();
std::span<const TranslatedOpcode> pipe_instructions();
std::span<const TranslatedOpcode> dot_product_instructions();
std::span<const TranslatedOpcode> clock_instructions();
std::span<const TranslatedOpcode> opencl_instructions();

}  // namespace mux::compiler::spirv

/// @file
/// Modules with a single instruction of the grammar.

#pragma once

#include <cstdint>
#include <vector>

#include "compiler/spirv/grammar/grammar.h"

namespace mux::test {

/// The id bound of these modules.
inline constexpr uint32_t id_bound = 8;

void append_instruction(std::vector<uint32_t> &words, compiler::spirv::Op opcode,
                        const std::vector<uint32_t> &operands);

/// A module with the instruction in a function. Only the number and kinds of its operands are
/// valid.
std::vector<uint32_t> module_with(const compiler::spirv::InstructionGrammar &instruction);

/// Others are module-scope instructions.
bool belongs_into_function(const compiler::spirv::InstructionGrammar &instruction);

}  // namespace mux::test

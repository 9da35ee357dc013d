/// @file
/// Modules that ask for one instruction of the grammar, whatever it is.

#pragma once

#include <cstdint>
#include <vector>

#include "compiler/spirv/grammar/grammar.h"

namespace mux::test {

/// Of the ids in these modules.
inline constexpr uint32_t id_bound = 8;

void append_instruction(std::vector<uint32_t> &words, compiler::spirv::Op opcode,
                        const std::vector<uint32_t> &operands);

/// A module with the instruction in a function. Of its operands only the number and the kinds are
/// right.
std::vector<uint32_t> module_with(const compiler::spirv::InstructionGrammar &instruction);

/// Others stand outside of functions, or make types and constants.
bool belongs_into_function(const compiler::spirv::InstructionGrammar &instruction);

}  // namespace mux::test

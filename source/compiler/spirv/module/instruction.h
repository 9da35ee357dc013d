/// @file
/// One instruction of a module, and how it is decoded by the grammar.

#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "compiler/spirv/grammar/grammar.h"
#include "compiler/spirv/module/refusal.h"
#include "compiler/spirv/module/words.h"

namespace mux::compiler::spirv {

struct Instruction {
  Op opcode = Op::Nop;
  /// Counts words from the start of the module.
  uint32_t offset = 0;
  /// The ids of its type and of itself; 0 if there is none.
  uint32_t type = 0;
  uint32_t result = 0;
  /// All words after these. There are at least as many as the grammar says, and every id in them is
  /// below the module's bound and not 0.
  std::span<const uint32_t> operands;

  std::string name() const { return instruction_name(static_cast<uint32_t>(opcode)); }
  [[noreturn]] void refuse(const std::string &text) const { throw Refusal(offset, name(), text); }
  void require(bool condition, const char *text) const {
    if (!condition) {
      refuse(text);
    }
  }
};

/// All instructions in their order, checked against the grammar. Their operands point into `words`.
/// Throws Refusal.
std::vector<Instruction> decode_instructions(const Words &words);

/// Checks the words after an opcode of OpSpecConstantOp or OpExtInst. Throws Refusal.
void check_operands(const Words &words, const Instruction &instruction,
                    const InstructionGrammar &grammar, std::span<const uint32_t> operands);

/// The string that begins with the first of the words, which has been checked to end in them.
std::string literal_string(std::span<const uint32_t> words);
/// How many words it takes.
size_t literal_string_words(std::span<const uint32_t> words);

}  // namespace mux::compiler::spirv

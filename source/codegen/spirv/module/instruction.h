/// @file
/// Instructions of a module, decoded and checked by the grammar.

#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "compiler/spirv/grammar/grammar.h"
#include "compiler/spirv/module_error.h"
#include "compiler/spirv/words.h"

namespace mux::compiler::spirv {

struct Instruction {
  Op opcode = Op::Nop;
  /// In words from the start of the module.
  uint32_t offset = 0;
  /// The ids of the result type and the result; 0 if there is none.
  uint32_t type = 0;
  uint32_t result = 0;
  /// The remaining words. There are at least as many as the grammar requires, and every id in them
  /// is less than the module's bound and not 0.
  std::span<const uint32_t> operands;

  std::string name() const { return instruction_name(static_cast<uint32_t>(opcode)); }
  [[noreturn]] void refuse(const std::string &text) const {
    throw ModuleError(offset, name(), text);
  }
  void require(bool condition, const char *text) const {
    if (!condition) {
      refuse(text);
    }
  }
};

/// Decodes all instructions in order and checks them against the grammar. Their operands point into
/// `words`. Throws ModuleError.
std::vector<Instruction> decode_instructions(const Words &words);

/// Checks the operands of the nested opcode of OpSpecConstantOp or OpExtInst. Throws ModuleError.
void check_operands(const Words &words, const Instruction &instruction,
                    const InstructionGrammar &grammar, std::span<const uint32_t> operands);

/// Decodes a literal string. Its termination has been checked.
std::string literal_string(std::span<const uint32_t> words);
/// Length of a literal string in words.
size_t literal_string_words(std::span<const uint32_t> words);

}  // namespace mux::compiler::spirv

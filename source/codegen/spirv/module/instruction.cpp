#include "codegen/spirv/module/instruction.h"

namespace mux::compiler::spirv {
namespace {

constexpr unsigned bytes_of_word = 4;

/// Whether a byte of the word is 0, which terminates a string.
bool ends_string(uint32_t word) {
  for (unsigned byte = 0; byte < bytes_of_word; ++byte) {
    if ((word >> 8 * byte & 0xff) == 0) {
      return true;
    }
  }
  return false;
}

/// Decodes the words of one instruction, operand by operand.
class Decoder {
 public:
  Decoder(uint32_t bound, Instruction &instruction, std::span<const uint32_t> words)
      : bound_(bound), instruction_(instruction), words_(words) {}

  void decode(std::span<const Operand> operands) {
    for (const Operand &operand : operands) {
      decode(operand);
    }
    if (position_ != words_.size()) {
      instruction_.refuse("has " + std::to_string(words_.size() - position_) +
                          " words after its last operand");
    }
  }

 private:
  void decode(const Operand &operand) {
    name_ = operand.name;
    if (operand.quantifier == Quantifier::once) {
      take(operand.kind);
    }
    while (operand.quantifier == Quantifier::repeated && !at_end()) {
      take(operand.kind);
    }
    if (operand.quantifier == Quantifier::optional && !at_end()) {
      take(operand.kind);
    }
  }

  bool at_end() const { return position_ == words_.size(); }

  uint32_t take_word() {
    if (at_end()) {
      instruction_.refuse("ends before the operand '" + std::string(name_) + "'");
    }
    return words_[position_++];
  }

  uint32_t take_id() {
    const uint32_t id = take_word();
    if (id == 0 || id >= bound_) {
      instruction_.refuse("the id " + std::to_string(id) + " of the operand '" +
                          std::string(name_) + "' is not below the bound " +
                          std::to_string(bound_));
    }
    return id;
  }

  void take(OperandKind kind) {
    const KindGrammar &grammar = operand_kinds()[static_cast<size_t>(kind)];
    switch (grammar.category) {
      case Category::Id:
        take_id(kind);
        return;
      case Category::Literal:
        take_literal(kind);
        return;
      case Category::Composite:
        take_pair(kind, grammar);
        return;
      case Category::ValueEnum:
        take_value(kind, grammar, take_word());
        return;
      case Category::BitEnum:
        take_bits(kind, grammar);
        return;
    }
  }

  void take_id(OperandKind kind) {
    const uint32_t id = take_id();
    if (kind == OperandKind::IdResultType) {
      instruction_.type = id;
    } else if (kind == OperandKind::IdResult) {
      instruction_.result = id;
    }
  }

  void take_literal(OperandKind kind) {
    if (kind == OperandKind::LiteralString) {
      while (!ends_string(take_word())) {
      }
      return;
    }
    take_word();
    if (kind == OperandKind::LiteralContextDependentNumber ||
        kind == OperandKind::LiteralExtInstInteger ||
        kind == OperandKind::LiteralSpecConstantOpInteger) {
      // The remaining operands depend on types and instruction sets, which are resolved later.
      position_ = words_.size();
    }
  }

  void take_pair(OperandKind kind, const KindGrammar &grammar) {
    if (kind == OperandKind::PairLiteralIntegerIdRef) {
      // The literal has the selector's width, which is not known here.
      position_ = words_.size();
      return;
    }
    for (const OperandKind base : grammar.bases) {
      take(base);
    }
  }

  void take_value(OperandKind kind, const KindGrammar &grammar, uint32_t value) {
    const Enumerant *enumerant = find_enumerant(kind, value);
    if (enumerant == nullptr) {
      instruction_.refuse(std::string(grammar.name) + " " + std::to_string(value) + " is unknown");
    }
    for (const OperandKind parameter : enumerant->parameters) {
      take(parameter);
    }
  }

  void take_bits(OperandKind kind, const KindGrammar &grammar) {
    const uint32_t mask = take_word();
    for (uint32_t bit = 1; bit != 0; bit <<= 1) {
      if ((mask & bit) != 0) {
        take_value(kind, grammar, bit);
      }
    }
  }

  const uint32_t bound_;
  Instruction &instruction_;
  const std::span<const uint32_t> words_;
  size_t position_ = 0;
  std::string_view name_;
};

}  // namespace

std::vector<Instruction> decode_instructions(const Words &words) {
  std::vector<Instruction> instructions;
  const std::span<const uint32_t> all(words.words);
  for (size_t position = header_words; position < all.size();) {
    Instruction &instruction = instructions.emplace_back();
    instruction.offset = static_cast<uint32_t>(position);
    const uint32_t opcode = all[position] & 0xffff;
    const uint32_t count = all[position] >> 16;
    instruction.opcode = static_cast<Op>(opcode);
    const InstructionGrammar *grammar = find_instruction(opcode);
    if (grammar == nullptr) {
      instruction.refuse("is unknown");
    }
    if (count == 0 || count > all.size() - position) {
      instruction.refuse("has " + std::to_string(count) + " words, but the module has only " +
                         std::to_string(all.size() - position) + " more");
    }
    const auto operands = all.subspan(position + 1, count - 1);
    Decoder(words.bound, instruction, operands).decode(grammar->operands);
    instruction.operands =
        operands.subspan((instruction.type != 0 ? 1 : 0) + (instruction.result != 0 ? 1 : 0));
    position += count;
  }
  return instructions;
}

void check_operands(const Words &words, const Instruction &instruction,
                    const InstructionGrammar &grammar, std::span<const uint32_t> operands) {
  Instruction inner = instruction;
  std::span<const Operand> expected = grammar.operands;
  while (!expected.empty() && (expected.front().kind == OperandKind::IdResultType ||
                               expected.front().kind == OperandKind::IdResult)) {
    expected = expected.subspan(1);
  }
  Decoder(words.bound, inner, operands).decode(expected);
}

std::string literal_string(std::span<const uint32_t> words) {
  std::string text;
  for (const uint32_t word : words) {
    for (unsigned byte = 0; byte < bytes_of_word; ++byte) {
      const char character = static_cast<char>(word >> 8 * byte & 0xff);
      if (character == '\0') {
        return text;
      }
      text += character;
    }
  }
  return text;
}

size_t literal_string_words(std::span<const uint32_t> words) {
  return literal_string(words).size() / bytes_of_word + 1;
}

}  // namespace mux::compiler::spirv

// Atomic operations. They order nothing but accesses of the same word, as in GLSL.

#include <llvm/IR/Constants.h>

#include "codegen/tgsi/instructions/guarded_access.h"
#include "codegen/tgsi/instructions/image_access.h"
#include "codegen/tgsi/instructions/table.h"

namespace mux::compiler::tgsi {
namespace {

using llvm::AtomicOrdering;
using llvm::AtomicRMWInst;
using llvm::Value;

/// The result is the word before, in the first component.
void update(Body &body, const Instruction &instruction,
            llvm::function_ref<Value *(Value *pointer)> build) {
  const Register &place = instruction.sources[0].place;
  Value *pointer = nullptr;
  Value *is_inside = nullptr;
  if (place.file == File::image) {
    const TexelPlace texel =
        find_texel(body, instruction, place, 1, body.builder.getInt64(word_bytes));
    pointer = texel.pointer;
    is_inside = texel.is_inside;
  } else {
    const WordRange range =
        find_words(body, instruction, place, address_of(body, instruction, place, 1), 1);
    pointer = word_pointer(body, range, 0);
    is_inside = range.is_inside;
  }
  const auto before =
      when_inside(body, is_inside, [&] { return llvm::SmallVector<Value *>{build(pointer)}; });
  for (unsigned i = 0; i < component_count; ++i) {
    body.write(instruction, i, i == 0 ? before[0] : body.builder.getInt32(0));
  }
}

template <AtomicRMWInst::BinOp Operation>
void update_word(Body &body, const Instruction &instruction) {
  Value *operand = Operation == AtomicRMWInst::FAdd ? body.read_float(instruction, 2, 0)
                                                    : body.read_integer(instruction, 2, 0);
  update(body, instruction, [&](Value *pointer) {
    return body.builder.CreateAtomicRMW(Operation, pointer, operand, word_alignment,
                                        AtomicOrdering::Monotonic);
  });
}

void compare_and_exchange(Body &body, const Instruction &instruction) {
  Value *expected = body.read_integer(instruction, 2, 0);
  Value *desired = body.read_integer(instruction, 3, 0);
  update(body, instruction, [&](Value *pointer) {
    Value *pair =
        body.builder.CreateAtomicCmpXchg(pointer, expected, desired, word_alignment,
                                         AtomicOrdering::Monotonic, AtomicOrdering::Monotonic);
    return body.builder.CreateExtractValue(pair, 0);
  });
}

constexpr TranslatedOpcode atomic_table[] = {
    {Opcode::ATOMUADD, update_word<AtomicRMWInst::Add>},
    {Opcode::ATOMXCHG, update_word<AtomicRMWInst::Xchg>},
    {Opcode::ATOMCAS, compare_and_exchange},
    {Opcode::ATOMAND, update_word<AtomicRMWInst::And>},
    {Opcode::ATOMOR, update_word<AtomicRMWInst::Or>},
    {Opcode::ATOMXOR, update_word<AtomicRMWInst::Xor>},
    {Opcode::ATOMUMIN, update_word<AtomicRMWInst::UMin>},
    {Opcode::ATOMUMAX, update_word<AtomicRMWInst::UMax>},
    {Opcode::ATOMIMIN, update_word<AtomicRMWInst::Min>},
    {Opcode::ATOMIMAX, update_word<AtomicRMWInst::Max>},
    {Opcode::ATOMFADD, update_word<AtomicRMWInst::FAdd>},
};

}  // namespace

std::span<const TranslatedOpcode> atomic_instructions() {
  return atomic_table;
}

}  // namespace mux::compiler::tgsi

// Operations on the bits of 32-bit integers.

#include "codegen/tgsi/instructions/integer_functions.h"
#include "codegen/tgsi/instructions/table.h"

namespace mux::compiler::tgsi {
namespace {

using llvm::Value;
using Sources = llvm::ArrayRef<Value *>;
namespace Intrinsic = llvm::Intrinsic;

constexpr uint32_t last_bit = word_bits - 1;

Value *complement(Body &body, Sources sources) {
  return body.builder.CreateNot(sources[0]);
}

template <llvm::Instruction::BinaryOps Operation>
Value *shift(Body &body, Sources sources) {
  return body.builder.CreateBinOp(Operation, sources[0],
                                  body.builder.CreateAnd(sources[1], last_bit));
}

/// The lowest `bits` bits set; all for 32 and more.
Value *low_bits(Body &body, Value *bits) {
  llvm::IRBuilder<> &builder = body.builder;
  Value *power = builder.CreateShl(builder.getInt32(1), builder.CreateAnd(bits, last_bit));
  return builder.CreateSelect(builder.CreateICmpUGE(bits, builder.getInt32(word_bits)),
                              builder.getInt32(~0U), builder.CreateSub(power, builder.getInt32(1)));
}

Value *extract_unsigned(Body &body, Sources sources) {
  Value *shifted = shift<llvm::Instruction::LShr>(body, sources.take_front(2));
  return body.builder.CreateAnd(shifted, low_bits(body, sources[2]));
}

Value *extract_signed(Body &body, Sources sources) {
  llvm::IRBuilder<> &builder = body.builder;
  Value *shifted = shift<llvm::Instruction::AShr>(body, sources.take_front(2));
  Value *bits =
      builder.CreateBinaryIntrinsic(Intrinsic::umin, sources[2], builder.getInt32(word_bits));
  // Of no bits the distance is masked to 0, and the result replaced.
  Value *distance =
      builder.CreateAnd(builder.CreateSub(builder.getInt32(word_bits), bits), last_bit);
  Value *extended = builder.CreateAShr(builder.CreateShl(shifted, distance), distance);
  return builder.CreateSelect(builder.CreateIsNull(bits), builder.getInt32(0), extended);
}

/// Base, insert, offset, bits.
Value *insert_bits(Body &body, Sources sources) {
  llvm::IRBuilder<> &builder = body.builder;
  Value *mask = shift<llvm::Instruction::Shl>(body, {low_bits(body, sources[3]), sources[2]});
  Value *inserted = shift<llvm::Instruction::Shl>(body, {sources[1], sources[2]});
  return builder.CreateOr(builder.CreateAnd(inserted, mask),
                          builder.CreateAnd(sources[0], builder.CreateNot(mask)));
}

Value *reverse(Body &body, Sources sources) {
  return body.builder.CreateUnaryIntrinsic(Intrinsic::bitreverse, sources[0]);
}

Value *count_ones(Body &body, Sources sources) {
  return body.call("popcount", sources[0]->getType(), sources, builtins::Element::uint32);
}

/// -1 for 0.
Value *lowest_bit(Body &body, Sources sources) {
  llvm::IRBuilder<> &builder = body.builder;
  Value *index = builder.CreateBinaryIntrinsic(Intrinsic::cttz, sources[0], builder.getFalse());
  return builder.CreateSelect(builder.CreateIsNull(sources[0]), builder.getInt32(~0U), index);
}

/// -1 for 0, of which 32 zeros are counted.
Value *highest_bit(Body &body, Sources sources) {
  return body.builder.CreateSub(
      body.builder.getInt32(last_bit),
      body.call("clz", sources[0]->getType(), sources, builtins::Element::uint32));
}

Value *highest_bit_signed(Body &body, Sources sources) {
  Value *sign = body.builder.CreateAShr(sources[0], last_bit);
  return highest_bit(body, {body.builder.CreateXor(sources[0], sign)});
}

constexpr ComputedOpcode bit_table[] = {
    {Opcode::AND, compute<llvm::Instruction::And>},
    {Opcode::OR, compute<llvm::Instruction::Or>},
    {Opcode::XOR, compute<llvm::Instruction::Xor>},
    {Opcode::NOT, complement},
    {Opcode::SHL, shift<llvm::Instruction::Shl>},
    {Opcode::ISHR, shift<llvm::Instruction::AShr>},
    {Opcode::USHR, shift<llvm::Instruction::LShr>},
    {Opcode::IBFE, extract_signed},
    {Opcode::UBFE, extract_unsigned},
    {Opcode::BFI, insert_bits},
    {Opcode::BREV, reverse},
    {Opcode::POPC, count_ones},
    {Opcode::LSB, lowest_bit},
    {Opcode::UMSB, highest_bit},
    {Opcode::IMSB, highest_bit_signed},
};

}  // namespace

std::span<const ComputedOpcode> bit_instructions() {
  return bit_table;
}

}  // namespace mux::compiler::tgsi

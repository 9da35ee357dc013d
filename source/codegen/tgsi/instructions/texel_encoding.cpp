// From the components of a register to the words of a texel.

#include <llvm/IR/Constants.h>
#include <llvm/IR/Intrinsics.h>

#include "codegen/tgsi/instructions/texels.h"

namespace mux::compiler::tgsi {
namespace {

using llvm::Value;

uint32_t largest_unsigned(unsigned bits) {
  return bits == word_bits ? ~0U : (1U << bits) - 1;
}

Value *encode_unorm(Body &body, Value *value, unsigned bits) {
  llvm::Type *type = body.builder.getFloatTy();
  const auto constant = [&](double number) { return llvm::ConstantFP::get(type, number); };
  Value *clamped = body.call(
      "fmin", type, {body.call("fmax", type, {body.as_float(value), constant(0)}), constant(1)});
  Value *scaled = body.builder.CreateFMul(clamped, constant(largest_unsigned(bits)));
  return body.builder.CreateFPToUI(body.call("rint", type, {scaled}), body.builder.getInt32Ty());
}

Value *encode_snorm(Body &body, Value *value, unsigned bits) {
  llvm::Type *type = body.builder.getFloatTy();
  const auto constant = [&](double number) { return llvm::ConstantFP::get(type, number); };
  Value *clamped = body.call(
      "fmin", type, {body.call("fmax", type, {body.as_float(value), constant(-1)}), constant(1)});
  Value *scaled = body.builder.CreateFMul(clamped, constant(largest_unsigned(bits - 1)));
  Value *number =
      body.builder.CreateFPToSI(body.call("rint", type, {scaled}), body.builder.getInt32Ty());
  return body.builder.CreateAnd(number, largest_unsigned(bits));
}

Value *encode_uint(Body &body, Value *value, unsigned bits) {
  return body.builder.CreateBinaryIntrinsic(llvm::Intrinsic::umin, body.as_integer(value),
                                            body.builder.getInt32(largest_unsigned(bits)));
}

Value *encode_sint(Body &body, Value *value, unsigned bits) {
  llvm::IRBuilder<> &builder = body.builder;
  const auto largest = static_cast<int32_t>(largest_unsigned(bits - 1));
  Value *clamped = builder.CreateBinaryIntrinsic(llvm::Intrinsic::smin, body.as_integer(value),
                                                 builder.getInt32(static_cast<uint32_t>(largest)));
  clamped = builder.CreateBinaryIntrinsic(llvm::Intrinsic::smax, clamped,
                                          builder.getInt32(static_cast<uint32_t>(-largest - 1)));
  return builder.CreateAnd(clamped, largest_unsigned(bits));
}

Value *encode_half(Body &body, Value *value, unsigned /*bits*/) {
  llvm::IRBuilder<> &builder = body.builder;
  Value *half = builder.CreateFPTrunc(body.as_float(value), builder.getHalfTy());
  return builder.CreateZExt(builder.CreateBitCast(half, builder.getInt16Ty()),
                            builder.getInt32Ty());
}

/// The upper bits of a half without its sign, rounded to nearest even. Negative numbers become 0.
Value *encode_small_float(Body &body, Value *value, unsigned bits) {
  llvm::IRBuilder<> &builder = body.builder;
  constexpr unsigned half_bits = 15;
  Value *number = body.as_float(value);
  Value *zero = llvm::Constant::getNullValue(number->getType());
  Value *half =
      encode_half(body, builder.CreateSelect(builder.CreateFCmpOLE(number, zero), zero, number), 0);
  // NaN may have a sign.
  half = builder.CreateAnd(half, largest_unsigned(half_bits));
  const unsigned dropped = half_bits - bits;
  Value *last = builder.CreateAnd(builder.CreateLShr(half, dropped), 1);
  Value *rounded =
      builder.CreateAdd(half, builder.CreateAdd(last, builder.getInt32((1U << (dropped - 1)) - 1)));
  Value *is_finite = builder.CreateICmpULT(half, builder.getInt32(0x7c00));
  return builder.CreateLShr(builder.CreateSelect(is_finite, rounded, half), dropped);
}

using Encode = Value *(*)(Body &, Value *, unsigned);

/// Components of equal sizes, from the lowest bits on.
TexelWords pack(Body &body, const Components &components, Encode encode, unsigned bits) {
  TexelWords words;
  words.fill(body.builder.getInt32(0));
  for (unsigned i = 0; i < component_count; ++i) {
    Value *encoded =
        body.builder.CreateShl(encode(body, components[i], bits), i * bits % word_bits);
    Value *&word = words[i * bits / word_bits];
    word = body.builder.CreateOr(word, encoded);
  }
  return words;
}

/// Components of the sizes in one word.
TexelWords pack_word(Body &body, const Components &components, Encode encode,
                     const std::array<unsigned, component_count> &bits) {
  Value *word = body.builder.getInt32(0);
  unsigned position = 0;
  for (unsigned i = 0; i < component_count && bits[i] != 0; ++i) {
    word = body.builder.CreateOr(
        word, body.builder.CreateShl(encode(body, components[i], bits[i]), position));
    position += bits[i];
  }
  Value *zero = body.builder.getInt32(0);
  return {word, zero, zero, zero};
}

TexelWords copy_words(Body &body, const Components &components) {
  TexelWords words;
  for (unsigned i = 0; i < component_count; ++i) {
    words[i] = body.as_integer(components[i]);
  }
  return words;
}

}  // namespace

TexelWords encode_texel(Body &body, texture_encoding_e encoding, const Components &components) {
  constexpr std::array<unsigned, component_count> ten_bits = {10, 10, 10, 2};
  constexpr std::array<unsigned, component_count> eleven_bits = {11, 11, 10, 0};
  switch (encoding) {
    case texture_encoding_float16:
      return pack(body, components, encode_half, 16);
    case texture_encoding_unorm8:
      return pack(body, components, encode_unorm, 8);
    case texture_encoding_unorm16:
      return pack(body, components, encode_unorm, 16);
    case texture_encoding_snorm8:
      return pack(body, components, encode_snorm, 8);
    case texture_encoding_snorm16:
      return pack(body, components, encode_snorm, 16);
    case texture_encoding_uint8:
      return pack(body, components, encode_uint, 8);
    case texture_encoding_uint16:
      return pack(body, components, encode_uint, 16);
    case texture_encoding_sint8:
      return pack(body, components, encode_sint, 8);
    case texture_encoding_sint16:
      return pack(body, components, encode_sint, 16);
    case texture_encoding_r11g11b10_float:
      return pack_word(body, components, encode_small_float, eleven_bits);
    case texture_encoding_r10g10b10a2_unorm:
      return pack_word(body, components, encode_unorm, ten_bits);
    case texture_encoding_r10g10b10a2_uint:
      return pack_word(body, components, encode_uint, ten_bits);
    case texture_encoding_none:
    case texture_encoding_bits32:
      break;
  }
  return copy_words(body, components);
}

TexelWords encode_texel(Body &body, Value *encoding, const Components &components) {
  llvm::IRBuilder<> &builder = body.builder;
  llvm::BasicBlock *after = body.create_block();
  llvm::BasicBlock *others = body.create_block();
  llvm::SwitchInst *choice = builder.CreateSwitch(encoding, others);
  builder.SetInsertPoint(after);
  std::array<llvm::PHINode *, component_count> words = {};
  for (llvm::PHINode *&word : words) {
    word = builder.CreatePHI(builder.getInt32Ty(), 2);
  }
  const auto add_case = [&](llvm::BasicBlock *block, texture_encoding_e name) {
    builder.SetInsertPoint(block);
    const TexelWords encoded = encode_texel(body, name, components);
    for (unsigned i = 0; i < component_count; ++i) {
      words[i]->addIncoming(encoded[i], builder.GetInsertBlock());
    }
    builder.CreateBr(after);
  };
  add_case(others, texture_encoding_bits32);
  for (int name = texture_encoding_float16; name <= texture_encoding_r10g10b10a2_uint; ++name) {
    llvm::BasicBlock *block = body.create_block();
    choice->addCase(builder.getInt32(static_cast<uint32_t>(name)), block);
    add_case(block, static_cast<texture_encoding_e>(name));
  }
  builder.SetInsertPoint(after);
  return {words[0], words[1], words[2], words[3]};
}

}  // namespace mux::compiler::tgsi

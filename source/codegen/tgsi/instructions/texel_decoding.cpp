// From the words of a texel to the components of a register.

#include <llvm/IR/Constants.h>
#include <llvm/IR/Intrinsics.h>

#include "codegen/tgsi/instructions/texels.h"

namespace mux::compiler::tgsi {
namespace {

using llvm::Value;

uint32_t low_mask(unsigned bits) {
  return bits == word_bits ? ~0U : (1U << bits) - 1;
}

/// The quotients are rounded correctly, so that the largest number is 1.
Value *decode_unorm(Body &body, Value *bits, unsigned count) {
  llvm::Type *type = body.builder.getFloatTy();
  return body.builder.CreateFDiv(body.builder.CreateUIToFP(bits, type),
                                 llvm::ConstantFP::get(type, low_mask(count)));
}

Value *extend_sign(Body &body, Value *bits, unsigned count) {
  return body.builder.CreateAShr(body.builder.CreateShl(bits, word_bits - count),
                                 word_bits - count);
}

/// There are two numbers for -1.
Value *decode_snorm(Body &body, Value *bits, unsigned count) {
  llvm::Type *type = body.builder.getFloatTy();
  Value *quotient =
      body.builder.CreateFDiv(body.builder.CreateSIToFP(extend_sign(body, bits, count), type),
                              llvm::ConstantFP::get(type, low_mask(count - 1)));
  return body.call("fmax", type, {quotient, llvm::ConstantFP::get(type, -1)});
}

Value *decode_uint(Body & /*body*/, Value *bits, unsigned /*count*/) {
  return bits;
}

/// A half, or one without sign and the lowest bits.
Value *decode_float(Body &body, Value *bits, unsigned count) {
  llvm::IRBuilder<> &builder = body.builder;
  constexpr unsigned half_bits = 15;
  Value *aligned = count < half_bits ? builder.CreateShl(bits, half_bits - count) : bits;
  Value *half = builder.CreateBitCast(builder.CreateTrunc(aligned, builder.getInt16Ty()),
                                      builder.getHalfTy());
  return builder.CreateFPExt(half, builder.getFloatTy());
}

using Decode = Value *(*)(Body &, Value *, unsigned);

/// Bits of each component, and their meaning.
struct Packing {
  Decode decode;
  std::array<unsigned, component_count> bits;
};

Packing packing_of(texture_encoding_e encoding) {
  constexpr std::array<unsigned, component_count> bytes = {8, 8, 8, 8};
  constexpr std::array<unsigned, component_count> shorts = {16, 16, 16, 16};
  switch (encoding) {
    case texture_encoding_float16:
      return {decode_float, shorts};
    case texture_encoding_unorm8:
      return {decode_unorm, bytes};
    case texture_encoding_unorm16:
      return {decode_unorm, shorts};
    case texture_encoding_snorm8:
      return {decode_snorm, bytes};
    case texture_encoding_snorm16:
      return {decode_snorm, shorts};
    case texture_encoding_uint8:
      return {decode_uint, bytes};
    case texture_encoding_uint16:
      return {decode_uint, shorts};
    case texture_encoding_sint8:
      return {extend_sign, bytes};
    case texture_encoding_sint16:
      return {extend_sign, shorts};
    case texture_encoding_r11g11b10_float:
      return {decode_float, {11, 11, 10, 0}};
    case texture_encoding_r10g10b10a2_unorm:
      return {decode_unorm, {10, 10, 10, 2}};
    case texture_encoding_r10g10b10a2_uint:
      return {decode_uint, {10, 10, 10, 2}};
    case texture_encoding_none:
    case texture_encoding_bits32:
      break;
  }
  return {decode_uint, {32, 32, 32, 32}};
}

}  // namespace

Components decode_texel(Body &body, const TexelFormat &format, const TexelWords &words) {
  llvm::IRBuilder<> &builder = body.builder;
  const Packing packing = packing_of(format.encoding);
  Components components;
  components.fill(builder.getInt32(0));
  components[3] = format.is_integer ? static_cast<Value *>(builder.getInt32(1))
                                    : llvm::ConstantFP::get(builder.getFloatTy(), 1);
  unsigned position = 0;
  for (unsigned i = 0; i < format.components; ++i) {
    const unsigned count = packing.bits[i];
    Value *bits = builder.CreateLShr(words[position / word_bits], position % word_bits);
    components[i] = packing.decode(body, builder.CreateAnd(bits, low_mask(count)), count);
    position += count;
  }
  return components;
}

}  // namespace mux::compiler::tgsi

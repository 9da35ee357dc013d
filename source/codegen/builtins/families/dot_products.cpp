// Dot products of four bytes (OpenCL C 6.15.3, cl_khr_integer_dot_product): of vectors, and packed
// into words.

#include <llvm/IR/Intrinsics.h>

#include "codegen/builtins/expansion.h"
#include "codegen/target/processor_operations.h"
#include "compiler/processor/host_target.h"

namespace mux::compiler::builtins {
namespace {

using llvm::Value;

constexpr unsigned byte_count = 4;
constexpr unsigned byte_bits = 8;

/// Four bytes packed into a 32-bit word, the first one in the lowest bits.
struct Bytes {
  Value *word;
  bool is_signed;
};

/// A byte of a word, extended to 32 bits.
Value *byte(llvm::IRBuilder<> &builder, const Bytes &bytes, unsigned index) {
  const unsigned above = (byte_count - 1 - index) * byte_bits;
  const unsigned others = (byte_count - 1) * byte_bits;
  Value *at_the_top = builder.CreateShl(bytes.word, above);
  return bytes.is_signed ? builder.CreateAShr(at_the_top, others)
                         : builder.CreateLShr(at_the_top, others);
}

/// Sum of products in generic operations.
Value *sum_of_products(llvm::IRBuilder<> &builder, const Bytes &a, const Bytes &b) {
  Value *sum = nullptr;
  for (unsigned i = 0; i < byte_count; ++i) {
    Value *product = builder.CreateMul(byte(builder, a, i), byte(builder, b, i));
    sum = sum == nullptr ? product : builder.CreateAdd(sum, product);
  }
  return sum;
}

Value *add_products(llvm::IRBuilder<> &builder, Value *start, Value *without_signs,
                    Value *with_signs) {
  return call_library_operation(builder, ProcessorOperation::add_byte_products,
                                {start, without_signs, with_signs});
}

/// Sum of products by the processor's instruction (VPDPBUSD), which multiplies unsigned by signed
/// bytes. Where both operands have the same signedness, 128 is added to or subtracted from one of
/// them, and the difference that this makes is subtracted from the sum.
Value *biased_sum_of_products(llvm::IRBuilder<> &builder, const Bytes &a, const Bytes &b) {
  Value *zero = builder.getInt32(0);
  if (a.is_signed != b.is_signed) {
    return a.is_signed ? add_products(builder, zero, b.word, a.word)
                       : add_products(builder, zero, a.word, b.word);
  }
  Value *offsets = builder.getInt32(0x80808080);
  Value *moved = builder.CreateXor(a.word, offsets);
  if (a.is_signed) {
    return builder.CreateSub(add_products(builder, zero, moved, b.word),
                             add_products(builder, zero, offsets, b.word));
  }
  // 128 as a signed byte is negative.
  return builder.CreateSub(add_products(builder, zero, b.word, moved),
                           add_products(builder, zero, b.word, offsets));
}

/// Whether the processor has the instruction, and no function of the program uses its marker's
/// name.
bool has_instruction(llvm::IRBuilder<> &builder) {
  if (!has_byte_operations()) {
    return false;
  }
  Value *zero = builder.getInt32(0);
  for (const ProcessorOperation operation :
       {ProcessorOperation::add_byte_products, ProcessorOperation::add_byte_products_saturated}) {
    auto *call = call_library_operation(builder, operation, {zero, zero, zero});
    if (call == nullptr) {
      return false;
    }
    llvm::cast<llvm::Instruction>(call)->eraseFromParent();
  }
  return true;
}

/// The result is signed if either operand is, because the products then are.
bool finish_product(Expansion &expansion, const Bytes &a, const Bytes &b, bool accumulates) {
  llvm::IRBuilder<> &builder = expansion.builder();
  const bool is_instruction = has_instruction(builder);
  if (is_instruction && accumulates && a.is_signed != b.is_signed) {
    return expansion.finish(call_library_operation(
        builder, ProcessorOperation::add_byte_products_saturated,
        {expansion.argument(2), (a.is_signed ? b : a).word, (a.is_signed ? a : b).word}));
  }
  Value *sum =
      is_instruction ? biased_sum_of_products(builder, a, b) : sum_of_products(builder, a, b);
  if (accumulates) {
    sum = builder.CreateBinaryIntrinsic(
        a.is_signed || b.is_signed ? llvm::Intrinsic::sadd_sat : llvm::Intrinsic::uadd_sat, sum,
        expansion.argument(2));
  }
  return expansion.finish(sum);
}

/// Whether there are two operands, and for dot_acc_sat an accumulator.
bool takes_operands(Expansion &expansion, bool accumulates) {
  return expansion.size() == (accumulates ? 3 : 2) && expansion.result_type()->isIntegerTy(32) &&
         (!accumulates || expansion.argument(2)->getType()->isIntegerTy(32));
}

bool is_vector_of_bytes(const ParameterType &type) {
  return !type.is_pointer && type.lanes == byte_count && bit_width(type.element) == byte_bits;
}

bool expand_vectors(Expansion &expansion) {
  const bool accumulates = expansion.name() == "dot_acc_sat";
  if (!takes_operands(expansion, accumulates) || !is_vector_of_bytes(expansion.type(0)) ||
      !is_vector_of_bytes(expansion.type(1))) {
    return false;
  }
  llvm::IRBuilder<> &builder = expansion.builder();
  const auto bytes = [&](size_t index) {
    return Bytes{builder.CreateBitCast(expansion.argument(index), builder.getInt32Ty()),
                 expansion.is_signed(index)};
  };
  return finish_product(expansion, bytes(0), bytes(1), accumulates);
}

/// Dot products of packed bytes. The suffix of the name gives the signedness of each operand.
bool expand_words(Expansion &expansion) {
  constexpr std::string_view prefix = "dot_4x8packed_";
  constexpr std::string_view accumulating_prefix = "dot_acc_sat_4x8packed_";
  std::string_view name = expansion.name();
  const bool accumulates = name.starts_with(accumulating_prefix);
  name.remove_prefix((accumulates ? accumulating_prefix : prefix).size());
  if (!takes_operands(expansion, accumulates) ||
      !expansion.argument(0)->getType()->isIntegerTy(32) ||
      !expansion.argument(1)->getType()->isIntegerTy(32)) {
    return false;
  }
  return finish_product(expansion, {expansion.argument(0), name[0] == 's'},
                        {expansion.argument(1), name[1] == 's'}, accumulates);
}

constexpr NamedExpansion dot_product_table[] = {
    {"dot", expand_vectors},
    {"dot_acc_sat", expand_vectors},
    {"dot_4x8packed_uu_uint", expand_words},
    {"dot_4x8packed_ss_int", expand_words},
    {"dot_4x8packed_us_int", expand_words},
    {"dot_4x8packed_su_int", expand_words},
    {"dot_acc_sat_4x8packed_uu_uint", expand_words},
    {"dot_acc_sat_4x8packed_ss_int", expand_words},
    {"dot_acc_sat_4x8packed_us_int", expand_words},
    {"dot_acc_sat_4x8packed_su_int", expand_words},
};

}  // namespace

bool expand_dot_product(Expansion &expansion) {
  return expand_from_table(dot_product_table, expansion);
}

}  // namespace mux::compiler::builtins

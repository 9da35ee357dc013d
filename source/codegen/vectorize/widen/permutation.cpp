#include "codegen/vectorize/widen/permutation.h"

#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/IntrinsicsX86.h>

#include <numeric>
#include <string_view>

#include "codegen/vectorize/widen/widener.h"
#include "compiler/processor/host_target.h"

namespace mux::compiler {

namespace {

unsigned bits_of(const Widener &widener, llvm::Type *element) {
  return static_cast<unsigned>(widener.layout().getTypeSizeInBits(element).getFixedValue());
}

/// Number of lanes of the shortest byte vector that has a permute instruction.
constexpr unsigned bytes_of_shuffle = 16;

llvm::Intrinsic::ID instruction_for(const Widener &widener, llvm::Type *element) {
  const auto has = [](std::string_view feature) { return code_target().has_feature(feature); };
  const unsigned element_bits = bits_of(widener, element);
  const unsigned bits = element_bits * widener.packet().lanes;
  if (has("avx512f") && bits == 512 && element_bits == 32) {
    return llvm::Intrinsic::x86_avx512_permvar_si_512;
  }
  if (has("avx512f") && bits == 512 && element_bits == 64) {
    return llvm::Intrinsic::x86_avx512_permvar_di_512;
  }
  if (has("avx2") && bits == 256 && element_bits == 32) {
    return llvm::Intrinsic::x86_avx2_permd;
  }
  if (has("avx512bw") && has("avx512vl") && bits == 256 && element_bits == 16) {
    return llvm::Intrinsic::x86_avx512_permvar_hi_256;
  }
  if (has("avx512bw") && has("avx512vl") && bits == 128 && element_bits == 16) {
    return llvm::Intrinsic::x86_avx512_permvar_hi_128;
  }
  if (has("avx512vbmi") && bits == 512 && element_bits == 8) {
    return llvm::Intrinsic::x86_avx512_permvar_qi_512;
  }
  if (has("avx512vbmi") && has("avx512vl") && bits == 256 && element_bits == 8) {
    return llvm::Intrinsic::x86_avx512_permvar_qi_256;
  }
  if (has("ssse3") && element_bits == 8 && widener.packet().lanes <= bytes_of_shuffle) {
    return llvm::Intrinsic::x86_ssse3_pshuf_b_128;
  }
  return llvm::Intrinsic::not_intrinsic;
}

}  // namespace

bool can_permute(const Widener &widener, llvm::Type *element) {
  return instruction_for(widener, element) != llvm::Intrinsic::not_intrinsic;
}

llvm::Value *permute(Widener &widener, llvm::Value *vector, llvm::Value *indices) {
  llvm::IRBuilder<> &builder = widener.builder();
  llvm::Type *type = vector->getType();
  const llvm::Intrinsic::ID instruction = instruction_for(widener, type->getScalarType());
  llvm::Type *integer = builder.getIntNTy(bits_of(widener, type->getScalarType()));
  vector = builder.CreateBitOrPointerCast(vector, widener.vector_type(integer));
  indices = builder.CreateZExtOrTrunc(indices, vector->getType());
  if (instruction != llvm::Intrinsic::x86_ssse3_pshuf_b_128) {
    vector = builder.CreateIntrinsic(instruction, {}, {vector, indices});
    return builder.CreateBitOrPointerCast(vector, type);
  }
  llvm::SmallVector<int, bytes_of_shuffle> longer(bytes_of_shuffle, -1);
  std::iota(longer.begin(), longer.begin() + widener.packet().lanes, 0);
  vector = builder.CreateIntrinsic(
      instruction, {},
      {builder.CreateShuffleVector(vector, longer), builder.CreateShuffleVector(indices, longer)});
  vector = builder.CreateShuffleVector(vector,
                                       llvm::ArrayRef(longer).take_front(widener.packet().lanes));
  return builder.CreateBitOrPointerCast(vector, type);
}

}  // namespace mux::compiler

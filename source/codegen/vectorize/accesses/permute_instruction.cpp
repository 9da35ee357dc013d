#include "codegen/vectorize/accesses/permute_instruction.h"

#include <llvm/IR/DataLayout.h>
#include <llvm/IR/IntrinsicsX86.h>
#include <llvm/IR/Type.h>

#include <string_view>

#include "compiler/processor/host_target.h"

namespace mux::compiler {

llvm::Intrinsic::ID permute_instruction(const llvm::DataLayout &layout, unsigned lanes,
                                        llvm::Type *element) {
  const auto has = [](std::string_view feature) { return code_target().has_feature(feature); };
  const auto element_bits =
      static_cast<unsigned>(layout.getTypeSizeInBits(element).getFixedValue());
  const unsigned bits = element_bits * lanes;
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
  if (has("ssse3") && element_bits == 8 && lanes <= bytes_of_shuffle) {
    return llvm::Intrinsic::x86_ssse3_pshuf_b_128;
  }
  return llvm::Intrinsic::not_intrinsic;
}

bool can_permute(const llvm::DataLayout &layout, unsigned lanes, llvm::Type *element) {
  return permute_instruction(layout, lanes, element) != llvm::Intrinsic::not_intrinsic;
}

}  // namespace mux::compiler

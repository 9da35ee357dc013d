#include "codegen/vectorize/widen/memory/uniform_address.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/IntrinsicInst.h>

#include <algorithm>
#include <bit>

#include "codegen/vectorize/widen/widener.h"

namespace mux::compiler {

Address decompose_address(const Widener &widener, llvm::Value &pointer) {
  return decompose_address(widener.shapes(), widener.layout(), pointer);
}

llvm::Value *resize_index(Widener &widener, llvm::Value *index, Extension extension,
                          llvm::Type *integer) {
  llvm::IRBuilder<> &builder = widener.builder();
  llvm::Type *type = index->getType()->isVectorTy() ? widener.vector_type(integer) : integer;
  return extension == Extension::sign ? builder.CreateSExtOrTrunc(index, type)
                                      : builder.CreateZExtOrTrunc(index, type);
}

llvm::Value *uniform_address(Widener &widener, const Address &address, unsigned part) {
  llvm::IRBuilder<> &builder = widener.builder();
  llvm::Value *sum = builder.getInt64(static_cast<uint64_t>(address.constant));
  for (const Term &term : address.terms) {
    if (widener.shape(*term.index).is_uniform()) {
      llvm::Value *index = resize_index(widener, widener.first_lane(*term.index, part),
                                        term.extension, builder.getInt64Ty());
      llvm::Value *scale = builder.getInt64(static_cast<uint64_t>(term.scale));
      sum = builder.CreateAdd(sum, builder.CreateMul(index, scale));
    }
  }
  return builder.CreateGEP(builder.getInt8Ty(), widener.first_lane(*address.base, part), sum);
}

llvm::Align known_alignment(const Widener &widener, const Address &address) {
  const auto *masked = llvm::dyn_cast<llvm::IntrinsicInst>(address.base);
  const auto *mask = masked == nullptr || masked->getIntrinsicID() != llvm::Intrinsic::ptrmask
                         ? nullptr
                         : llvm::dyn_cast<llvm::ConstantInt>(masked->getArgOperand(1));
  if (mask == nullptr) {
    return {};
  }
  const auto zeros = [](int64_t integer) {
    return static_cast<unsigned>(std::countr_zero(static_cast<uint64_t>(integer)));
  };
  // Log2 of the largest alignment that any access needs.
  constexpr unsigned most_bits = 12;
  unsigned bits = std::min({most_bits, mask->getValue().countr_zero(), zeros(address.constant)});
  for (const Term &term : address.terms) {
    bits = std::min(bits, zeros(term.scale) + widener.aligned_bits(*term.index));
  }
  return llvm::Align(uint64_t{1} << bits);
}

}  // namespace mux::compiler

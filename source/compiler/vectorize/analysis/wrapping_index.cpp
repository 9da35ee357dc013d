#include "compiler/vectorize/analysis/wrapping_index.h"

#include <llvm/IR/Instructions.h>
#include <llvm/IR/PatternMatch.h>
#include <llvm/Support/MathExtras.h>

namespace mux::compiler {

int64_t WrappingIndex::stride(int64_t source_stride) const {
  constexpr int64_t half = int64_t{1} << 32;
  switch (form) {
    case Form::low_half:
      return llvm::SignExtend64<32>(static_cast<uint64_t>(source_stride));
    case Form::high_half:
      return source_stride % half == 0 ? source_stride / half : 0;
    default:
      return source_stride;
  }
}

std::optional<WrappingIndex> wrapping_index(const llvm::Value &index) {
  using namespace llvm::PatternMatch;
  using Form = WrappingIndex::Form;
  if (!index.getType()->isIntegerTy(64)) {
    return std::nullopt;
  }
  if (llvm::isa<llvm::ZExtInst, llvm::SExtInst>(index)) {
    llvm::Value *source = llvm::cast<llvm::CastInst>(index).getOperand(0);
    if (!source->getType()->isIntegerTy(32)) {
      return std::nullopt;
    }
    const bool is_signed = llvm::isa<llvm::SExtInst>(index);
    return WrappingIndex{is_signed ? Form::sign_extended : Form::zero_extended, source};
  }
  llvm::Value *source = nullptr;
  if (match(&index, m_And(m_Value(source), m_SpecificInt(UINT32_MAX)))) {
    return WrappingIndex{Form::low_half, source};
  }
  if (match(&index, m_AShr(m_Value(source), m_SpecificInt(32)))) {
    return WrappingIndex{Form::high_half, source};
  }
  return std::nullopt;
}

}  // namespace mux::compiler

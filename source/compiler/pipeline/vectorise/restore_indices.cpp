#include "compiler/pipeline/vectorise/restore_indices.h"

#include <llvm/IR/DataLayout.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/PatternMatch.h>
#include <llvm/Support/MathExtras.h>
#include <llvm/Transforms/Utils/Local.h>

#include <optional>

namespace mux::compiler {

namespace {

constexpr unsigned half = 32;

/// `index << places`, as a number of 64 bits.
struct ScaledIndex {
  llvm::Value *index = nullptr;
  unsigned places = 0;
};

/// The low half of a number, extended and scaled; with the extension as LLVM writes it without a
/// scale.
std::optional<ScaledIndex> scaled_index(llvm::Value &index, llvm::IRBuilder<> &builder) {
  using namespace llvm::PatternMatch;
  if (!index.getType()->isIntegerTy(2 * half)) {
    return std::nullopt;
  }
  llvm::Value *source = nullptr;
  llvm::Value *shifted = nullptr;
  uint64_t places = 0;
  if (match(&index, m_AShr(m_Value(shifted), m_ConstantInt(places))) && places < half &&
      match(shifted, m_Shl(m_Value(source), m_SpecificInt(half)))) {
    return ScaledIndex{builder.CreateAShr(shifted, half), half - static_cast<unsigned>(places)};
  }
  const llvm::APInt *mask = nullptr;
  if (match(&index, m_And(m_Shl(m_Value(source), m_ConstantInt(places)), m_APInt(mask))) &&
      places != 0 && places < half && *mask == llvm::maskTrailingOnes<uint64_t>(half) << places) {
    return ScaledIndex{builder.CreateAnd(source, llvm::maskTrailingOnes<uint64_t>(half)),
                       static_cast<unsigned>(places)};
  }
  return std::nullopt;
}

}  // namespace

bool restore_indices(llvm::Function &work_item_function) {
  const llvm::DataLayout &layout = work_item_function.getParent()->getDataLayout();
  bool changed = false;
  for (llvm::Instruction &instruction :
       llvm::make_early_inc_range(llvm::instructions(work_item_function))) {
    auto *address = llvm::dyn_cast<llvm::GetElementPtrInst>(&instruction);
    if (address == nullptr || address->getType()->isVectorTy() || address->getNumIndices() != 1) {
      continue;
    }
    llvm::IRBuilder<> builder(address);
    const std::optional<ScaledIndex> scaled = scaled_index(*address->getOperand(1), builder);
    if (!scaled.has_value()) {
      continue;
    }
    const uint64_t size = layout.getTypeAllocSize(address->getSourceElementType()).getFixedValue();
    auto *type = llvm::ArrayType::get(builder.getInt8Ty(), size << scaled->places);
    llvm::Value *restored = builder.CreateGEP(type, address->getPointerOperand(), scaled->index, "",
                                              address->getNoWrapFlags());
    restored->takeName(address);
    address->replaceAllUsesWith(restored);
    llvm::RecursivelyDeleteTriviallyDeadInstructions(address);
    changed = true;
  }
  return changed;
}

}  // namespace mux::compiler

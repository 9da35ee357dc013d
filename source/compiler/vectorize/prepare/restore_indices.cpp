#include "compiler/vectorize/prepare/restore_indices.h"

#include <llvm/IR/DataLayout.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/PatternMatch.h>
#include <llvm/IR/ValueHandle.h>
#include <llvm/Support/MathExtras.h>
#include <llvm/Transforms/Utils/Local.h>

#include <optional>

namespace mux::compiler {

namespace {

constexpr unsigned half = 32;

/// What has no use any more, perhaps.
using Replaced = llvm::SmallVector<llvm::WeakTrackingVH>;

/// `index << places`, as a number of 64 bits.
struct ScaledIndex {
  llvm::Value *index = nullptr;
  unsigned places = 0;
};

/// A number of 64 bits that has the high half of the value as its low half, if the low half of the
/// value is known to be 0.
llvm::Value *moved_down(llvm::Value &value, llvm::IRBuilder<> &builder, unsigned depth) {
  using namespace llvm::PatternMatch;
  constexpr unsigned deepest_sum = 4;
  const llvm::APInt *constant = nullptr;
  if (match(&value, m_APInt(constant)) && constant->countr_zero() >= half) {
    return builder.getInt(constant->ashr(half));
  }
  llvm::Value *source = nullptr;
  uint64_t places = 0;
  if (match(&value, m_Shl(m_Value(source), m_ConstantInt(places))) && places >= half &&
      places < 2 * half) {
    return places == half ? source : builder.CreateShl(source, places - half);
  }
  llvm::Value *left = nullptr;
  llvm::Value *right = nullptr;
  if (depth == deepest_sum || !match(&value, m_Add(m_Value(left), m_Value(right)))) {
    return nullptr;
  }
  left = moved_down(*left, builder, depth + 1);
  right = left == nullptr ? nullptr : moved_down(*right, builder, depth + 1);
  return right == nullptr ? nullptr : builder.CreateAdd(left, right);
}

/// The high half of a number as one with a sign, if the low half is known to be 0.
llvm::Value *high_half(llvm::Value &number, llvm::IRBuilder<> &builder) {
  using namespace llvm::PatternMatch;
  if (match(&number, m_Shl(m_Value(), m_SpecificInt(half)))) {
    return builder.CreateAShr(&number, half);
  }
  llvm::Value *low = moved_down(number, builder, 0);
  return low == nullptr ? nullptr : builder.CreateAShr(builder.CreateShl(low, half), half);
}

/// The low half of a number, extended and scaled; with the extension as LLVM writes it without a
/// scale.
std::optional<ScaledIndex> scaled_index(llvm::Value &index, llvm::IRBuilder<> &builder) {
  using namespace llvm::PatternMatch;
  if (!index.getType()->isIntegerTy(2 * half)) {
    return std::nullopt;
  }
  llvm::Value *source = nullptr;
  uint64_t places = 0;
  if (match(&index, m_AShr(m_Value(source), m_ConstantInt(places))) && places < half) {
    if (llvm::Value *extended = high_half(*source, builder)) {
      return ScaledIndex{extended, half - static_cast<unsigned>(places)};
    }
  }
  const llvm::APInt *mask = nullptr;
  if (match(&index, m_And(m_Shl(m_Value(source), m_ConstantInt(places)), m_APInt(mask))) &&
      places != 0 && places < half && *mask == llvm::maskTrailingOnes<uint64_t>(half) << places) {
    return ScaledIndex{builder.CreateAnd(source, llvm::maskTrailingOnes<uint64_t>(half)),
                       static_cast<unsigned>(places)};
  }
  return std::nullopt;
}

/// Extended sums.
void restore_sums(llvm::Function &function, Replaced &replaced) {
  using namespace llvm::PatternMatch;
  for (llvm::Instruction &instruction : llvm::instructions(function)) {
    llvm::Value *sum = nullptr;
    if (!instruction.getType()->isIntegerTy(2 * half) ||
        !match(&instruction, m_AShr(m_Value(sum), m_SpecificInt(half))) ||
        !match(sum, m_Add(m_Value(), m_Value()))) {
      continue;
    }
    llvm::IRBuilder<> builder(&instruction);
    if (llvm::Value *extended = high_half(*sum, builder)) {
      instruction.replaceAllUsesWith(extended);
      replaced.push_back(&instruction);
    }
  }
}

/// Indices of elements that are scaled to bytes.
void restore_scales(llvm::Function &function, Replaced &replaced) {
  const llvm::DataLayout &layout = function.getParent()->getDataLayout();
  for (llvm::Instruction &instruction : llvm::instructions(function)) {
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
    replaced.push_back(address);
  }
}

}  // namespace

bool restore_indices(llvm::Function &work_item_function) {
  Replaced replaced;
  restore_sums(work_item_function, replaced);
  restore_scales(work_item_function, replaced);
  const bool changed = !replaced.empty();
  llvm::RecursivelyDeleteTriviallyDeadInstructionsPermissive(replaced);
  return changed;
}

}  // namespace mux::compiler

#include "compiler/vectorize/prepare/restore_bounds.h"

#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/PatternMatch.h>
#include <llvm/Transforms/Utils/Local.h>

namespace mux::compiler {

namespace {

constexpr uint64_t low_half = 0xffffffff;

/// A comparison that says whether a number, or its low half, is below a bound.
struct BoundTest {
  llvm::ICmpInst *comparison = nullptr;
  llvm::Value *number = nullptr;
  /// What is known to be below the bound: bits of the number.
  uint64_t part = 0;
  uint64_t bound = 0;
  /// Whether the comparison is true below the bound.
  bool below = false;
  /// Whether it is LLVM's other form of the comparison.
  bool is_hidden = false;
};

/// `(number & the bits of the low half from `bound` on) == 0`, or `!=`.
bool match_hidden_test(llvm::ICmpInst &comparison, BoundTest &test) {
  using namespace llvm::PatternMatch;
  const llvm::APInt *mask = nullptr;
  if (!comparison.isEquality() || !match(comparison.getOperand(1), m_Zero()) ||
      !match(comparison.getOperand(0), m_And(m_Value(test.number), m_APInt(mask))) ||
      !test.number->getType()->isIntegerTy(64)) {
    return false;
  }
  test.part = low_half;
  test.bound = uint64_t{1} << mask->countr_zero();
  test.below = comparison.getPredicate() == llvm::ICmpInst::ICMP_EQ;
  test.is_hidden = true;
  return test.bound <= low_half && mask->getZExtValue() == (low_half & ~(test.bound - 1));
}

/// `number < bound`, or its contrary, of all of a number or of its low half.
bool match_plain_test(llvm::ICmpInst &comparison, BoundTest &test) {
  using namespace llvm::PatternMatch;
  llvm::Value *compared = comparison.getOperand(0);
  const llvm::APInt *limit = nullptr;
  if (!compared->getType()->isIntegerTy() || compared->getType()->getIntegerBitWidth() > 64 ||
      !match(comparison.getOperand(1), m_APInt(limit)) || limit->isMaxValue()) {
    return false;
  }
  switch (comparison.getPredicate()) {
    case llvm::ICmpInst::ICMP_ULT:
      test.bound = limit->getZExtValue();
      test.below = true;
      break;
    case llvm::ICmpInst::ICMP_UGT:
      test.bound = limit->getZExtValue() + 1;
      break;
    default:
      return false;
  }
  test.part = llvm::APInt::getAllOnes(compared->getType()->getIntegerBitWidth()).getZExtValue();
  if (!match(compared, m_Trunc(m_Value(test.number)))) {
    test.number = compared;
  }
  return test.number->getType()->getIntegerBitWidth() <= 64;
}

bool match_test(llvm::Instruction &instruction, BoundTest &test) {
  auto *comparison = llvm::dyn_cast<llvm::ICmpInst>(&instruction);
  test.comparison = comparison;
  return comparison != nullptr &&
         (match_hidden_test(*comparison, test) || match_plain_test(*comparison, test));
}

/// Whether the block only runs if the number is below the bound.
bool is_below_bound(const BoundTest &test, const llvm::BasicBlock &block,
                    const llvm::DominatorTree &dominators) {
  for (const llvm::User *user : test.comparison->users()) {
    const auto *branch = llvm::dyn_cast<llvm::BranchInst>(user);
    if (branch != nullptr && branch->isConditional() &&
        dominators.dominates(
            llvm::BasicBlockEdge(branch->getParent(), branch->getSuccessor(test.below ? 0 : 1)),
            &block)) {
      return true;
    }
  }
  return false;
}

/// What is left of the number below the bound is all of it, or all of the part that was compared.
/// @return whether anything changed.
bool restore_number(const BoundTest &test, const llvm::DominatorTree &dominators) {
  using namespace llvm::PatternMatch;
  bool changed = false;
  for (llvm::User *user : test.number->users()) {
    auto *rest = llvm::dyn_cast<llvm::Instruction>(user);
    const llvm::APInt *mask = nullptr;
    if (rest != nullptr && match(rest, m_And(m_Specific(test.number), m_APInt(mask))) &&
        mask->isMask() && test.bound - 1 <= mask->getZExtValue() &&
        mask->getZExtValue() < test.part && is_below_bound(test, *rest->getParent(), dominators)) {
      rest->setOperand(1, llvm::ConstantInt::get(rest->getType(), test.part));
      changed = true;
    }
  }
  return changed;
}

void restore_comparison(const BoundTest &test) {
  llvm::IRBuilder<> builder(test.comparison);
  llvm::Value *number = builder.CreateTrunc(test.number, builder.getInt32Ty());
  llvm::Value *bound = builder.getInt32(static_cast<uint32_t>(test.bound));
  test.comparison->replaceAllUsesWith(test.below ? builder.CreateICmpULT(number, bound)
                                                 : builder.CreateICmpUGE(number, bound));
  llvm::RecursivelyDeleteTriviallyDeadInstructions(test.comparison);
}

}  // namespace

bool restore_bounds(llvm::Function &work_item_function) {
  llvm::SmallVector<BoundTest> tests;
  for (llvm::Instruction &instruction : llvm::instructions(work_item_function)) {
    BoundTest test;
    if (match_test(instruction, test)) {
      tests.push_back(test);
    }
  }
  if (tests.empty()) {
    return false;
  }
  const llvm::DominatorTree dominators(work_item_function);
  bool changed = false;
  for (const BoundTest &test : tests) {
    changed |= restore_number(test, dominators);
  }
  for (const BoundTest &test : tests) {
    if (test.is_hidden) {
      restore_comparison(test);
      changed = true;
    }
  }
  return changed;
}

}  // namespace mux::compiler

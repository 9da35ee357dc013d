#include "compiler/pipeline/vectorise/restore_bounds.h"

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

/// `(number & the bits of the low half from `bound` on) == 0`, or `!=`.
struct BoundTest {
  llvm::ICmpInst *comparison = nullptr;
  llvm::Value *number = nullptr;
  uint64_t bound = 0;
};

bool match_test(llvm::Instruction &instruction, BoundTest &test) {
  using namespace llvm::PatternMatch;
  test.comparison = llvm::dyn_cast<llvm::ICmpInst>(&instruction);
  const llvm::APInt *mask = nullptr;
  if (test.comparison == nullptr || !test.comparison->isEquality() ||
      !match(test.comparison->getOperand(1), m_Zero()) ||
      !match(test.comparison->getOperand(0), m_And(m_Value(test.number), m_APInt(mask))) ||
      !test.number->getType()->isIntegerTy(64)) {
    return false;
  }
  test.bound = uint64_t{1} << mask->countr_zero();
  return test.bound <= low_half && mask->getZExtValue() == (low_half & ~(test.bound - 1));
}

/// Whether the block only runs if the number is below the bound.
bool is_below_bound(const BoundTest &test, const llvm::BasicBlock &block,
                    const llvm::DominatorTree &dominators) {
  const bool below = test.comparison->getPredicate() == llvm::ICmpInst::ICMP_EQ;
  for (const llvm::User *user : test.comparison->users()) {
    const auto *branch = llvm::dyn_cast<llvm::BranchInst>(user);
    if (branch != nullptr && branch->isConditional() &&
        dominators.dominates(
            llvm::BasicBlockEdge(branch->getParent(), branch->getSuccessor(below ? 0 : 1)),
            &block)) {
      return true;
    }
  }
  return false;
}

/// What is left of the number below the bound is all of its low half.
void restore_number(const BoundTest &test, const llvm::DominatorTree &dominators) {
  using namespace llvm::PatternMatch;
  for (llvm::User *user : test.number->users()) {
    auto *part = llvm::dyn_cast<llvm::Instruction>(user);
    if (part != nullptr &&
        match(part, m_And(m_Specific(test.number), m_SpecificInt(test.bound - 1))) &&
        is_below_bound(test, *part->getParent(), dominators)) {
      part->setOperand(1, llvm::ConstantInt::get(part->getType(), low_half));
    }
  }
}

void restore_comparison(const BoundTest &test) {
  llvm::IRBuilder<> builder(test.comparison);
  llvm::Value *number = builder.CreateTrunc(test.number, builder.getInt32Ty());
  llvm::Value *bound = builder.getInt32(static_cast<uint32_t>(test.bound));
  const bool below = test.comparison->getPredicate() == llvm::ICmpInst::ICMP_EQ;
  test.comparison->replaceAllUsesWith(below ? builder.CreateICmpULT(number, bound)
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
  for (const BoundTest &test : tests) {
    restore_number(test, dominators);
  }
  for (const BoundTest &test : tests) {
    restore_comparison(test);
  }
  return true;
}

}  // namespace mux::compiler

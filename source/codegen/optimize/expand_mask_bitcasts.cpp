#include "codegen/optimize/expand_mask_bitcasts.h"

#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/PatternMatch.h>

namespace mux::compiler {

namespace {

using Values = llvm::SmallVector<llvm::Value *, 16>;

/// The <N x i1> that an integer is a bitcast of; NULL if it is none.
llvm::Value *bitcast_mask_of(const llvm::Instruction &instruction) {
  const auto *cast = llvm::dyn_cast<llvm::BitCastInst>(&instruction);
  if (cast == nullptr || !cast->getType()->isIntegerTy()) {
    return nullptr;
  }
  const auto *vector = llvm::dyn_cast<llvm::FixedVectorType>(cast->getSrcTy());
  return vector != nullptr && vector->getElementType()->isIntegerTy(1) ? cast->getOperand(0)
                                                                       : nullptr;
}

/// Combines values as a balanced tree, to minimize the dependence chain.
llvm::Value *join(llvm::IRBuilder<> &builder, llvm::Instruction::BinaryOps operation,
                  Values values) {
  while (values.size() > 1) {
    Values joined;
    for (size_t i = 0; i + 1 < values.size(); i += 2) {
      joined.push_back(builder.CreateBinOp(operation, values[i], values[i + 1]));
    }
    if (values.size() % 2 != 0) {
      joined.push_back(values.back());
    }
    values = std::move(joined);
  }
  return values.front();
}

class MaskBitcast {
 public:
  explicit MaskBitcast(llvm::Instruction &number) : number_(number), builder_(&number) {
    llvm::Value *vector = bitcast_mask_of(number);
    const auto count = llvm::cast<llvm::FixedVectorType>(vector->getType())->getNumElements();
    for (unsigned i = 0; i < count; ++i) {
      elements_.push_back(builder_.CreateExtractElement(vector, i));
    }
  }

  void take_apart() {
    for (llvm::User *user : llvm::make_early_inc_range(number_.users())) {
      replace_comparison(*llvm::cast<llvm::Instruction>(user));
    }
    if (!number_.use_empty()) {
      number_.replaceAllUsesWith(sum());
    }
    number_.eraseFromParent();
  }

 private:
  /// Replaces a comparison with zero or all ones by a reduction of the elements.
  void replace_comparison(llvm::Instruction &user) {
    namespace pattern = llvm::PatternMatch;
    llvm::ICmpInst::Predicate predicate;
    const llvm::APInt *with = nullptr;
    if (!pattern::match(&user, pattern::m_ICmp(predicate, pattern::m_Specific(&number_),
                                               pattern::m_APInt(with))) ||
        !llvm::ICmpInst::isEquality(predicate) || !(with->isZero() || with->isAllOnes())) {
      return;
    }
    llvm::Value *&joined = with->isZero() ? any_ : all_;
    if (joined == nullptr) {
      joined = join(builder_, with->isZero() ? llvm::Instruction::Or : llvm::Instruction::And,
                    elements_);
    }
    const bool is_contrary = with->isZero() == (predicate == llvm::ICmpInst::ICMP_EQ);
    user.replaceAllUsesWith(is_contrary ? builder_.CreateNot(joined) : joined);
    user.eraseFromParent();
  }

  llvm::Value *sum() {
    Values bits;
    for (llvm::Value *element : elements_) {
      llvm::Value *bit = builder_.CreateZExt(element, number_.getType());
      bits.push_back(builder_.CreateShl(bit, bits.size()));
    }
    return join(builder_, llvm::Instruction::Or, bits);
  }

  llvm::Instruction &number_;
  llvm::IRBuilder<> builder_;
  Values elements_;
  llvm::Value *any_ = nullptr;
  llvm::Value *all_ = nullptr;
};

}  // namespace

void expand_mask_bitcasts(llvm::Function &function) {
  llvm::SmallVector<llvm::Instruction *, 8> numbers;
  for (llvm::Instruction &instruction : llvm::instructions(function)) {
    if (bitcast_mask_of(instruction) != nullptr) {
      numbers.push_back(&instruction);
    }
  }
  for (llvm::Instruction *number : numbers) {
    MaskBitcast(*number).take_apart();
  }
}

}  // namespace mux::compiler

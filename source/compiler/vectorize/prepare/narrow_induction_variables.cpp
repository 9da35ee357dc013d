#include "compiler/vectorize/prepare/narrow_induction_variables.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/PatternMatch.h>
#include <llvm/Transforms/Utils/Local.h>

namespace mux::compiler {

namespace {

/// Operations on the way round a loop that are done in 32 bits instead.
constexpr unsigned most_operations = 4;

bool is_lower_half(const llvm::Value &value) {
  using namespace llvm::PatternMatch;
  return match(&value, m_And(m_Value(), m_SpecificInt(UINT32_MAX))) ||
         (llvm::isa<llvm::TruncInst>(value) && value.getType()->isIntegerTy(32));
}

bool can_be_narrow(const llvm::PHINode &phi) {
  return phi.getType()->isIntegerTy(64) && !phi.use_empty() &&
         llvm::all_of(phi.users(), [](const llvm::User *user) { return is_lower_half(*user); });
}

/// The lower half of a value, where the value is known.
llvm::Value *lower_half(llvm::Value &value, llvm::BasicBlock &at_end_of, unsigned operations) {
  using namespace llvm::PatternMatch;
  llvm::IRBuilder<> builder(at_end_of.getTerminator());
  llvm::Value *source = nullptr;
  if (match(&value, m_ZExtOrSExt(m_Value(source))) && source->getType()->isIntegerTy(32)) {
    return source;
  }
  if (operations != 0 && match(&value, m_And(m_Value(source), m_SpecificInt(UINT32_MAX)))) {
    return lower_half(*source, at_end_of, operations - 1);
  }
  auto *operation = llvm::dyn_cast<llvm::BinaryOperator>(&value);
  if (operation != nullptr && operations != 0) {
    switch (operation->getOpcode()) {
      case llvm::Instruction::Add:
      case llvm::Instruction::Sub:
      case llvm::Instruction::Mul:
        return builder.CreateBinOp(
            operation->getOpcode(),
            lower_half(*operation->getOperand(0), at_end_of, operations - 1),
            lower_half(*operation->getOperand(1), at_end_of, operations - 1));
      default:
        break;
    }
  }
  return builder.CreateTrunc(&value, builder.getInt32Ty());
}

void narrow(llvm::PHINode &phi) {
  llvm::IRBuilder<> builder(&phi);
  llvm::PHINode *half =
      builder.CreatePHI(builder.getInt32Ty(), phi.getNumIncomingValues(), phi.getName());
  for (llvm::User *user : llvm::make_early_inc_range(phi.users())) {
    auto *use = llvm::cast<llvm::Instruction>(user);
    builder.SetInsertPoint(use);
    use->replaceAllUsesWith(
        use->getType()->isIntegerTy(32) ? half : builder.CreateZExt(half, use->getType()));
    use->eraseFromParent();
  }
  for (unsigned i = 0; i < phi.getNumIncomingValues(); ++i) {
    llvm::BasicBlock *block = phi.getIncomingBlock(i);
    // Several edges from one block bring the same value.
    const int known = half->getBasicBlockIndex(block);
    half->addIncoming(known >= 0 ? half->getIncomingValue(static_cast<unsigned>(known))
                                 : lower_half(*phi.getIncomingValue(i), *block, most_operations),
                      block);
  }
  llvm::RecursivelyDeleteDeadPHINode(&phi);
}

}  // namespace

bool narrow_induction_variables(llvm::Function &function) {
  bool changed = false;
  bool changes = true;
  while (changes) {
    changes = false;
    for (llvm::BasicBlock &block : function) {
      for (llvm::PHINode &phi : llvm::make_early_inc_range(block.phis())) {
        if (can_be_narrow(phi)) {
          narrow(phi);
          changes = changed = true;
          // What else was a phi here may have gone with it.
          break;
        }
      }
    }
  }
  return changed;
}

}  // namespace mux::compiler

#include "codegen/target/widen_masks.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/Analysis/ConstantFolding.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

#include "compiler/processor/host_target.h"

namespace mux::compiler {

namespace {

/// Lane width in bits, the most common one.
constexpr unsigned mask_lane_bits = 32;

class MaskWidening {
 public:
  MaskWidening(llvm::Function &function, unsigned lanes)
      : function_(function),
        mask_type_(llvm::FixedVectorType::get(llvm::Type::getInt1Ty(function.getContext()), lanes)),
        wide_type_(llvm::FixedVectorType::get(
            llvm::Type::getIntNTy(function.getContext(), mask_lane_bits), lanes)) {}

  void run() {
    llvm::SmallVector<llvm::Instruction *> masks;
    llvm::SmallVector<llvm::PHINode *> phis;
    for (llvm::Instruction &instruction : llvm::instructions(function_)) {
      if (instruction.getType() == mask_type_ && crosses_blocks(instruction)) {
        masks.push_back(&instruction);
        if (auto *phi = llvm::dyn_cast<llvm::PHINode>(&instruction)) {
          phis.push_back(phi);
        }
      }
    }
    widen_phis(phis);
    for (llvm::Instruction *mask : masks) {
      replace_uses(*mask);
    }
    remove(phis);
  }

 private:
  static bool crosses_blocks(const llvm::Instruction &mask) {
    return llvm::isa<llvm::PHINode>(mask) ||
           llvm::any_of(mask.users(), [&](const llvm::User *user) {
             const auto *used_by = llvm::cast<llvm::Instruction>(user);
             return llvm::isa<llvm::PHINode>(used_by) || used_by->getParent() != mask.getParent();
           });
  }

  /// Phis may use each other.
  void widen_phis(llvm::ArrayRef<llvm::PHINode *> phis) {
    for (llvm::PHINode *phi : phis) {
      wide_[phi] = llvm::PHINode::Create(wide_type_, phi->getNumIncomingValues(),
                                         phi->getName() + ".wide", phi->getIterator());
    }
    for (llvm::PHINode *phi : phis) {
      auto *wide = llvm::cast<llvm::PHINode>(wide_[phi]);
      for (unsigned i = 0; i < phi->getNumIncomingValues(); ++i) {
        wide->addIncoming(wide_of(*phi->getIncomingValue(i)), phi->getIncomingBlock(i));
      }
    }
  }

  llvm::Value *wide_of(llvm::Value &mask) {
    if (auto *constant = llvm::dyn_cast<llvm::Constant>(&mask)) {
      llvm::Constant *folded = llvm::ConstantFoldCastOperand(
          llvm::Instruction::SExt, constant, wide_type_, function_.getParent()->getDataLayout());
      if (folded != nullptr) {
        return folded;
      }
    }
    llvm::Value *&wide = wide_[&mask];
    if (wide == nullptr) {
      auto *instruction = llvm::dyn_cast<llvm::Instruction>(&mask);
      const llvm::BasicBlock::iterator place = instruction == nullptr
                                                   ? function_.getEntryBlock().getFirstInsertionPt()
                                                   : *instruction->getInsertionPointAfterDef();
      wide = llvm::IRBuilder<>(place->getParent(), place)
                 .CreateSExt(&mask, wide_type_, mask.getName() + ".wide");
    }
    return wide;
  }

  /// The mask in a block, if it is defined in another block or by a phi.
  llvm::Value *mask_in(llvm::Instruction &mask, llvm::BasicBlock &block) {
    llvm::Value *&local = local_[{&mask, &block}];
    if (local == nullptr) {
      llvm::IRBuilder<> builder(&block, block.getFirstInsertionPt());
      // This comparison folds into selects and masked accesses, which test the sign bit.
      local = builder.CreateICmpSLT(wide_of(mask), llvm::Constant::getNullValue(wide_type_),
                                    mask.getName());
    }
    return local;
  }

  void replace_uses(llvm::Instruction &mask) {
    const bool is_phi = llvm::isa<llvm::PHINode>(mask);
    for (llvm::Use &use : llvm::make_early_inc_range(mask.uses())) {
      auto *user = llvm::cast<llvm::Instruction>(use.getUser());
      const bool is_used_as_wide = llvm::isa<llvm::PHINode>(user) || user == wide_.lookup(&mask);
      if (!is_used_as_wide && (is_phi || user->getParent() != mask.getParent())) {
        use.set(mask_in(mask, *user->getParent()));
      }
    }
  }

  static void remove(llvm::ArrayRef<llvm::PHINode *> phis) {
    for (llvm::PHINode *phi : phis) {
      phi->replaceAllUsesWith(llvm::PoisonValue::get(phi->getType()));
    }
    for (llvm::PHINode *phi : phis) {
      phi->eraseFromParent();
    }
  }

  llvm::Function &function_;
  llvm::FixedVectorType *mask_type_;
  llvm::FixedVectorType *wide_type_;
  llvm::DenseMap<const llvm::Value *, llvm::Value *> wide_;
  llvm::DenseMap<std::pair<const llvm::Instruction *, const llvm::BasicBlock *>, llvm::Value *>
      local_;
};

}  // namespace

void widen_masks(llvm::Module &module) {
  // LLVM itself widens masks of 4 lanes.
  constexpr unsigned shortest_widened = 256;
  if (vector_register_bits() < shortest_widened || code_target().has_feature("avx512f")) {
    return;
  }
  for (llvm::Function &function : module) {
    MaskWidening(function, vector_register_bits() / mask_lane_bits).run();
  }
}

}  // namespace mux::compiler

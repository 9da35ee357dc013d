#include "codegen/vectorize/analysis/demanded_bits.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/Analysis/DemandedBits.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

#include <algorithm>
#include <optional>

namespace mux::compiler {

namespace {

/// Returns the shift amount if it is constant.
std::optional<uint64_t> shift_of(const llvm::Instruction &instruction) {
  const auto *amount = llvm::dyn_cast<llvm::ConstantInt>(instruction.getOperand(1));
  return amount == nullptr
             ? std::nullopt
             : std::optional(amount->getLimitedValue(llvm::IntegerType::MAX_INT_BITS));
}

/// Returns the width in which an operation has to be calculated so that the low `of_result` bits of
/// its result are correct; nothing if the operation cannot be narrowed.
std::optional<uint64_t> bits_needed(const llvm::Instruction &instruction, uint64_t of_result) {
  switch (instruction.getOpcode()) {
    case llvm::Instruction::Add:
    case llvm::Instruction::Sub:
    case llvm::Instruction::Mul:
    case llvm::Instruction::And:
    case llvm::Instruction::Or:
    case llvm::Instruction::Xor:
    case llvm::Instruction::Select:
    case llvm::Instruction::PHI:
    case llvm::Instruction::ZExt:
    case llvm::Instruction::SExt:
    case llvm::Instruction::Trunc:
      return of_result;
    case llvm::Instruction::Shl:
      // A shift amount must be smaller than the width of the type.
      if (const std::optional<uint64_t> shift = shift_of(instruction)) {
        return std::max(of_result, *shift + 1);
      }
      return std::nullopt;
    case llvm::Instruction::LShr:
    case llvm::Instruction::AShr:
      // The bits shifted in are not demanded, but the shift amount must be smaller than the width.
      if (const std::optional<uint64_t> shift = shift_of(instruction)) {
        return std::max<uint64_t>(of_result, 1) + *shift;
      }
      return std::nullopt;
    default:
      return std::nullopt;
  }
}

class Narrowing {
 public:
  Narrowing(llvm::Function &function, llvm::DemandedBits &demanded)
      : function_(function), demanded_(demanded) {}

  bool run() {
    choose();
    if (wide_.empty()) {
      return false;
    }
    for (llvm::Instruction *wide : wide_) {
      narrow_[wide] = make_narrow(*wide);
    }
    for (llvm::Instruction *wide : wide_) {
      complete(*wide);
    }
    for (llvm::Instruction *wide : wide_) {
      wide->replaceAllUsesWith(llvm::PoisonValue::get(wide->getType()));
      wide->eraseFromParent();
    }
    return true;
  }

 private:
  /// Collects the instructions to narrow into wide_, definitions before uses except for phis, and
  /// chooses the narrow type.
  void choose() {
    const auto stored = sources_of_stored_values(function_);
    constexpr uint64_t byte = 8;
    uint64_t most = byte;
    for (llvm::BasicBlock *block : llvm::ReversePostOrderTraversal<llvm::Function *>(&function_)) {
      for (llvm::Instruction &instruction : *block) {
        if (!stored.contains(&instruction) || !instruction.getType()->isIntegerTy() ||
            instruction.getType()->getIntegerBitWidth() <= widest_narrow_integer) {
          continue;
        }
        const std::optional<uint64_t> bits =
            bits_needed(instruction, demanded_.getDemandedBits(&instruction).getActiveBits());
        if (bits.has_value() && *bits <= widest_narrow_integer) {
          wide_.push_back(&instruction);
          // Processors have no multiplication of bytes.
          const bool is_product = instruction.getOpcode() == llvm::Instruction::Mul;
          most = std::max<uint64_t>(most, is_product ? widest_narrow_integer : *bits);
        }
      }
    }
    type_ =
        llvm::IntegerType::get(function_.getContext(), most <= byte ? byte : widest_narrow_integer);
  }

  llvm::Value *narrow(llvm::Value &value, llvm::IRBuilder<> &builder) {
    const auto known = narrow_.find(&value);
    return known != narrow_.end() ? known->second : builder.CreateZExtOrTrunc(&value, type_);
  }

  llvm::Value *make_narrow(llvm::Instruction &wide) {
    llvm::IRBuilder<> builder(&wide);
    llvm::Value *first = wide.getNumOperands() == 0 ? nullptr : wide.getOperand(0);
    if (auto *phi = llvm::dyn_cast<llvm::PHINode>(&wide)) {
      return builder.CreatePHI(type_, phi->getNumIncomingValues(), phi->getName());
    }
    if (llvm::isa<llvm::SelectInst>(wide)) {
      return builder.CreateSelect(first, narrow(*wide.getOperand(1), builder),
                                  narrow(*wide.getOperand(2), builder), wide.getName());
    }
    if (llvm::isa<llvm::SExtInst>(wide)) {
      return builder.CreateSExtOrTrunc(first, type_, wide.getName());
    }
    if (llvm::isa<llvm::ZExtInst, llvm::TruncInst>(wide)) {
      return narrow(*first, builder);
    }
    return builder.CreateBinOp(llvm::cast<llvm::BinaryOperator>(wide).getOpcode(),
                               narrow(*first, builder), narrow(*wide.getOperand(1), builder),
                               wide.getName());
  }

  /// Adds the incoming values of a narrowed phi, and extends the value for users that are not
  /// narrowed.
  void complete(llvm::Instruction &wide) {
    llvm::Value *narrowed = narrow_.lookup(&wide);
    if (auto *phi = llvm::dyn_cast<llvm::PHINode>(&wide)) {
      complete_phi(*phi, llvm::cast<llvm::PHINode>(*narrowed));
    }
    llvm::Value *extended = nullptr;
    for (llvm::Use &use : llvm::make_early_inc_range(wide.uses())) {
      if (narrow_.contains(use.getUser())) {
        continue;
      }
      if (extended == nullptr) {
        llvm::IRBuilder<> builder(wide.getParent(), llvm::isa<llvm::PHINode>(wide)
                                                        ? wide.getParent()->getFirstInsertionPt()
                                                        : wide.getIterator());
        extended = builder.CreateZExt(narrowed, wide.getType());
      }
      use.set(extended);
      drop_poison_generating_annotations(llvm::cast<llvm::Instruction>(*use.getUser()));
    }
  }

  /// Drops the poison-generating flags and metadata of a user and of the values that its higher
  /// bits flow into: they may not hold for the changed bits, which are not demanded.
  void drop_poison_generating_annotations(llvm::Instruction &user) {
    llvm::SmallVector<llvm::Instruction *> open = {&user};
    while (!open.empty()) {
      llvm::Instruction *changed = open.pop_back_val();
      if (!without_annotations_.insert(changed).second) {
        continue;
      }
      changed->dropPoisonGeneratingAnnotations();
      if (!changed->getType()->isIntegerTy() || demanded_.getDemandedBits(changed).isAllOnes()) {
        continue;
      }
      for (llvm::User *next : changed->users()) {
        open.push_back(llvm::cast<llvm::Instruction>(next));
      }
    }
  }

  void complete_phi(llvm::PHINode &wide, llvm::PHINode &narrowed) {
    for (unsigned i = 0; i < wide.getNumIncomingValues(); ++i) {
      llvm::BasicBlock *block = wide.getIncomingBlock(i);
      llvm::IRBuilder<> builder(block->getTerminator());
      // Several edges from one block have the same incoming value.
      const int known = narrowed.getBasicBlockIndex(block);
      narrowed.addIncoming(known >= 0 ? narrowed.getIncomingValue(static_cast<unsigned>(known))
                                      : narrow(*wide.getIncomingValue(i), builder),
                           block);
    }
  }

  llvm::Function &function_;
  llvm::DemandedBits &demanded_;
  llvm::IntegerType *type_ = nullptr;
  llvm::SmallVector<llvm::Instruction *> wide_;
  llvm::DenseMap<llvm::Value *, llvm::Value *> narrow_;
  llvm::SmallPtrSet<llvm::Instruction *, 8> without_annotations_;
};

}  // namespace

llvm::SmallPtrSet<const llvm::Instruction *, 32> sources_of_stored_values(
    llvm::Function &function) {
  llvm::SmallVector<const llvm::Value *> open;
  for (const llvm::Instruction &instruction : llvm::instructions(function)) {
    if (const auto *store = llvm::dyn_cast<llvm::StoreInst>(&instruction)) {
      open.push_back(store->getValueOperand());
    }
  }
  llvm::SmallPtrSet<const llvm::Instruction *, 32> seen;
  while (!open.empty()) {
    const auto *value = llvm::dyn_cast<llvm::Instruction>(open.pop_back_val());
    if (value != nullptr && seen.insert(value).second && !llvm::isa<llvm::LoadInst>(value)) {
      open.append(value->op_begin(), value->op_end());
    }
  }
  return seen;
}

bool narrow_to_demanded_bits(llvm::Function &function, llvm::DemandedBits &demanded) {
  return Narrowing(function, demanded).run();
}

}  // namespace mux::compiler

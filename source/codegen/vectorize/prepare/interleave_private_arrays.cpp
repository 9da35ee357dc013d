#include "codegen/vectorize/prepare/interleave_private_arrays.h"

#include <llvm/ADT/APInt.h>
#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/MapVector.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/MathExtras.h>

#include <algorithm>

#include "codegen/ir/stack_variables.h"
#include "codegen/vectorize/analysis/private_layout.h"

namespace mux::compiler {

namespace {

constexpr unsigned private_address_bits = 64;
constexpr uint64_t largest_array_alignment = 64;
/// Maximum number of elements of a memory intrinsic that is split into single accesses.
constexpr uint64_t most_single_accesses = 64;

/// The offset of a GEP from its pointer operand.
struct Offset {
  llvm::MapVector<llvm::Value *, llvm::APInt> variables;
  llvm::APInt constant = llvm::APInt(private_address_bits, 0);
};

/// Checks whether a variable can be interleaved, and rewrites it.
class Interleaving {
 public:
  Interleaving(llvm::AllocaInst &variable, unsigned lanes)
      : variable_(variable), layout_(variable.getModule()->getDataLayout()), lanes_(lanes) {}

  bool is_possible() {
    if (!visit_uses() || element_ == 0 || !llvm::isPowerOf2_64(element_) || element_ > 8) {
      return false;
    }
    const uint64_t size = stack_variable_size(variable_);
    if (size % element_ != 0 || size == element_) {
      return false;
    }
    return llvm::all_of(steps_, [&](llvm::GetElementPtrInst *step) { return is_whole(*step); }) &&
           llvm::all_of(blocks_, [&](llvm::MemIntrinsic *block) { return can_split(*block); });
  }

  void run() {
    for (llvm::MemIntrinsic *block : blocks_) {
      split(*block);
    }
    // The accesses that replace memory intrinsics use the variable too.
    steps_.clear();
    accesses_.clear();
    blocks_.clear();
    visit_uses();
    llvm::IRBuilder<> builder(&variable_);
    const uint64_t size = stack_variable_size(variable_) * lanes_;
    auto *type = llvm::ArrayType::get(builder.getInt8Ty(), size);
    llvm::AllocaInst *spread = builder.CreateAlloca(type, nullptr, variable_.getName());
    spread->setAlignment(
        std::max(variable_.getAlign(),
                 llvm::Align(std::min<uint64_t>(element_ * lanes_, largest_array_alignment))));
    set_interleaved(*spread, element_);
    for (llvm::Instruction *access : accesses_) {
      limit_alignment(*access);
    }
    // steps_ holds a GEP after its pointer operand.
    llvm::DenseMap<llvm::Value *, llvm::Value *> spread_steps{{&variable_, spread}};
    for (llvm::GetElementPtrInst *step : steps_) {
      spread_steps[step] = spread_step(*step, spread_steps.lookup(step->getPointerOperand()));
    }
    for (const auto &[from, to] : spread_steps) {
      from->replaceAllUsesWith(to);
    }
    for (llvm::GetElementPtrInst *step : llvm::reverse(steps_)) {
      step->eraseFromParent();
    }
    variable_.eraseFromParent();
  }

 private:
  /// Collects the uses of the variable. Returns false if the pointer escapes or a use is
  /// unsupported.
  bool visit_uses() {
    if (!visit_uses(variable_)) {
      return false;
    }
    for (size_t i = 0; i < steps_.size(); ++i) {
      if (!visit_uses(*steps_[i])) {
        return false;
      }
    }
    return true;
  }

  bool visit_uses(llvm::Value &pointer) {
    return llvm::all_of(pointer.users(), [&](llvm::User *user) {
      if (auto *step = llvm::dyn_cast<llvm::GetElementPtrInst>(user)) {
        if (step->getType()->isVectorTy() || step->getPointerOperand() != &pointer) {
          return false;
        }
        steps_.push_back(step);
        return true;
      }
      if (auto *load = llvm::dyn_cast<llvm::LoadInst>(user)) {
        accesses_.push_back(load);
        return is_element(*load->getType());
      }
      if (auto *store = llvm::dyn_cast<llvm::StoreInst>(user)) {
        accesses_.push_back(store);
        return store->getValueOperand() != &pointer &&
               is_element(*store->getValueOperand()->getType());
      }
      if (auto *block = llvm::dyn_cast<llvm::MemIntrinsic>(user)) {
        if (!llvm::is_contained(blocks_, block)) {
          blocks_.push_back(block);
        }
        return true;
      }
      return false;
    });
  }

  bool is_element(llvm::Type &type) {
    const uint64_t size = layout_.getTypeStoreSize(&type).getFixedValue();
    if (type.isAggregateType() || type.isVectorTy() ||
        size != layout_.getTypeAllocSize(&type).getFixedValue() ||
        (element_ != 0 && element_ != size)) {
      return false;
    }
    element_ = size;
    return true;
  }

  /// Reduces the alignment of an access to the element size: the copy of the first lane may be
  /// aligned better, but those of the other lanes are not.
  void limit_alignment(llvm::Instruction &access) const {
    const llvm::Align most(element_);
    if (auto *load = llvm::dyn_cast<llvm::LoadInst>(&access)) {
      load->setAlignment(std::min(load->getAlign(), most));
    } else {
      auto &store = llvm::cast<llvm::StoreInst>(access);
      store.setAlignment(std::min(store.getAlign(), most));
    }
  }

  bool is_whole(llvm::GetElementPtrInst &step) const {
    Offset offset;
    return step.collectOffset(layout_, private_address_bits, offset.variables, offset.constant) &&
           offset.constant.srem(static_cast<int64_t>(element_)) == 0 &&
           llvm::all_of(offset.variables, [&](const auto &term) {
             return term.second.isStrictlyPositive() &&
                    term.second.srem(static_cast<int64_t>(element_)) == 0;
           });
  }

  bool can_split(llvm::MemIntrinsic &block) const {
    const auto *length = llvm::dyn_cast<llvm::ConstantInt>(block.getLength());
    if (length == nullptr || block.isVolatile() || length->getZExtValue() % element_ != 0 ||
        length->getZExtValue() / element_ > most_single_accesses) {
      return false;
    }
    if (const auto *fill = llvm::dyn_cast<llvm::MemSetInst>(&block)) {
      return llvm::isa<llvm::ConstantInt>(fill->getValue());
    }
    return true;
  }

  /// Splits a memory intrinsic into accesses of single elements. All loads come before the stores,
  /// since source and destination may overlap.
  void split(llvm::MemIntrinsic &block) const {
    llvm::IRBuilder<> builder(&block);
    llvm::IntegerType *type = builder.getIntNTy(static_cast<unsigned>(8 * element_));
    const uint64_t count =
        llvm::cast<llvm::ConstantInt>(block.getLength())->getZExtValue() / element_;
    const auto element_address = [&](llvm::Value *start, uint64_t index) {
      return builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), start, index * element_);
    };
    llvm::SmallVector<llvm::Value *> values;
    if (auto *fill = llvm::dyn_cast<llvm::MemSetInst>(&block)) {
      const llvm::APInt &byte = llvm::cast<llvm::ConstantInt>(fill->getValue())->getValue();
      values.assign(count, builder.getInt(llvm::APInt::getSplat(type->getBitWidth(), byte)));
    } else {
      auto &copy = llvm::cast<llvm::MemTransferInst>(block);
      const llvm::Align alignment = copy.getSourceAlign().valueOrOne();
      for (uint64_t i = 0; i < count; ++i) {
        values.push_back(builder.CreateAlignedLoad(type, element_address(copy.getSource(), i),
                                                   llvm::commonAlignment(alignment, i * element_)));
      }
    }
    const llvm::Align alignment = block.getDestAlign().valueOrOne();
    for (uint64_t i = 0; i < count; ++i) {
      builder.CreateAlignedStore(values[i], element_address(block.getDest(), i),
                                 llvm::commonAlignment(alignment, i * element_));
    }
    block.eraseFromParent();
  }

  llvm::Value *spread_step(llvm::GetElementPtrInst &step, llvm::Value *start) const {
    Offset offset;
    step.collectOffset(layout_, private_address_bits, offset.variables, offset.constant);
    llvm::IRBuilder<> builder(&step);
    llvm::Value *address = start;
    for (const auto &[index, scale] : offset.variables) {
      address = builder.CreateGEP(
          llvm::ArrayType::get(builder.getInt8Ty(), scale.getZExtValue() * lanes_), address, index);
    }
    const int64_t constant = offset.constant.getSExtValue() * static_cast<int64_t>(lanes_);
    return constant == 0
               ? address
               : builder.CreateGEP(builder.getInt8Ty(), address, builder.getInt64(constant));
  }

  llvm::AllocaInst &variable_;
  const llvm::DataLayout &layout_;
  unsigned lanes_;
  uint64_t element_ = 0;
  llvm::SmallVector<llvm::GetElementPtrInst *> steps_;
  llvm::SmallVector<llvm::Instruction *> accesses_;
  llvm::SmallVector<llvm::MemIntrinsic *> blocks_;
};

bool remove_lifetimes(llvm::AllocaInst &variable) {
  bool changed = false;
  for (llvm::User *user : llvm::make_early_inc_range(variable.users())) {
    auto *instruction = llvm::cast<llvm::Instruction>(user);
    if (instruction->isLifetimeStartOrEnd()) {
      instruction->eraseFromParent();
      changed = true;
    }
  }
  return changed;
}

}  // namespace

bool interleave_private_arrays(llvm::Function &linearized, unsigned lanes) {
  bool changed = false;
  for (llvm::AllocaInst *variable : stack_variables(linearized)) {
    changed |= remove_lifetimes(*variable);
    if (element_of_interleaved(*variable) != 0) {
      continue;
    }
    Interleaving interleaving(*variable, lanes);
    if (interleaving.is_possible()) {
      interleaving.run();
      changed = true;
    }
  }
  return changed;
}

}  // namespace mux::compiler

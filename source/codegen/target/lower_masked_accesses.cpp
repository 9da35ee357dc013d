#include "codegen/target/lower_masked_accesses.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/Analysis/TargetTransformInfo.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/Target/TargetMachine.h>

#include <algorithm>

namespace mux::compiler {

namespace {

using llvm::Value;

/// The operands of a masked access, for all four intrinsics.
struct MaskedAccess {
  explicit MaskedAccess(llvm::IntrinsicInst &call) : intrinsic(call) {
    const llvm::Intrinsic::ID id = call.getIntrinsicID();
    is_store = id == llvm::Intrinsic::masked_store || id == llvm::Intrinsic::masked_scatter;
    is_contiguous = id == llvm::Intrinsic::masked_load || id == llvm::Intrinsic::masked_store;
    const unsigned first = is_store ? 1 : 0;
    value = call.getArgOperand(is_store ? 0 : 3);
    pointer = call.getArgOperand(first);
    alignment = llvm::cast<llvm::ConstantInt>(call.getArgOperand(first + 1))->getAlignValue();
    mask = call.getArgOperand(first + 2);
    type = llvm::cast<llvm::FixedVectorType>(value->getType());
  }

  llvm::IntrinsicInst &intrinsic;
  bool is_store = false;
  bool is_contiguous = false;
  /// The stored value, or the pass-through value of inactive lanes.
  Value *value = nullptr;
  Value *pointer = nullptr;
  Value *mask = nullptr;
  llvm::Align alignment;
  llvm::FixedVectorType *type = nullptr;
};

bool is_masked_access(const llvm::IntrinsicInst &call) {
  switch (call.getIntrinsicID()) {
    case llvm::Intrinsic::masked_load:
    case llvm::Intrinsic::masked_store:
    case llvm::Intrinsic::masked_gather:
    case llvm::Intrinsic::masked_scatter:
      return true;
    default:
      return false;
  }
}

class AccessLowering {
 public:
  AccessLowering(llvm::Function &function, const llvm::TargetMachine &machine)
      : function_(function),
        layout_(function.getParent()->getDataLayout()),
        target_(machine.getTargetTransformInfo(function)) {}

  void run() {
    for (llvm::Instruction &instruction :
         llvm::make_early_inc_range(llvm::instructions(function_))) {
      auto *call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction);
      if (call != nullptr && is_masked_access(*call)) {
        const MaskedAccess access(*call);
        if (is_to_be_lowered(access)) {
          lower(access);
        }
      }
    }
  }

 private:
  /// LLVM does not create branches for constant masks.
  bool is_to_be_lowered(const MaskedAccess &access) const {
    return !llvm::isa<llvm::Constant>(access.mask) && !has_instruction(access);
  }

  bool has_instruction(const MaskedAccess &access) const {
    if (access.is_contiguous) {
      return access.is_store ? target_.isLegalMaskedStore(access.type, access.alignment)
                             : target_.isLegalMaskedLoad(access.type, access.alignment);
    }
    return access.is_store ? target_.isLegalMaskedScatter(access.type, access.alignment)
                           : target_.isLegalMaskedGather(access.type, access.alignment);
  }

  void lower(const MaskedAccess &access) {
    llvm::IRBuilder<> builder(&access.intrinsic);
    Value *addresses = addresses_of(builder, access);
    Value *result = llvm::PoisonValue::get(access.type);
    for (unsigned lane = 0; lane < access.type->getNumElements(); ++lane) {
      Value *address = builder.CreateExtractElement(addresses, lane);
      const llvm::Align alignment = alignment_of(access, lane);
      if (access.is_store) {
        builder.CreateAlignedStore(builder.CreateExtractElement(access.value, lane), address,
                                   alignment);
      } else {
        Value *element =
            builder.CreateAlignedLoad(access.type->getElementType(), address, alignment);
        result = builder.CreateInsertElement(result, element, lane);
      }
    }
    if (!access.is_store) {
      if (!llvm::isa<llvm::UndefValue>(access.value)) {
        result = builder.CreateSelect(access.mask, result, access.value);
      }
      access.intrinsic.replaceAllUsesWith(result);
    }
    access.intrinsic.eraseFromParent();
  }

  /// The address of each lane's element, or of the stack slot for inactive lanes.
  Value *addresses_of(llvm::IRBuilder<> &builder, const MaskedAccess &access) {
    Value *addresses = access.pointer;
    llvm::Type *element = access.type->getElementType();
    if (access.is_contiguous) {
      llvm::SmallVector<llvm::Constant *> lanes;
      for (unsigned lane = 0; lane < access.type->getNumElements(); ++lane) {
        lanes.push_back(builder.getInt64(lane));
      }
      addresses = builder.CreateGEP(element, addresses, llvm::ConstantVector::get(lanes));
    }
    Value *place =
        builder.CreateAddrSpaceCast(place_of(*element), addresses->getType()->getScalarType());
    return builder.CreateSelect(access.mask, addresses,
                                builder.CreateVectorSplat(access.type->getElementCount(), place));
  }

  llvm::Align alignment_of(const MaskedAccess &access, unsigned lane) const {
    const uint64_t size = layout_.getTypeStoreSize(access.type->getElementType());
    const llvm::Align known = access.is_contiguous
                                  ? llvm::commonAlignment(access.alignment, lane * size)
                                  : access.alignment;
    // The alignment of the stack slot.
    return std::min(known, llvm::Align(largest_alignment));
  }

  /// The stack slot that inactive lanes access.
  Value *place_of(llvm::Type &element) {
    llvm::AllocaInst *&place = places_[&element];
    if (place == nullptr) {
      llvm::BasicBlock &entry = function_.getEntryBlock();
      place = llvm::IRBuilder<>(&entry, entry.begin()).CreateAlloca(&element);
      place->setAlignment(llvm::Align(largest_alignment));
    }
    return place;
  }

  static constexpr uint64_t largest_alignment = 16;

  llvm::Function &function_;
  const llvm::DataLayout &layout_;
  llvm::TargetTransformInfo target_;
  llvm::DenseMap<llvm::Type *, llvm::AllocaInst *> places_;
};

}  // namespace

void lower_masked_accesses(llvm::Module &module, const llvm::TargetMachine &machine) {
  for (llvm::Function &function : module) {
    if (!function.isDeclaration()) {
      AccessLowering(function, machine).run();
    }
  }
}

}  // namespace mux::compiler

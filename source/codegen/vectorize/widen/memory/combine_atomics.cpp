#include "codegen/vectorize/widen/memory/combine_atomics.h"

#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/Instructions.h>

#include "codegen/vectorize/widen/active_lanes.h"
#include "codegen/vectorize/widen/memory/memory_access.h"
#include "codegen/vectorize/widen/widener.h"

namespace mux::compiler {

namespace {

using Operation = llvm::AtomicRMWInst::BinOp;

/// Returns the neutral operand, which leaves memory unchanged.
llvm::Constant *identity(Operation operation, llvm::Type *type) {
  const unsigned bits = type->getScalarSizeInBits();
  switch (operation) {
    case llvm::AtomicRMWInst::And:
    case llvm::AtomicRMWInst::UMin:
      return llvm::Constant::getAllOnesValue(type);
    case llvm::AtomicRMWInst::Max:
      return llvm::ConstantInt::get(type, llvm::APInt::getSignedMinValue(bits));
    case llvm::AtomicRMWInst::Min:
      return llvm::ConstantInt::get(type, llvm::APInt::getSignedMaxValue(bits));
    default:
      return llvm::Constant::getNullValue(type);
  }
}

class AtomicCombiner {
 public:
  AtomicCombiner(Widener &widener, llvm::AtomicRMWInst &update)
      : widener_(widener),
        builder_(widener.builder()),
        update_(update),
        operation_(update.getOperation()),
        lanes_(widener.packet().lanes) {}

  /// Builds one operation for all parts.
  void run_once() {
    llvm::SmallVector<Part> parts;
    llvm::Value *total = nullptr;
    for (const unsigned part : widener_.all_parts()) {
      parts.push_back(reduce(part, active_lanes(widener_, update_, part)));
      parts.back().before = total;
      total = total == nullptr ? parts.back().total : join(total, parts.back().total);
    }
    llvm::Value *old = change_memory(0, total);
    for (const Part &part : parts) {
      set_results(part, old);
    }
  }

  void run_by_part() {
    for (const unsigned index : widener_.all_parts()) {
      const ActiveLanes running = active_lanes(widener_, update_, index);
      const Part part = reduce(index, running);
      if (running.all()) {
        set_results(part, change_memory(index, part.total));
      } else {
        set_results(part, change_memory_if(any_active(widener_, running), part));
      }
    }
  }

 private:
  struct Part {
    unsigned index = 0;
    /// Reduction of the active lanes' operands.
    llvm::Value *total = nullptr;
    /// Exclusive scan of the operands; NULL if the result is unused.
    llvm::Value *prefixes = nullptr;
    /// Reduction of the operands of all earlier parts; NULL if there are none.
    llvm::Value *before = nullptr;
  };

  Part reduce(unsigned part, const ActiveLanes &running) {
    llvm::Value &operand = *update_.getValOperand();
    if (update_.use_empty() && widener_.shape(operand).is_uniform()) {
      return {part, total_of_same(widener_.first_lane(operand, part), running)};
    }
    llvm::Value *values = widener_.vector(operand, part);
    if (!running.all()) {
      llvm::Value *nothing = identity(operation_, values->getType());
      llvm::Value *condition = running.each == nullptr ? running.together : running.each;
      values = builder_.CreateSelect(condition, values, nothing);
    }
    if (update_.use_empty()) {
      return {part, total_of(values)};
    }
    for (unsigned distance = 1; distance < lanes_; distance *= 2) {
      values = join(values, shift(values, distance));
    }
    return {part, builder_.CreateExtractElement(values, lanes_ - 1), shift(values, 1)};
  }

  /// Reduction of a uniform operand over the active lanes.
  llvm::Value *total_of_same(llvm::Value *value, const ActiveLanes &running) {
    llvm::Type *type = value->getType();
    if (!running.all()) {
      // The value may be poison if no lane is active.
      value =
          builder_.CreateSelect(any_active(widener_, running), value, identity(operation_, type));
    }
    switch (operation_) {
      case llvm::AtomicRMWInst::Add:
      case llvm::AtomicRMWInst::Sub:
        return builder_.CreateMul(value, count(running, type));
      case llvm::AtomicRMWInst::Xor: {
        llvm::Value *odd = builder_.CreateTrunc(count(running, type), builder_.getInt1Ty());
        return builder_.CreateSelect(odd, value, llvm::Constant::getNullValue(type));
      }
      default:
        return value;
    }
  }

  /// Returns the number of active lanes, modulo 2^bits of the type.
  llvm::Value *count(const ActiveLanes &running, llvm::Type *type) {
    if (running.each != nullptr) {
      llvm::Value *bits = lane_bits(widener_, running);
      // Counts in 64 bits: the count may not fit the number of bits counted.
      llvm::Value *wide = builder_.CreateZExt(bits, builder_.getInt64Ty());
      return builder_.CreateZExtOrTrunc(builder_.CreateUnaryIntrinsic(llvm::Intrinsic::ctpop, wide),
                                        type);
    }
    llvm::Value *all = builder_.CreateZExtOrTrunc(builder_.getInt64(lanes_), type);
    return running.all()
               ? all
               : builder_.CreateSelect(running.together, all, llvm::Constant::getNullValue(type));
  }

  llvm::Value *total_of(llvm::Value *values) {
    switch (operation_) {
      case llvm::AtomicRMWInst::And:
        return builder_.CreateAndReduce(values);
      case llvm::AtomicRMWInst::Or:
        return builder_.CreateOrReduce(values);
      case llvm::AtomicRMWInst::Xor:
        return builder_.CreateXorReduce(values);
      case llvm::AtomicRMWInst::Max:
        return builder_.CreateIntMaxReduce(values, true);
      case llvm::AtomicRMWInst::Min:
        return builder_.CreateIntMinReduce(values, true);
      case llvm::AtomicRMWInst::UMax:
        return builder_.CreateIntMaxReduce(values, false);
      case llvm::AtomicRMWInst::UMin:
        return builder_.CreateIntMinReduce(values, false);
      default:
        return builder_.CreateAddReduce(values);
    }
  }

  /// Combines operands, scalars or vectors. Operands of a subtraction are added.
  llvm::Value *join(llvm::Value *left, llvm::Value *right) {
    switch (operation_) {
      case llvm::AtomicRMWInst::And:
        return builder_.CreateAnd(left, right);
      case llvm::AtomicRMWInst::Or:
        return builder_.CreateOr(left, right);
      case llvm::AtomicRMWInst::Xor:
        return builder_.CreateXor(left, right);
      case llvm::AtomicRMWInst::Max:
        return builder_.CreateBinaryIntrinsic(llvm::Intrinsic::smax, left, right);
      case llvm::AtomicRMWInst::Min:
        return builder_.CreateBinaryIntrinsic(llvm::Intrinsic::smin, left, right);
      case llvm::AtomicRMWInst::UMax:
        return builder_.CreateBinaryIntrinsic(llvm::Intrinsic::umax, left, right);
      case llvm::AtomicRMWInst::UMin:
        return builder_.CreateBinaryIntrinsic(llvm::Intrinsic::umin, left, right);
      default:
        return builder_.CreateAdd(left, right);
    }
  }

  /// Shifts values to higher lanes and fills the lowest lanes with the neutral operand.
  llvm::Value *shift(llvm::Value *values, unsigned distance) {
    llvm::SmallVector<int, 16> indices;
    for (unsigned lane = 0; lane < lanes_; ++lane) {
      indices.push_back(static_cast<int>(lane < distance ? lanes_ : lane - distance));
    }
    return builder_.CreateShuffleVector(values, identity(operation_, values->getType()), indices);
  }

  /// @return the old value.
  llvm::Value *change_memory(unsigned part, llvm::Value *operand) {
    llvm::Value *address = widener_.first_lane(*update_.getPointerOperand(), part);
    llvm::AtomicRMWInst *combined =
        builder_.CreateAtomicRMW(operation_, address, operand, update_.getAlign(),
                                 update_.getOrdering(), update_.getSyncScopeID());
    copy_access_metadata(&update_, *combined, true);
    return combined;
  }

  llvm::Value *change_memory_if(llvm::Value *condition, const Part &part) {
    llvm::LLVMContext &context = builder_.getContext();
    llvm::BasicBlock *start = builder_.GetInsertBlock();
    auto *change = llvm::BasicBlock::Create(context, "atomic.run", &widener_.function());
    auto *after = llvm::BasicBlock::Create(context, "atomic.next", &widener_.function());
    builder_.CreateCondBr(condition, change, after);
    builder_.SetInsertPoint(change);
    llvm::Value *old = change_memory(part.index, part.total);
    builder_.CreateBr(after);
    builder_.SetInsertPoint(after);
    llvm::PHINode *found = builder_.CreatePHI(old->getType(), 2);
    found->addIncoming(llvm::Constant::getNullValue(old->getType()), start);
    found->addIncoming(old, change);
    return found;
  }

  /// @param old the value before the packet's operation, or before the part's if there is one for
  /// each part.
  void set_results(const Part &part, llvm::Value *old) {
    if (part.prefixes == nullptr) {
      return;
    }
    llvm::Value *found = part.before == nullptr ? old : apply(old, part.before);
    widener_.set_vector(update_, part.index,
                        apply(builder_.CreateVectorSplat(lanes_, found), part.prefixes));
  }

  llvm::Value *apply(llvm::Value *found, llvm::Value *operand) {
    return operation_ == llvm::AtomicRMWInst::Sub ? builder_.CreateSub(found, operand)
                                                  : join(found, operand);
  }

  Widener &widener_;
  llvm::IRBuilder<> &builder_;
  llvm::AtomicRMWInst &update_;
  Operation operation_;
  unsigned lanes_;
};

}  // namespace

void combine_atomic(Widener &widener, llvm::AtomicRMWInst &update) {
  AtomicCombiner combiner(widener, update);
  if (!widener.shape(*update.getPointerOperand()).varies_by_part()) {
    combiner.run_once();
  } else {
    combiner.run_by_part();
  }
}

}  // namespace mux::compiler

#include "codegen/pipeline/barriers/collective_lowering.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

#include <algorithm>
#include <array>
#include <bit>

#include "codegen/ir/work_item_context.h"
#include "codegen/target/retarget.h"

namespace mux::compiler {

namespace {

/// Bytes of the values that are combined at a time: the widest vector register.
constexpr unsigned vector_bytes = 64;

class StepBuilder {
 public:
  StepBuilder(llvm::Function &function, const GroupStep &step)
      : function_(function),
        step_(step),
        slots_(step.collective.value_or(CollectiveSlots())),
        participants_(step.participants),
        storage_(function),
        context_(WorkItemContext::of(function)),
        builder_(llvm::BasicBlock::Create(function.getContext(), "entry", &function)) {}

  void build() {
    if (step_.collective.has_value() && step_.joined_size.has_value()) {
      run_for_each_group(*step_.joined_size);
    } else if (step_.collective.has_value()) {
      run_collective();
    }
    for (const SharedValue &value : step_.shared_values) {
      storage_.publish_shared(builder_, value.slot, value.type);
    }
    builder_.CreateRetVoid();
  }

 private:
  void run_collective() {
    const uint64_t size = function_.getParent()->getDataLayout().getTypeAllocSize(slots_.type);
    lanes_ = std::max(vector_bytes / static_cast<unsigned>(size), 1U);
    llvm::Value *row = builder_.CreateMul(context_.local_size[0], context_.local_size[1]);
    work_items_ = builder_.CreateMul(row, context_.local_size[2], "work_items");
    if (slots_.collective.kind == CollectiveKind::broadcast) {
      pick_value();
    } else {
      combine_values();
    }
  }

  /// @param size of each of the joined groups, which are neighbors in one dimension.
  void run_for_each_group(const std::array<uint64_t, 3> &size) {
    llvm::Value *zero = builder_.getInt64(0);
    llvm::Value *one = builder_.getInt64(1);
    WorkItemContext::Vector groups{};
    for (unsigned i = 0; i < 3; ++i) {
      groups[i] = builder_.CreateUDiv(context_.local_size[i], builder_.getInt64(size[i]));
    }
    llvm::Value *count = builder_.CreateMul(builder_.CreateMul(groups[0], groups[1]), groups[2]);
    llvm::BasicBlock *entry = builder_.GetInsertBlock();
    auto *body = llvm::BasicBlock::Create(builder_.getContext(), "group", &function_);
    auto *end = llvm::BasicBlock::Create(builder_.getContext(), "done", &function_);
    builder_.CreateBr(body);
    builder_.SetInsertPoint(body);
    llvm::PHINode *group = builder_.CreatePHI(builder_.getInt64Ty(), 2, "group");
    group->addIncoming(zero, entry);
    WorkItemContext::Vector begin{};
    for (unsigned i = 0; i < 3; ++i) {
      llvm::Value *position =
          builder_.CreateSelect(builder_.CreateICmpEQ(groups[i], one), zero, group);
      begin[i] = builder_.CreateMul(position, builder_.getInt64(size[i]));
    }
    run_for_group(indices_from(begin, size));
    llvm::Value *next = builder_.CreateAdd(group, one, "next", true, true);
    group->addIncoming(next, body);
    builder_.CreateCondBr(builder_.CreateICmpULT(next, count), body, end);
    builder_.SetInsertPoint(end);
  }

  /// The linear local indices of one group's work-items, x fastest.
  /// @param begin the local id of the first one.
  llvm::SmallVector<llvm::Value *> indices_from(const WorkItemContext::Vector &begin,
                                                const std::array<uint64_t, 3> &size) {
    llvm::SmallVector<llvm::Value *> indices;
    const uint64_t count = size[0] * size[1] * size[2];
    for (uint64_t i = 0; i < count; ++i) {
      const uint64_t places[] = {i % size[0], i / size[0] % size[1], i / size[0] / size[1]};
      llvm::Value *index = builder_.getInt64(0);
      for (unsigned dimension = 3; dimension-- > 0;) {
        index = builder_.CreateMul(index, context_.local_size[dimension]);
        index = builder_.CreateAdd(index, begin[dimension]);
        index = builder_.CreateAdd(index, builder_.getInt64(places[dimension]));
      }
      indices.push_back(index);
    }
    return indices;
  }

  /// Combines the values in the same order as other code does for a group of this size.
  void run_for_group(llvm::ArrayRef<llvm::Value *> indices) {
    const GroupOperation operation = slots_.collective.operation;
    lanes_ = std::bit_ceil(static_cast<unsigned>(indices.size()));
    llvm::SmallVector<llvm::Value *> before;
    llvm::SmallVector<llvm::Value *> participates;
    llvm::Value *values = neutral_of(operation, vector_type(slots_.type));
    for (size_t i = 0; i < indices.size(); ++i) {
      before.push_back(storage_.load_of(builder_, slots_.values, slots_.type, indices[i]));
      participates.push_back(is_participant(indices[i]));
      // Slots of non-participants hold arbitrary values, poison included.
      llvm::Value *value = builder_.CreateSelect(participates[i], builder_.CreateFreeze(before[i]),
                                                 neutral_of(operation, slots_.type));
      values = builder_.CreateInsertElement(values, value, i);
    }
    llvm::Value *results = combine_group(values, indices);
    for (size_t i = 0; i < indices.size(); ++i) {
      llvm::Value *result =
          results->getType()->isVectorTy() ? builder_.CreateExtractElement(results, i) : results;
      storage_.store_of(builder_, slots_.values,
                        builder_.CreateSelect(participates[i], result, before[i]), indices[i]);
    }
  }

  /// @return a scalar that is every work-item's result, or a vector with one result per work-item.
  llvm::Value *combine_group(llvm::Value *values, llvm::ArrayRef<llvm::Value *> indices) {
    const GroupOperation operation = slots_.collective.operation;
    switch (slots_.collective.kind) {
      case CollectiveKind::broadcast: {
        llvm::Value *index =
            storage_.load_of(builder_, slots_.index, builder_.getInt64Ty(), indices[0]);
        index = builder_.CreateBinaryIntrinsic(llvm::Intrinsic::umin, index,
                                               builder_.getInt64(indices.size() - 1));
        return builder_.CreateExtractElement(values, index);
      }
      case CollectiveKind::reduce:
        return combine_elements(builder_, operation, combine(builder_, operation, start(), values));
      case CollectiveKind::scan_inclusive:
      case CollectiveKind::scan_exclusive:
        break;
    }
    llvm::Constant *begin = start();
    llvm::Value *results = combine(builder_, operation, builder_.CreateVectorSplat(lanes_, begin),
                                   combine_prefixes(builder_, operation, values));
    return slots_.collective.kind == CollectiveKind::scan_exclusive
               ? shift_elements(builder_, results, begin)
               : results;
  }

  llvm::Value *is_participant(llvm::Value *index) {
    if (!participants_.has_value()) {
      return builder_.getTrue();
    }
    llvm::Value *resume_point =
        storage_.load_of(builder_, participants_->resume_point, builder_.getInt32Ty(), index);
    return builder_.CreateICmpEQ(resume_point, builder_.getInt32(participants_->barrier_index));
  }

  llvm::Value *first() { return builder_.getInt64(0); }

  /// OpenCL C does not define the result for an id outside the group; here it is the last
  /// work-item's value.
  void pick_value() {
    llvm::Value *index = storage_.load_of(builder_, slots_.index, builder_.getInt64Ty(), first());
    llvm::Value *last = builder_.CreateSub(work_items_, builder_.getInt64(1));
    index = builder_.CreateBinaryIntrinsic(llvm::Intrinsic::umin, index, last);
    llvm::Value *value = storage_.load_of(builder_, slots_.values, slots_.type, index);
    storage_.store_of(builder_, slots_.result, value, first());
  }

  /// Combines `lanes_` values per iteration and the remainder under a mask. The number does not
  /// depend on the processor, so that floating-point sums are the same on all.
  void combine_values() {
    llvm::Value *count = builder_.getInt64(lanes_);
    llvm::Value *rest = builder_.CreateURem(work_items_, count, "rest");
    llvm::Value *whole = builder_.CreateSub(work_items_, rest, "whole");
    llvm::BasicBlock *entry = builder_.GetInsertBlock();
    auto *body = llvm::BasicBlock::Create(builder_.getContext(), "combine", &function_);
    auto *end = llvm::BasicBlock::Create(builder_.getContext(), "combined", &function_);
    llvm::Constant *begin = start();
    builder_.CreateCondBr(builder_.CreateIsNull(whole), end, body);
    builder_.SetInsertPoint(body);
    llvm::PHINode *index = builder_.CreatePHI(builder_.getInt64Ty(), 2, "index");
    llvm::PHINode *so_far = builder_.CreatePHI(begin->getType(), 2, "so_far");
    index->addIncoming(first(), entry);
    so_far->addIncoming(begin, entry);
    llvm::Value *combined = combine_some(so_far, index, nullptr);
    llvm::Value *next = builder_.CreateAdd(index, count, "next", true, true);
    index->addIncoming(next, body);
    so_far->addIncoming(combined, body);
    builder_.CreateCondBr(builder_.CreateICmpULT(next, whole), body, end);
    builder_.SetInsertPoint(end);
    llvm::PHINode *of_whole = builder_.CreatePHI(begin->getType(), 2, "of_whole");
    of_whole->addIncoming(begin, entry);
    of_whole->addIncoming(combined, body);
    combined = combine_some(of_whole, whole, lanes_below(rest));
    if (slots_.collective.kind == CollectiveKind::reduce) {
      storage_.store_of(builder_, slots_.result,
                        combine_elements(builder_, slots_.collective.operation, combined), first());
    }
  }

  /// Combines a vector of values with the accumulated ones. A reduction accumulates element by
  /// element. A scan accumulates a scalar, and each work-item's result replaces its value.
  /// @param exists mask of the values that exist; NULL if all do.
  llvm::Value *combine_some(llvm::Value *so_far, llvm::Value *index, llvm::Value *exists) {
    const CollectiveKind kind = slots_.collective.kind;
    const GroupOperation operation = slots_.collective.operation;
    llvm::Value *values = load(slots_.values, slots_.type, index, exists,
                               neutral_of(operation, vector_type(slots_.type)));
    values = only_of_participants(values, index, exists);
    if (kind == CollectiveKind::reduce) {
      return combine(builder_, operation, so_far, values);
    }
    llvm::Value *results = combine(builder_, operation, builder_.CreateVectorSplat(lanes_, so_far),
                                   combine_prefixes(builder_, operation, values));
    llvm::Value *last = builder_.CreateExtractElement(results, lanes_ - 1);
    if (kind == CollectiveKind::scan_exclusive) {
      results = shift_elements(builder_, results, so_far);
    }
    if (exists == nullptr) {
      storage_.store_of(builder_, slots_.values, results, index);
    } else {
      builder_.CreateMaskedStore(results, storage_.address_of(builder_, slots_.values, index),
                                 llvm::Align(slots_.values.alignment), exists);
    }
    return last;
  }

  llvm::Value *load(const ContextArray::Slot &slot, llvm::Type *type, llvm::Value *index,
                    llvm::Value *exists, llvm::Constant *otherwise) {
    if (exists == nullptr) {
      return storage_.load_of(builder_, slot, vector_type(type), index);
    }
    return builder_.CreateMaskedLoad(vector_type(type), storage_.address_of(builder_, slot, index),
                                     llvm::Align(slot.alignment), exists, otherwise);
  }

  llvm::VectorType *vector_type(llvm::Type *element) const {
    return llvm::FixedVectorType::get(element, lanes_);
  }

  llvm::Value *lanes_below(llvm::Value *count) {
    llvm::SmallVector<llvm::Constant *, 16> lane_indices;
    for (unsigned lane = 0; lane < lanes_; ++lane) {
      lane_indices.push_back(builder_.getInt64(lane));
    }
    return builder_.CreateICmpULT(llvm::ConstantVector::get(lane_indices),
                                  builder_.CreateVectorSplat(lanes_, count));
  }

  /// The initial accumulator. That of an exclusive scan is visible as the first work-item's result,
  /// so it must be the identity; otherwise a neutral value suffices.
  llvm::Constant *start() const {
    const GroupOperation operation = slots_.collective.operation;
    switch (slots_.collective.kind) {
      case CollectiveKind::reduce:
        return neutral_of(operation, vector_type(slots_.type));
      case CollectiveKind::scan_exclusive:
        return identity_of(operation, slots_.type);
      default:
        return neutral_of(operation, slots_.type);
    }
  }

  llvm::Value *only_of_participants(llvm::Value *values, llvm::Value *index, llvm::Value *exists) {
    if (!participants_.has_value()) {
      return values;
    }
    llvm::Type *integer = builder_.getInt32Ty();
    llvm::Value *resume_points = load(participants_->resume_point, integer, index, exists,
                                      llvm::Constant::getNullValue(vector_type(integer)));
    llvm::Value *participates = builder_.CreateICmpEQ(
        resume_points,
        llvm::ConstantInt::get(resume_points->getType(), participants_->barrier_index));
    // Slots of non-participants hold arbitrary values, poison included.
    return builder_.CreateSelect(participates, builder_.CreateFreeze(values),
                                 neutral_of(slots_.collective.operation, values->getType()));
  }

  llvm::Function &function_;
  const GroupStep &step_;
  CollectiveSlots slots_;
  const std::optional<Participants> &participants_;
  ContextArray storage_;
  WorkItemContext context_;
  llvm::IRBuilder<> builder_;
  llvm::Value *work_items_ = nullptr;
  /// Values that are combined per iteration: a power of two.
  unsigned lanes_ = 1;
};

}  // namespace

CollectiveSlots CollectiveMemory::give(llvm::CallInst &call, const Collective &collective) {
  CollectiveSlots slots;
  slots.collective = collective;
  slots.type = call.getType();
  const uint64_t size = call.getModule()->getDataLayout().getTypeAllocSize(slots.type);
  const auto shared = [&](llvm::DenseMap<uint64_t, ContextArray::Slot> &slots_by_size) {
    const auto [entry, added] = slots_by_size.try_emplace(size);
    if (added) {
      entry->second = storage_.add(size, size);
    }
    return entry->second;
  };
  slots.values = shared(values_);
  llvm::IRBuilder<> builder(&call);
  storage_.store(builder, slots.values, call.getArgOperand(0));
  if (has_one_result(collective)) {
    slots.result = shared(results_);
  }
  if (collective.kind == CollectiveKind::broadcast) {
    // Not shared: work-items that wait elsewhere may want another value there.
    slots.index = storage_.add(builder.getInt64Ty());
    if (joined_) {
      storage_.store(builder, slots.index, call.getArgOperand(1));
    } else {
      storage_.store_of(builder, slots.index, call.getArgOperand(1), builder.getInt64(0));
    }
  }
  return slots;
}

llvm::Value *CollectiveMemory::take(llvm::IRBuilder<> &builder,
                                    const CollectiveSlots &slots) const {
  return has_one_result(slots.collective)
             ? storage_.load_of(builder, slots.result, slots.type, builder.getInt64(0))
             : storage_.load(builder, slots.values, slots.type);
}

llvm::Function *build_group_step(llvm::Module &module, const GroupStep &step) {
  llvm::LLVMContext &context = module.getContext();
  auto *type = llvm::FunctionType::get(llvm::Type::getVoidTy(context),
                                       WorkItemContext::types(context), false);
  auto *function =
      llvm::Function::Create(type, llvm::GlobalValue::InternalLinkage, "collective_step", module);
  set_target_attributes(*function);
  StepBuilder(*function, step).build();
  return function;
}

}  // namespace mux::compiler

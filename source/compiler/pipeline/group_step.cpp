#include "compiler/pipeline/group_step.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

#include "compiler/pipeline/retarget.h"
#include "compiler/pipeline/work_item_context.h"

namespace mux::compiler {

namespace {

class StepBuilder {
 public:
  StepBuilder(llvm::Function &function, const GroupStep &step)
      : function_(function),
        step_(step),
        places_(step.collective.value_or(CollectivePlaces())),
        participants_(step.participants),
        storage_(function),
        context_(WorkItemContext::of(function)),
        builder_(llvm::BasicBlock::Create(function.getContext(), "entry", &function)) {}

  void build() {
    if (step_.collective.has_value()) {
      run_collective();
    }
    for (const SharedValue &value : step_.shared_values) {
      storage_.publish_shared(builder_, value.slot, value.type);
    }
    builder_.CreateRetVoid();
  }

 private:
  void run_collective() {
    llvm::Value *row = builder_.CreateMul(context_.local_size[0], context_.local_size[1]);
    work_items_ = builder_.CreateMul(row, context_.local_size[2], "work_items");
    if (places_.collective.kind == CollectiveKind::broadcast) {
      pick_value();
    } else {
      combine_values();
    }
  }

  llvm::Value *first() { return builder_.getInt64(0); }

  /// OpenCL C does not say what an id outside of the group gives; here it is the last work-item's
  /// value.
  void pick_value() {
    llvm::Value *index = storage_.load_of(builder_, places_.index, builder_.getInt64Ty(), first());
    llvm::Value *last = builder_.CreateSub(work_items_, builder_.getInt64(1));
    index = builder_.CreateBinaryIntrinsic(llvm::Intrinsic::umin, index, last);
    llvm::Value *value = storage_.load_of(builder_, places_.values, places_.type, index);
    storage_.store_of(builder_, places_.result, value, first());
  }

  void combine_values() {
    const CollectiveKind kind = places_.collective.kind;
    const GroupOperation operation = places_.collective.operation;
    llvm::BasicBlock *entry = builder_.GetInsertBlock();
    auto *body = llvm::BasicBlock::Create(builder_.getContext(), "combine", &function_);
    auto *end = llvm::BasicBlock::Create(builder_.getContext(), "combined", &function_);
    builder_.CreateBr(body);
    builder_.SetInsertPoint(body);
    llvm::PHINode *index = builder_.CreatePHI(builder_.getInt64Ty(), 2, "index");
    llvm::PHINode *so_far = builder_.CreatePHI(places_.type, 2, "so_far");
    index->addIncoming(first(), entry);
    so_far->addIncoming(start(), entry);
    llvm::Value *value = only_of_participants(
        storage_.load_of(builder_, places_.values, places_.type, index), index);
    llvm::Value *combined = combine(builder_, operation, so_far, value);
    if (kind != CollectiveKind::reduce) {
      llvm::Value *result = kind == CollectiveKind::scan_inclusive ? combined : so_far;
      storage_.store_of(builder_, places_.values, result, index);
    }
    llvm::Value *next = builder_.CreateAdd(index, builder_.getInt64(1), "next", true, true);
    index->addIncoming(next, body);
    so_far->addIncoming(combined, body);
    builder_.CreateCondBr(builder_.CreateICmpULT(next, work_items_), body, end);
    builder_.SetInsertPoint(end);
    if (kind == CollectiveKind::reduce) {
      storage_.store_of(builder_, places_.result, combined, first());
    }
  }

  /// An exclusive scan shows what it starts with.
  llvm::Constant *start() const {
    return places_.collective.kind == CollectiveKind::scan_exclusive
               ? identity_of(places_.collective.operation, places_.type)
               : neutral();
  }

  llvm::Value *only_of_participants(llvm::Value *value, llvm::Value *index) {
    if (!participants_.has_value()) {
      return value;
    }
    llvm::Type *number = builder_.getInt32Ty();
    llvm::Value *place = storage_.load_of(builder_, participants_->waiting_place, number, index);
    llvm::Value *takes_part =
        builder_.CreateICmpEQ(place, builder_.getInt32(participants_->number));
    // What others have in the slot may be anything, poison too.
    return builder_.CreateSelect(takes_part, builder_.CreateFreeze(value), neutral());
  }

  /// What leaves every value as it is: OpenCL C's identity, but for a sum -0, since 0 + -0 is 0.
  llvm::Constant *neutral() const {
    const GroupOperation operation = places_.collective.operation;
    return operation == GroupOperation::add && places_.type->isFloatingPointTy()
               ? llvm::ConstantFP::getNegativeZero(places_.type)
               : identity_of(operation, places_.type);
  }

  llvm::Function &function_;
  const GroupStep &step_;
  CollectivePlaces places_;
  const std::optional<Participants> &participants_;
  WorkItemStorage storage_;
  WorkItemContext context_;
  llvm::IRBuilder<> builder_;
  llvm::Value *work_items_ = nullptr;
};

}  // namespace

CollectivePlaces CollectiveMemory::give(llvm::CallInst &call, const Collective &collective) {
  CollectivePlaces places;
  places.collective = collective;
  places.type = call.getType();
  const uint64_t size = call.getModule()->getDataLayout().getTypeAllocSize(places.type);
  const auto shared = [&](llvm::DenseMap<uint64_t, WorkItemStorage::Slot> &slots) {
    const auto [place, added] = slots.try_emplace(size);
    if (added) {
      place->second = storage_.add(size, size);
    }
    return place->second;
  };
  places.values = shared(values_);
  llvm::IRBuilder<> builder(&call);
  storage_.store(builder, places.values, call.getArgOperand(0));
  if (collective.is_uniform()) {
    places.result = shared(results_);
  }
  if (collective.kind == CollectiveKind::broadcast) {
    // Not shared: work-items that wait elsewhere may want another value there.
    places.index = storage_.add(builder.getInt64Ty());
    storage_.store_of(builder, places.index, call.getArgOperand(1), builder.getInt64(0));
  }
  return places;
}

llvm::Value *CollectiveMemory::take(llvm::IRBuilder<> &builder,
                                    const CollectivePlaces &places) const {
  return places.collective.is_uniform()
             ? storage_.load_of(builder, places.result, places.type, builder.getInt64(0))
             : storage_.load(builder, places.values, places.type);
}

llvm::Function *build_group_step(llvm::Module &module, const GroupStep &step) {
  llvm::LLVMContext &context = module.getContext();
  auto *type = llvm::FunctionType::get(llvm::Type::getVoidTy(context),
                                       WorkItemContext::types(context), false);
  auto *function =
      llvm::Function::Create(type, llvm::GlobalValue::InternalLinkage, "group_step", module);
  set_target_attributes(*function);
  StepBuilder(*function, step).build();
  return function;
}

}  // namespace mux::compiler

#include "codegen/pipeline/entry/build_kernel_entry.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/IntrinsicsX86.h>
#include <llvm/IR/Module.h>
#include <llvm/TargetParser/Triple.h>
#include <llvm/Transforms/Utils/Cloning.h>

#include <algorithm>
#include <cstddef>
#include <vector>

#include "codegen/ir/robust_access.h"
#include "codegen/ir/work_item_context.h"
#include "codegen/pipeline/dimensions/dimension_order.h"
#include "codegen/pipeline/entry/region_loops.h"
#include "codegen/pipeline/program/size_limits.h"
#include "codegen/target/retarget.h"
#include "codegen/vectorize/idioms/add_streaming_stores.h"
#include "compiler/abi/kernel_abi.h"
#include "compiler/abi/kernel_description.h"
#include "compiler/abi/kernel_symbol.h"
#include "compiler/abi/specialization.h"

namespace mux::compiler {

namespace {

class EntryBuilder {
 public:
  /// @param unchecked NULL if there is none.
  EntryBuilder(const SplitKernel &kernel, const SplitKernel *unchecked)
      : kernel_(kernel),
        unchecked_(unchecked),
        description_(kernel.description),
        flushes_denormals_(kernel.flushes_denormals),
        initializes_local_memory_(kernel.initializes_local_memory),
        ignores_groups_(kernel.is_group_independent),
        order_(kernel.order),
        fixed_range_(kernel.fixed_range),
        shape_(kernel.shape.value_or(RangeShape())),
        module_(*kernel.regions.front().work_item->getParent()),
        builder_(module_.getContext()) {
    callers_.push_back({builder_, kernel_, context_, {}, nullptr, region_calls_});
    if (unchecked != nullptr) {
      callers_.push_back({builder_, *unchecked, context_, {}, nullptr, region_calls_});
    }
  }

  llvm::Function *build() {
    create_function();
    llvm::BasicBlock *done = block("done");
    llvm::BasicBlock *prepare = block("prepare");
    builder_.CreateCondBr(builder_.CreateICmpULT(first_group_, last_group_), prepare, done);
    builder_.SetInsertPoint(prepare);
    load_range();
    load_arguments();
    for (RegionCaller &caller : callers_) {
      caller.arguments = operands_;
    }
    if (!kernel_.has_large_ids()) {
      check_ids();
    }
    build_group_loop(done);
    builder_.SetInsertPoint(done);
    if (float_mode_ != nullptr) {
      builder_.CreateIntrinsic(llvm::Intrinsic::x86_sse_ldmxcsr, {}, {float_mode_});
    }
    builder_.CreateRet(builder_.getInt32(0));
    for (llvm::CallInst *call : region_calls_) {
      llvm::InlineFunctionInfo info;
      llvm::InlineFunction(*call, info);
    }
    lower_streaming_stores(*function_);
    return function_;
  }

 private:
  llvm::BasicBlock *block(const char *name) {
    return llvm::BasicBlock::Create(module_.getContext(), name, function_);
  }

  void create_function() {
    llvm::Type *pointer = builder_.getPtrTy();
    llvm::Type *integer = builder_.getInt64Ty();
    auto *type = llvm::FunctionType::get(builder_.getInt32Ty(),
                                         {pointer, pointer, integer, integer, pointer}, false);
    function_ = llvm::Function::Create(type, llvm::GlobalValue::ExternalLinkage,
                                       kernel_symbol(description_.name), module_);
    set_target_attributes(*function_);
    // These three are owned by the runtime, and no user's buffer overlaps them.
    for (const unsigned i : {0U, 1U, 4U}) {
      function_->addParamAttr(i, llvm::Attribute::NoAlias);
      function_->addParamAttr(i, llvm::Attribute::NoUndef);
    }
    function_->addParamAttr(0, llvm::Attribute::ReadOnly);
    function_->addParamAttr(1, llvm::Attribute::ReadOnly);
    function_->addParamAttr(4, llvm::Attribute::getWithAlignment(
                                   module_.getContext(), llvm::Align(local_memory_alignment)));
    packed_arguments_ = function_->getArg(0);
    range_ = function_->getArg(1);
    first_group_ = function_->getArg(2);
    last_group_ = function_->getArg(3);
    context_.scratch = function_->getArg(4);
    builder_.SetInsertPoint(block("entry"));
    for (RegionCaller &caller : callers_) {
      if (!has_region_functions(caller.kernel)) {
        caller.allocate();
      }
    }
    if (flushes_denormals_ && llvm::Triple(module_.getTargetTriple()).isX86()) {
      flush_denormals();
    }
  }

  /// Sets the flush-to-zero modes, since an operation on denormals takes some hundred cycles. The
  /// optimizer may move operations out of the code between here and the end; those then produce
  /// denormals, which is permitted.
  void flush_denormals() {
    constexpr uint32_t flush_results = 1U << 15;
    constexpr uint32_t flush_operands = 1U << 6;
    llvm::Type *integer = builder_.getInt32Ty();
    float_mode_ = builder_.CreateAlloca(integer, nullptr, "float_mode");
    llvm::AllocaInst *flushing = builder_.CreateAlloca(integer, nullptr, "flushing_mode");
    builder_.CreateIntrinsic(llvm::Intrinsic::x86_sse_stmxcsr, {}, {float_mode_});
    llvm::Value *mode = builder_.CreateLoad(integer, float_mode_);
    builder_.CreateStore(builder_.CreateOr(mode, flush_results | flush_operands), flushing);
    builder_.CreateIntrinsic(llvm::Intrinsic::x86_sse_ldmxcsr, {}, {flushing});
  }

  llvm::Value *load_range_member(size_t offset, unsigned index, const char *name) {
    llvm::Value *address = builder_.CreateConstInBoundsGEP1_64(builder_.getInt8Ty(), range_,
                                                               offset + index * sizeof(uint64_t));
    return builder_.CreateAlignedLoad(builder_.getInt64Ty(), address, llvm::Align(8), name);
  }

  void load_range() {
    context_.dimensions = load_range_member(offsetof(NdRange, dimensions), 0, "dimensions");
    for (unsigned i = 0; i < 3; ++i) {
      const unsigned member = order_[i];
      context_.global_size[i] =
          load_range_member(offsetof(NdRange, global_size), member, "global_size");
      context_.enqueued_local_size[i] =
          load_range_member(offsetof(NdRange, local_size), member, "enqueued_local_size");
      context_.global_offset[i] =
          load_range_member(offsetof(NdRange, global_offset), member, "global_offset");
      context_.group_count[i] =
          load_range_member(offsetof(NdRange, group_count), member, "group_count");
      fix_dimension(i);
    }
    storage_offset_ =
        load_range_member(offsetof(NdRange, work_item_storage_offset), 0, "storage_offset");
    context_.storage = builder_.CreateInBoundsGEP(builder_.getInt8Ty(), context_.scratch,
                                                  storage_offset_, "storage");
    const auto &local = context_.enqueued_local_size;
    context_.context_items =
        builder_.CreateMul(builder_.CreateMul(local[0], local[1]), local[2], "context_items");
    if (kernel_.most_joined != 0) {
      context_.context_items =
          builder_.CreateMul(context_.context_items, builder_.getInt64(kernel_.most_joined));
    }
  }

  /// Replaces loaded values by the constants that they are specialized for.
  void fix_dimension(unsigned i) {
    llvm::Value *zero = builder_.getInt64(0);
    llvm::Value *one = builder_.getInt64(1);
    if (fixed_range_.has_value()) {
      context_.enqueued_local_size[i] = builder_.getInt64(fixed_range_->local_size[i]);
      if (fixed_range_->no_offset) {
        context_.global_offset[i] = zero;
      }
    }
    if (is_flat(i)) {
      context_.global_size[i] = one;
      context_.enqueued_local_size[i] = one;
      context_.global_offset[i] = zero;
      context_.group_count[i] = one;
    }
  }

  /// Whether a dimension of the code has a single work-item.
  bool is_flat(unsigned dimension) const { return order_[dimension] >= shape_.dimensions; }

  void load_arguments() {
    for (size_t i = 0; i < description_.arguments.size(); ++i) {
      const KernelArgument &argument = description_.arguments[i];
      llvm::Type *type = kernel_.regions[0].work_item->getArg(i)->getType();
      llvm::Value *address = builder_.CreateConstInBoundsGEP1_64(
          builder_.getInt8Ty(), packed_arguments_, argument.offset, argument.name);
      if (argument.kind == ArgumentKind::local_buffer) {
        llvm::Value *offset =
            builder_.CreateAlignedLoad(builder_.getInt64Ty(), address, llvm::Align(8));
        llvm::Value *start =
            builder_.CreateInBoundsGEP(builder_.getInt8Ty(), context_.scratch, offset);
        operands_.push_back(builder_.CreateAddrSpaceCast(start, type));
      } else if (argument.kind == ArgumentKind::plain_old_data && type->isPointerTy()) {
        operands_.push_back(address);
      } else {
        const llvm::Align alignment(
            std::min<uint64_t>(argument.alignment, packed_argument_alignment));
        operands_.push_back(builder_.CreateAlignedLoad(type, address, alignment, argument.name));
      }
    }
    for (const HoistedConstant &constant : kernel_.hoisted_constants) {
      operands_.push_back(build_constant_read(
          builder_, operands_[constant.memory], operands_[constant.size],
          builder_.getInt32(constant.index), builder_.getInt32(constant.component)));
    }
  }

  void build_group_loop(llvm::BasicBlock *done) {
    llvm::BasicBlock *before = builder_.GetInsertBlock();
    const WorkItemContext::Vector first = first_position();
    llvm::BasicBlock *header = block("group");
    builder_.CreateBr(header);
    builder_.SetInsertPoint(header);
    llvm::PHINode *group = builder_.CreatePHI(builder_.getInt64Ty(), 2, "group");
    group->addIncoming(first_group_, before);
    WorkItemContext::Vector position{};
    for (unsigned i = 0; i < 3; ++i) {
      position[i] = first[i];
      if (!is_one(group_count(i))) {
        llvm::PHINode *counter = builder_.CreatePHI(builder_.getInt64Ty(), 2, "group_position");
        counter->addIncoming(first[i], before);
        position[i] = counter;
      }
      context_.group_id[dimension_at(i)] = position[i];
    }
    locate_group();
    llvm::Value *one = builder_.getInt64(1);
    WorkItemContext::Vector together = {one, one, one};
    if (ignores_groups_) {
      together = join_groups(*group, position);
    }
    if (kernel_.has_large_ids()) {
      check_ids();
    }
    build_group();

    llvm::Value *joined = builder_.CreateMul(together[0], together[1], "", true, true);
    joined = builder_.CreateMul(joined, together[2], "", true, true);
    llvm::Value *next = builder_.CreateAdd(group, joined, "next_group", true);
    group->addIncoming(next, builder_.GetInsertBlock());
    advance(position, together);
    builder_.CreateCondBr(builder_.CreateICmpULT(next, last_group_), header, done);
  }

  /// Whether all slower positions have a single group.
  bool is_last_position(unsigned position) const {
    for (unsigned i = position + 1; i < 3; ++i) {
      if (!is_one(group_count(i))) {
        return false;
      }
    }
    return true;
  }

  /// The position of the first group. Divides only once; the group loop then increments the
  /// positions with carry.
  WorkItemContext::Vector first_position() {
    WorkItemContext::Vector first{};
    llvm::Value *rest = first_group_;
    for (unsigned i = 0; i < 3; ++i) {
      if (is_one(group_count(i))) {
        first[i] = builder_.getInt64(0);
      } else if (is_last_position(i)) {
        first[i] = rest;
      } else {
        first[i] = builder_.CreateURem(rest, group_count(i));
        rest = builder_.CreateUDiv(rest, group_count(i));
      }
    }
    return first;
  }

  /// Adds the incoming values of the group loop's positions, which are counters or constants.
  void advance(const WorkItemContext::Vector &position, const WorkItemContext::Vector &together) {
    llvm::Value *carry = builder_.getTrue();
    for (unsigned i = 0; i < 3; ++i) {
      auto *counter = llvm::dyn_cast<llvm::PHINode>(position[i]);
      if (counter == nullptr) {
        continue;
      }
      llvm::Value *sum = builder_.CreateAdd(counter, together[i], "", true);
      if (is_last_position(i)) {
        counter->addIncoming(builder_.CreateSelect(carry, sum, counter), builder_.GetInsertBlock());
        return;
      }
      llvm::Value *is_end = builder_.CreateICmpEQ(sum, group_count(i));
      llvm::Value *advanced = builder_.CreateSelect(is_end, builder_.getInt64(0), sum);
      counter->addIncoming(builder_.CreateSelect(carry, advanced, counter),
                           builder_.GetInsertBlock());
      carry = builder_.CreateAnd(is_end, carry);
    }
  }

  /// The dimension in which work-groups are counted `position`th fastest.
  unsigned dimension_at(unsigned position) const { return position_of(order_, position); }

  llvm::Value *group_count(unsigned position) const {
    return context_.group_count[dimension_at(position)];
  }

  /// Joins this group with as many following ones as form a box: the remainder of a row, or whole
  /// rows, or whole layers. Where memory limits the number of joined groups, the box is a run of at
  /// most that many along the fastest dimension with several groups.
  /// @param group_position of the first group, fastest first.
  /// @return the extent of the box in groups, in the same order.
  WorkItemContext::Vector join_groups(llvm::Value &group,
                                      const WorkItemContext::Vector &group_position) {
    llvm::Value *zero = builder_.getInt64(0);
    llvm::Value *one = builder_.getInt64(1);
    const auto smaller = [&](llvm::Value *left, llvm::Value *right) {
      return builder_.CreateBinaryIntrinsic(llvm::Intrinsic::umin, left, right);
    };
    // The number of groups that remain at each position, while all faster positions are at their
    // start.
    llvm::Value *left = builder_.CreateSub(last_group_, &group, "groups_left", true);
    WorkItemContext::Vector together{};
    llvm::Value *is_start = builder_.getTrue();
    for (unsigned i = 0; i < 3; ++i) {
      if (is_one(group_count(i))) {
        together[i] = one;
        continue;
      }
      llvm::Value *whole = smaller(left, builder_.CreateSub(group_count(i), group_position[i]));
      if (kernel_.has_large_ids()) {
        whole = smaller(whole, groups_in_block(dimension_at(i)));
      }
      if (kernel_.most_joined != 0) {
        whole = smaller(whole, builder_.getInt64(kernel_.most_joined));
      }
      llvm::Value *is_some = builder_.CreateAnd(builder_.CreateICmpNE(whole, zero), is_start);
      together[i] = builder_.CreateSelect(is_some, whole, one, "together");
      if (is_last_position(i)) {
        continue;
      }
      is_start = builder_.CreateAnd(is_some, builder_.CreateICmpEQ(whole, group_count(i)));
      if (kernel_.most_joined != 0) {
        is_start = builder_.CreateAnd(is_start, builder_.CreateICmpEQ(group_count(i), one));
      }
      left = builder_.CreateUDiv(left, group_count(i));
    }
    for (unsigned i = 0; i < 3; ++i) {
      const unsigned dimension = dimension_at(i);
      if (is_flat(dimension)) {
        continue;
      }
      llvm::Value *local = context_.enqueued_local_size[dimension];
      llvm::Value *start = builder_.CreateMul(group_position[i], local, "", true);
      llvm::Value *rest = builder_.CreateSub(context_.global_size[dimension], start);
      context_.local_size[dimension] =
          smaller(builder_.CreateMul(together[i], local, "", true), rest);
    }
    return together;
  }

  /// The number of groups, from this one on, up to the next block of ids; at least one.
  llvm::Value *groups_in_block(unsigned dimension) {
    llvm::Value *in_block =
        builder_.CreateURem(context_.first_global_id[dimension], builder_.getInt64(large_id_block));
    llvm::Value *left = builder_.CreateSub(builder_.getInt64(large_id_block), in_block);
    llvm::Value *groups = builder_.CreateUDiv(left, context_.enqueued_local_size[dimension]);
    return builder_.CreateBinaryIntrinsic(llvm::Intrinsic::umax, groups, builder_.getInt64(1));
  }

  void locate_group() {
    for (unsigned i = 0; i < 3; ++i) {
      llvm::Value *start =
          builder_.CreateMul(context_.group_id[i], context_.enqueued_local_size[i], "start", true);
      if (fixed_range_.has_value() || is_flat(i)) {
        context_.local_size[i] = context_.enqueued_local_size[i];
      } else {
        llvm::Value *rest = builder_.CreateSub(context_.global_size[i], start, "rest", true);
        context_.local_size[i] = builder_.CreateBinaryIntrinsic(
            llvm::Intrinsic::umin, context_.enqueued_local_size[i], rest, nullptr, "local_size");
      }
      context_.first_global_id[i] =
          builder_.CreateAdd(start, context_.global_offset[i], "first_global_id", true);
    }
  }

  void build_group() {
    if (initializes_local_memory_ && description_.has_local_memory()) {
      // Everything before the context array, including the blocks of local-buffer arguments.
      builder_.CreateMemSet(context_.scratch, builder_.getInt8(0), storage_offset_,
                            llvm::Align(local_memory_alignment));
    }
    const auto *form = unchecked_ == nullptr ? nullptr : &unchecked_->unchecked_form;
    if (form == nullptr || !form->has_value()) {
      build_form(callers_[0]);
      return;
    }
    region_calls_.push_back(call_first_work_item(callers_[0], *form->value().test));
    build_choice(
        builder_, region_calls_.back(), {"unchecked", "checked", "after_accesses"},
        [this] { build_form(callers_[1]); }, [this] { build_form(callers_[0]); });
  }

  /// Runs the group by one form of the kernel.
  void build_form(const RegionCaller &caller) {
    if (caller.kernel.group == nullptr) {
      build_barrier_loop(caller);
      return;
    }
    const auto build_together = [&] {
      region_calls_.push_back(call_first_work_item(caller, *caller.kernel.group));
    };
    build_choice(builder_, builder_.CreateAnd(caller.ids_fit_packets, is_whole()),
                 {"together", "apart", "after_group"}, build_together,
                 [&] { build_barrier_loop(caller); });
  }

  /// Whether the maximum number of groups is joined, along x.
  llvm::Value *is_whole() {
    llvm::Value *is_whole = builder_.getTrue();
    for (unsigned i = 0; i < 3 && kernel_.most_joined != 0; ++i) {
      // The size is set, since groups are joined.
      // NOLINTNEXTLINE(bugprone-unchecked-optional-access)
      const uint64_t size = (*kernel_.joined_size)[i] * (i == 0 ? kernel_.most_joined : 1);
      is_whole = builder_.CreateAnd(
          is_whole, builder_.CreateICmpEQ(context_.local_size[i], builder_.getInt64(size)));
    }
    return is_whole;
  }

  void check_ids() {
    for (RegionCaller &caller : callers_) {
      if (has_packets(caller.kernel) || caller.kernel.group != nullptr) {
        caller.ids_fit_packets = build_id_check(builder_, caller.kernel, context_);
      }
    }
  }

  /// All work-items execute one region, then all execute the region after the barrier they reached;
  /// before that, the group executes the step of a collective.
  void build_barrier_loop(const RegionCaller &caller) {
    const std::vector<Region> &regions = caller.kernel.regions;
    if (regions.size() == 1) {
      build_region(caller, regions[0]);
      return;
    }
    llvm::BasicBlock *before = builder_.GetInsertBlock();
    llvm::BasicBlock *choose = block("choose_region");
    llvm::BasicBlock *finished = block("group_finished");
    builder_.CreateBr(choose);
    builder_.SetInsertPoint(choose);
    llvm::PHINode *region = builder_.CreatePHI(builder_.getInt32Ty(), 2, "region");
    region->addIncoming(builder_.getInt32(0), before);
    if (has_region_functions(caller.kernel)) {
      llvm::Value *next = call_region_function(caller, *region);
      region->addIncoming(next, choose);
      builder_.CreateCondBr(builder_.CreateICmpSLT(next, builder_.getInt32(0)), finished, choose);
    } else {
      llvm::SwitchInst *choice = builder_.CreateSwitch(region, finished, regions.size());
      for (size_t i = 0; i < regions.size(); ++i) {
        llvm::BasicBlock *start = block("region");
        choice->addCase(builder_.getInt32(i), start);
        builder_.SetInsertPoint(start);
        llvm::Value *next = build_region(caller, regions[i]);
        region->addIncoming(next, builder_.GetInsertBlock());
        builder_.CreateBr(choose);
      }
    }
    builder_.SetInsertPoint(finished);
  }

  static bool has_region_functions(const SplitKernel &kernel) {
    return kernel.regions.size() > most_inlined_regions;
  }

  /// Through a table of functions: a direct call per region would have dozens of arguments each.
  llvm::Value *call_region_function(const RegionCaller &caller, llvm::Value &region) {
    const std::vector<Region> &regions = caller.kernel.regions;
    llvm::SmallVector<llvm::Constant *, 0> functions;
    for (const Region &made : regions) {
      llvm::Function &function = make_region_function(caller.kernel, made);
      if (caller.kernel.effort == Effort::least) {
        skip_optimization(function);
      }
      functions.push_back(&function);
    }
    auto *type = llvm::ArrayType::get(builder_.getPtrTy(), functions.size());
    auto *table = new llvm::GlobalVariable(module_, type, /*isConstant=*/true,
                                           llvm::GlobalValue::InternalLinkage,
                                           llvm::ConstantArray::get(type, functions), "regions");
    llvm::Value *index = builder_.CreateZExt(&region, builder_.getInt64Ty());
    llvm::Value *place = builder_.CreateInBoundsGEP(builder_.getPtrTy(), table, index);
    llvm::Value *function = builder_.CreateLoad(builder_.getPtrTy(), place, "region_function");
    llvm::SmallVector<llvm::Value *, 48> operands(caller.arguments);
    WorkItemContext item = context_;
    item.local_id.fill(builder_.getInt64(0));
    item.local_index = builder_.getInt64(0);
    operands.append(item.values());
    return builder_.CreateCall(regions.front().work_item->getFunctionType(), function, operands);
  }

  const SplitKernel &kernel_;
  const SplitKernel *unchecked_;
  const KernelDescription &description_;
  bool flushes_denormals_;
  bool initializes_local_memory_;
  bool ignores_groups_;
  DimensionOrder order_;
  std::optional<FixedRange> fixed_range_;
  RangeShape shape_;
  llvm::Module &module_;
  llvm::IRBuilder<> builder_;
  llvm::Function *function_ = nullptr;
  llvm::Value *packed_arguments_ = nullptr;
  llvm::Value *range_ = nullptr;
  /// Offset of the context array: the end of local memory.
  llvm::Value *storage_offset_ = nullptr;
  llvm::Value *first_group_ = nullptr;
  llvm::Value *last_group_ = nullptr;
  /// The thread's saved floating-point control register; NULL if the kernel does not change it.
  llvm::AllocaInst *float_mode_ = nullptr;
  WorkItemContext context_;
  llvm::SmallVector<llvm::Value *> operands_;
  llvm::SmallVector<llvm::CallInst *> region_calls_;
  /// For the kernel, then for its unchecked form.
  llvm::SmallVector<RegionCaller, 2> callers_;
};

/// Removes functions that were inlined at all calls.
void erase_unused(llvm::Function *function) {
  if (function != nullptr && function->use_empty()) {
    function->eraseFromParent();
  }
}

void erase_unused_functions(const SplitKernel &kernel) {
  erase_unused(kernel.group);
  for (const Region &region : kernel.regions) {
    erase_unused(region.work_item);
    if (region.packets.has_value()) {
      erase_unused(region.packets->full);
      erase_unused(region.packets->epilogue);
      erase_unused(region.packets->block_epilogue);
      erase_unused(region.packets->row);
      erase_unused(region.packets->along_index);
    }
    erase_unused(region.collective_step);
  }
}

}  // namespace

EntryKernel build_kernel_entry(SplitKernel kernel, std::optional<SplitKernel> unchecked) {
  EntryKernel result;
  result.entry = EntryBuilder(kernel, unchecked ? &*unchecked : nullptr).build();
  erase_unused_functions(kernel);
  if (unchecked) {
    if (unchecked->unchecked_form) {
      erase_unused(unchecked->unchecked_form->test);
    }
    erase_unused_functions(*unchecked);
  }
  if (kernel.effort == Effort::least) {
    skip_optimization(*result.entry);
  }
  static_cast<WorkItemTraits &>(result) = std::move(kernel);
  return result;
}

}  // namespace mux::compiler

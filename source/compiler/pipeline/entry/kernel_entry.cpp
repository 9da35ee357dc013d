#include "compiler/pipeline/entry/kernel_entry.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/IntrinsicsX86.h>
#include <llvm/IR/Module.h>
#include <llvm/TargetParser/Triple.h>
#include <llvm/Transforms/Utils/Cloning.h>

#include <algorithm>
#include <cstddef>
#include <span>

#include "compiler/abi/kernel_symbol.h"
#include "compiler/interface/vector_width.h"
#include "compiler/ir/work_item_context.h"
#include "compiler/optimize/rolled_loops.h"
#include "compiler/pipeline/dimensions/dimension_order.h"
#include "compiler/pipeline/entry/packet_loops.h"
#include "compiler/pipeline/entry/parallel_loop.h"
#include "compiler/pipeline/lower/large_kernels.h"
#include "compiler/target/retarget.h"
#include "compiler/vectorize/idioms/streaming_stores.h"

namespace mux::compiler {

namespace {

/// A loop that counts from zero and runs at least once.
struct CountedLoop {
  /// NULL if it runs just once.
  llvm::BasicBlock *header = nullptr;
  llvm::Value *counter = nullptr;
};

static_assert(end_of_small_ids + most_lanes <= uint64_t{1} << 31);

bool is_one(const llvm::Value *value) {
  const auto *constant = llvm::dyn_cast<llvm::ConstantInt>(value);
  return constant != nullptr && constant->isOne();
}

/// When the work-items of a region run one after the other.
enum class ItemLoops {
  usual,
  /// In rows that are too short for packets.
  short_rows,
  /// In ND-ranges that are too large for packets.
  large_ids,
};

class EntryBuilder {
 public:
  explicit EntryBuilder(const SplitKernel &kernel)
      : kernel_(kernel),
        description_(kernel.description),
        barriers_diverge_(kernel.barriers_diverge),
        effort_(kernel.effort),
        flushes_denormals_(kernel.flushes_denormals),
        initializes_local_memory_(kernel.initializes_local_memory),
        ignores_groups_(kernel.ignores_groups),
        group_(kernel.group),
        order_(kernel.order),
        fixed_range_(kernel.fixed_range),
        shape_(kernel.shape.value_or(RangeShape())),
        regions_(kernel.regions),
        module_(*kernel.regions.front().work_item->getParent()),
        builder_(module_.getContext()) {}

  llvm::Function *build() {
    create_function();
    llvm::BasicBlock *done = block("done");
    llvm::BasicBlock *prepare = block("prepare");
    builder_.CreateCondBr(builder_.CreateICmpULT(first_group_, last_group_), prepare, done);
    builder_.SetInsertPoint(prepare);
    load_range();
    load_arguments();
    if (has_packets() || group_ != nullptr) {
      ids_are_small_ = shape_.has_small_ids ? builder_.getTrue() : check_ids();
    }
    build_group_loop(done);
    builder_.SetInsertPoint(done);
    if (float_mode_ != nullptr) {
      builder_.CreateIntrinsic(llvm::Intrinsic::x86_sse_ldmxcsr, {}, {float_mode_});
    }
    builder_.CreateRet(builder_.getInt32(0));
    const bool is_inlined = regions_.size() <= most_inlined_regions;
    for (llvm::CallInst *call : region_calls_) {
      if (is_inlined) {
        llvm::InlineFunctionInfo info;
        llvm::InlineFunction(*call, info);
      } else {
        call->getCalledFunction()->addFnAttr(llvm::Attribute::NoInline);
        drop_streaming_stores(*call->getCalledFunction());
      }
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
    // The runtime owns these three, and no buffer of a user overlaps them.
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
    if (barriers_diverge_) {
      last_barrier_ = builder_.CreateAlloca(builder_.getInt32Ty(), nullptr, "last_barrier");
    }
    if (has_packets()) {
      next_barrier_ = builder_.CreateAlloca(builder_.getInt32Ty(), nullptr, "next_barrier");
    }
    if (flushes_denormals_ && llvm::Triple(module_.getTargetTriple()).isX86()) {
      flush_denormals();
    }
  }

  /// The processor takes a hundred cycles for an operation on denormals. The optimizer may move
  /// operations out of the code between here and the end: then these give denormals, as they may.
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
    context_.storage_items =
        builder_.CreateMul(builder_.CreateMul(local[0], local[1]), local[2], "storage_items");
    if (kernel_.most_joined != 0) {
      context_.storage_items = builder_.CreateMul(context_.storage_items,
                                                  builder_.getInt64(kernel_.most_joined));
    }
  }

  /// Puts what is known in place of what was loaded.
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

  /// Whether there is but one work-item in a dimension of the code.
  bool is_flat(unsigned dimension) const { return order_[dimension] >= shape_.dimensions; }

  void load_arguments() {
    for (size_t i = 0; i < description_.arguments.size(); ++i) {
      const KernelArgument &argument = description_.arguments[i];
      llvm::Type *type = regions_[0].work_item->getArg(i)->getType();
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
  }

  CountedLoop begin_loop(const char *name, const llvm::Value *count) {
    if (is_one(count)) {
      return {nullptr, builder_.getInt64(0)};
    }
    llvm::BasicBlock *before = builder_.GetInsertBlock();
    llvm::BasicBlock *header = block(name);
    builder_.CreateBr(header);
    builder_.SetInsertPoint(header);
    llvm::PHINode *counter = builder_.CreatePHI(builder_.getInt64Ty(), 2, name);
    counter->addIncoming(builder_.getInt64(0), before);
    return {header, counter};
  }

  /// @return the branch back to the header, if there is one.
  llvm::BranchInst *end_loop(const CountedLoop &loop, llvm::Value *count) {
    if (loop.header == nullptr) {
      return nullptr;
    }
    llvm::Value *next = builder_.CreateAdd(loop.counter, builder_.getInt64(1), "next", true, true);
    llvm::BasicBlock *after = block("after");
    llvm::cast<llvm::PHINode>(loop.counter)->addIncoming(next, builder_.GetInsertBlock());
    llvm::BranchInst *branch =
        builder_.CreateCondBr(builder_.CreateICmpULT(next, count), loop.header, after);
    builder_.SetInsertPoint(after);
    return branch;
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
    build_group();

    llvm::Value *joined = builder_.CreateMul(together[0], together[1], "", true, true);
    joined = builder_.CreateMul(joined, together[2], "", true, true);
    llvm::Value *next = builder_.CreateAdd(group, joined, "next_group", true);
    group->addIncoming(next, builder_.GetInsertBlock());
    advance(position, together);
    builder_.CreateCondBr(builder_.CreateICmpULT(next, last_group_), header, done);
  }

  /// Whether there is but one group at each position behind this one.
  bool is_last_position(unsigned position) const {
    for (unsigned i = position + 1; i < 3; ++i) {
      if (!is_one(group_count(i))) {
        return false;
      }
    }
    return true;
  }

  /// Where the first group is. Divided once; then the positions count like the digits of a number.
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

  /// Gives the positions of the group loop, which are counters or constants, their next values.
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

  /// The dimension in which work-groups count `position`th fastest.
  unsigned dimension_at(unsigned position) const { return position_of(order_, position); }

  llvm::Value *group_count(unsigned position) const {
    return context_.group_count[dimension_at(position)];
  }

  /// Makes one group of this one and as many after it as form a box: the rest of a row, or whole
  /// rows, or whole layers. Where there is memory for a number of groups, no more than these, along
  /// the first dimension in which there are several.
  /// @param group_position the first group's, the fastest first.
  /// @return how many groups wide the box is, in the same order.
  WorkItemContext::Vector join_groups(llvm::Value &group,
                                      const WorkItemContext::Vector &group_position) {
    llvm::Value *zero = builder_.getInt64(0);
    llvm::Value *one = builder_.getInt64(1);
    const auto smaller = [&](llvm::Value *left, llvm::Value *right) {
      return builder_.CreateBinaryIntrinsic(llvm::Intrinsic::umin, left, right);
    };
    // How many at each position there are to run, as long as all before it are at their start.
    llvm::Value *left = builder_.CreateSub(last_group_, &group, "groups_left", true);
    WorkItemContext::Vector together{};
    llvm::Value *is_start = builder_.getTrue();
    for (unsigned i = 0; i < 3; ++i) {
      if (is_one(group_count(i))) {
        together[i] = one;
        continue;
      }
      llvm::Value *whole = smaller(left, builder_.CreateSub(group_count(i), group_position[i]));
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
      // All that lies before the storage, so the arguments' blocks as well.
      builder_.CreateMemSet(context_.scratch, builder_.getInt8(0), storage_offset_,
                            llvm::Align(local_memory_alignment));
    }
    if (group_ == nullptr) {
      build_barrier_loop();
      return;
    }
    if (shape_.has_small_ids && kernel_.most_joined == 0) {
      region_calls_.push_back(call_work_item(*group_, first_work_item()));
      return;
    }
    llvm::BasicBlock *together = block("together");
    llvm::BasicBlock *apart = block("apart");
    llvm::BasicBlock *after = block("after_group");
    builder_.CreateCondBr(builder_.CreateAnd(ids_are_small_, is_whole()), together, apart);
    builder_.SetInsertPoint(together);
    region_calls_.push_back(call_work_item(*group_, first_work_item()));
    builder_.CreateBr(after);
    builder_.SetInsertPoint(apart);
    build_barrier_loop();
    builder_.CreateBr(after);
    builder_.SetInsertPoint(after);
  }

  /// Whether as many groups are joined as may be, along x.
  llvm::Value *is_whole() {
    llvm::Value *is_whole = builder_.getTrue();
    for (unsigned i = 0; i < 3 && kernel_.most_joined != 0; ++i) {
      // They have one, or they would not be joined.
      // NOLINTNEXTLINE(bugprone-unchecked-optional-access)
      const uint64_t size = (*kernel_.joined_size)[i] * (i == 0 ? kernel_.most_joined : 1);
      is_whole = builder_.CreateAnd(
          is_whole, builder_.CreateICmpEQ(context_.local_size[i], builder_.getInt64(size)));
    }
    return is_whole;
  }

  /// All work-items run one region, then all run the region after the barrier they met; before
  /// that, the group does what a collective asks for.
  void build_barrier_loop() {
    if (regions_.size() == 1) {
      build_region(regions_[0]);
      return;
    }
    llvm::BasicBlock *before = builder_.GetInsertBlock();
    llvm::BasicBlock *choose = block("choose_region");
    llvm::BasicBlock *finished = block("group_finished");
    builder_.CreateBr(choose);
    builder_.SetInsertPoint(choose);
    llvm::PHINode *region = builder_.CreatePHI(builder_.getInt32Ty(), 2, "region");
    region->addIncoming(builder_.getInt32(0), before);
    llvm::SwitchInst *choice = builder_.CreateSwitch(region, finished, regions_.size());
    for (size_t i = 0; i < regions_.size(); ++i) {
      llvm::BasicBlock *start = block("region");
      choice->addCase(builder_.getInt32(i), start);
      builder_.SetInsertPoint(start);
      if (regions_[i].collective_step != nullptr) {
        build_group_step(*regions_[i].collective_step);
      }
      llvm::Value *next = build_region(regions_[i]);
      region->addIncoming(next, builder_.GetInsertBlock());
      builder_.CreateBr(choose);
    }
    builder_.SetInsertPoint(finished);
  }

  void build_group_step(llvm::Function &step) {
    region_calls_.push_back(builder_.CreateCall(&step, first_work_item().values()));
  }

  WorkItemContext first_work_item() {
    WorkItemContext item = context_;
    llvm::Value *zero = builder_.getInt64(0);
    item.local_id = {zero, zero, zero};
    item.local_index = zero;
    return item;
  }

  llvm::CallInst *call_work_item(llvm::Function &function, const WorkItemContext &item) {
    llvm::SmallVector<llvm::Value *, 48> operands(operands_.begin(), operands_.end());
    operands.append(item.values());
    return builder_.CreateCall(&function, operands);
  }

  bool has_packets() const {
    return std::any_of(regions_.begin(), regions_.end(),
                       [](const Region &region) { return region.packets.has_value(); });
  }

  /// Packets count on ids of less than 31 bits (Shapes), those past the end of a row included.
  llvm::Value *check_ids() {
    llvm::Value *small = builder_.getTrue();
    llvm::Value *limit = builder_.getInt64(end_of_small_ids);
    for (unsigned i = 0; i < 3; ++i) {
      llvm::Value *end =
          builder_.CreateAdd(context_.global_offset[i], context_.global_size[i], "", true);
      small = builder_.CreateAnd(small, builder_.CreateICmpULT(end, limit));
    }
    return small;
  }

  /// The last sub-group of the only row may have fewer work-items.
  llvm::Value *rows_have_whole_sub_groups(unsigned lanes) {
    const WorkItemContext::Vector &size = context_.local_size;
    llvm::Value *rows = builder_.CreateMul(size[1], size[2]);
    llvm::Value *rest = builder_.CreateURem(size[0], builder_.getInt64(lanes));
    return builder_.CreateOr(builder_.CreateIsNull(rest),
                             builder_.CreateICmpEQ(rows, builder_.getInt64(1)));
  }

  llvm::Value *row_is_long(unsigned lanes) {
    if (shape_.has_long_rows && !fixed_range_.has_value() && kernel_.most_joined == 0) {
      return builder_.getTrue();
    }
    return builder_.CreateICmpUGE(context_.local_size[0],
                                  builder_.getInt64(std::max(1U, lanes / emptiest_packet)));
  }

  /// Packets, where the region has them; one work-item at a time otherwise, and also where rows are
  /// so short that packets would be nearly empty.
  /// @return the region that is next, or -1.
  llvm::Value *build_region(const Region &region) {
    if (region.runs_once) {
      region_calls_.push_back(call_work_item(*region.work_item, first_work_item()));
      return region_calls_.back();
    }
    if (!region.packets.has_value()) {
      return build_item_loops(region, group_ == nullptr ? ItemLoops::usual : ItemLoops::large_ids);
    }
    const bool has_sub_groups = region.packets->along_index != nullptr;
    const unsigned lanes = region.packets->packet.lanes;
    llvm::Value *suits = has_sub_groups ? rows_have_whole_sub_groups(lanes) : row_is_long(lanes);
    const auto *always_suits = llvm::dyn_cast<llvm::ConstantInt>(suits);
    const bool is_for_short_rows = always_suits == nullptr || always_suits->isZero();
    const auto build_packets = [&] { build_packet_loops(packet_caller(), *region.packets); };
    const auto build_items = [&] {
      if (has_sub_groups) {
        build_index_loop(packet_caller(), *region.packets);
      } else {
        builder_.CreateStore(build_item_loops(region, is_for_short_rows ? ItemLoops::short_rows
                                                                        : ItemLoops::large_ids),
                             next_barrier_);
      }
    };
    builder_.CreateStore(builder_.getInt32(-1), next_barrier_);
    build_choice(builder_.CreateAnd(ids_are_small_, suits), build_packets, build_items);
    return builder_.CreateLoad(builder_.getInt32Ty(), next_barrier_);
  }

  PacketCaller packet_caller() {
    return {builder_,      context_,          kernel_,      operands_,
            next_barrier_, barriers_diverge_, region_calls_};
  }

  /// Builds what runs if the condition holds, and what runs otherwise; nothing that never runs.
  template <typename Build, typename BuildOther>
  void build_choice(llvm::Value *condition, const Build &build, const BuildOther &build_other) {
    if (const auto *known = llvm::dyn_cast<llvm::ConstantInt>(condition)) {
      known->isOne() ? build() : build_other();
      return;
    }
    llvm::BasicBlock *packets = block("packets");
    llvm::BasicBlock *items = block("items");
    llvm::BasicBlock *after = block("after_region");
    builder_.CreateCondBr(condition, packets, items);
    builder_.SetInsertPoint(packets);
    build();
    builder_.CreateBr(after);
    builder_.SetInsertPoint(items);
    build_other();
    builder_.CreateBr(after);
    builder_.SetInsertPoint(after);
  }

  /// @return the region that is next, or -1. Where work-items wait at different barriers, those at
  /// the last one go first.
  llvm::Value *build_item_loops(const Region &stretch, ItemLoops when) {
    llvm::Function &region = *stretch.work_item;
    const bool fast = when == ItemLoops::usual;
    const WorkItemContext::Vector &size = context_.local_size;
    const bool runs_alone = stretch.is_faster_alone || effort_ != Effort::full;
    // A block of private memory that all work-items take turns to use is not parallel.
    const bool parallel = fast && !runs_alone && description_.storage_per_group == 0 &&
                          mark_parallel_accesses(region);
    if (barriers_diverge_) {
      builder_.CreateStore(builder_.getInt32(-1), last_barrier_);
    }
    const CountedLoop z = begin_loop("z", size[2]);
    const CountedLoop y = begin_loop("y", size[1]);
    llvm::Value *row = builder_.CreateMul(z.counter, size[1]);
    row = builder_.CreateMul(builder_.CreateAdd(row, y.counter), size[0], "row");
    const CountedLoop x = begin_loop("x", size[0]);
    WorkItemContext item = context_;
    item.local_id = {x.counter, y.counter, z.counter};
    item.local_index = builder_.CreateAdd(row, x.counter, "local_index", true);
    llvm::CallInst *call = call_work_item(region, item);
    if (fast) {
      region_calls_.push_back(call);
    } else {
      region.addFnAttr(llvm::Attribute::NoInline);
      if (when == ItemLoops::large_ids) {
        compile_for_size(region);
      }
    }
    if (barriers_diverge_) {
      llvm::Value *last = builder_.CreateLoad(builder_.getInt32Ty(), last_barrier_);
      builder_.CreateStore(builder_.CreateBinaryIntrinsic(llvm::Intrinsic::smax, last, call),
                           last_barrier_);
    }
    llvm::BranchInst *back = end_loop(x, size[0]);
    if (back != nullptr && parallel) {
      mark_parallel_loop(*back, region);
    } else if (back != nullptr && runs_alone) {
      keep_loop_scalar(*back);
    }
    end_loop(y, size[1]);
    end_loop(z, size[2]);
    if (barriers_diverge_) {
      return builder_.CreateLoad(builder_.getInt32Ty(), last_barrier_);
    }
    return call;
  }

  const SplitKernel &kernel_;
  const KernelDescription &description_;
  bool barriers_diverge_;
  Effort effort_;
  bool flushes_denormals_;
  bool initializes_local_memory_;
  bool ignores_groups_;
  llvm::Function *group_;
  DimensionOrder order_;
  std::optional<FixedRange> fixed_range_;
  RangeShape shape_;
  std::span<const Region> regions_;
  llvm::Module &module_;
  llvm::IRBuilder<> builder_;
  llvm::Function *function_ = nullptr;
  llvm::Value *packed_arguments_ = nullptr;
  llvm::Value *range_ = nullptr;
  /// Where local memory ends.
  llvm::Value *storage_offset_ = nullptr;
  llvm::Value *first_group_ = nullptr;
  llvm::Value *last_group_ = nullptr;
  /// The greatest barrier index of a group's work-items; used only where they may differ.
  llvm::AllocaInst *last_barrier_ = nullptr;
  /// What the region that ran last says is next; used only where there are packets.
  llvm::AllocaInst *next_barrier_ = nullptr;
  llvm::Value *ids_are_small_ = nullptr;
  /// What the thread's mode of calculating was; used only where the kernel changes it.
  llvm::AllocaInst *float_mode_ = nullptr;
  WorkItemContext context_;
  llvm::SmallVector<llvm::Value *> operands_;
  llvm::SmallVector<llvm::CallInst *> region_calls_;
};

/// What is inlined everywhere goes.
void erase_unused(llvm::Function *function) {
  if (function != nullptr && function->use_empty()) {
    function->eraseFromParent();
  }
}

}  // namespace

EntryKernel build_kernel_entry(SplitKernel kernel) {
  EntryKernel result;
  result.entry = EntryBuilder(kernel).build();
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
  if (kernel.effort == Effort::least) {
    skip_optimization(*result.entry);
  }
  static_cast<WorkItemTraits &>(result) = std::move(kernel);
  return result;
}

}  // namespace mux::compiler

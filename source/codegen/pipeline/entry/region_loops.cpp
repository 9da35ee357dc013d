#include "codegen/pipeline/entry/region_loops.h"

#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/Cloning.h>

#include <algorithm>

#include "codegen/optimize/loop_duplication.h"
#include "codegen/pipeline/entry/packet_loops.h"
#include "codegen/pipeline/entry/parallel_loop.h"
#include "codegen/target/retarget.h"
#include "codegen/vectorize/idioms/add_streaming_stores.h"
#include "compiler/interface/vector_width.h"

namespace mux::compiler {

namespace {

/// A loop that counts from zero. Its trip count is at least one.
struct CountedLoop {
  /// NULL if the trip count is one.
  llvm::BasicBlock *header = nullptr;
  llvm::Value *counter = nullptr;
};

static_assert(small_id_limit + max_lanes <= uint64_t{1} << 31);

/// Why the work-items of a region are executed one at a time.
enum class ItemLoops {
  usual,
  /// Rows are too short for packets.
  short_rows,
  /// The ND-range's ids are too large for packets.
  large_ids,
};

WorkItemContext first_work_item(const WorkItemContext &group, llvm::IRBuilder<> &builder) {
  WorkItemContext item = group;
  llvm::Value *zero = builder.getInt64(0);
  item.local_id = {zero, zero, zero};
  item.local_index = zero;
  return item;
}

llvm::CallInst *call_work_item(const RegionCaller &caller, llvm::Function &function,
                               const WorkItemContext &item) {
  llvm::SmallVector<llvm::Value *, 48> operands(caller.arguments);
  operands.append(item.values());
  return caller.builder.CreateCall(&function, operands);
}

class RegionLoops {
 public:
  explicit RegionLoops(const RegionCaller &caller) : caller_(caller), builder_(caller.builder) {}

  /// Executes packets where the region has them; one work-item at a time otherwise, and where rows
  /// are so short that packets would be nearly empty.
  /// @return the next region, or -1.
  llvm::Value *build(const Region &region) {
    if (region.runs_once) {
      caller_.calls.push_back(call_first_work_item(caller_, *region.work_item));
      return caller_.calls.back();
    }
    if (!region.packets.has_value()) {
      return build_item_loops(
          region, caller_.kernel.group == nullptr ? ItemLoops::usual : ItemLoops::large_ids);
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
                             caller_.next_barrier);
      }
    };
    builder_.CreateStore(builder_.getInt32(-1), caller_.next_barrier);
    build_choice(builder_, builder_.CreateAnd(caller_.ids_fit_packets, suits),
                 {"packets", "items", "after_region"}, build_packets, build_items);
    return builder_.CreateLoad(builder_.getInt32Ty(), caller_.next_barrier);
  }

 private:
  llvm::BasicBlock *block(const char *name) {
    return llvm::BasicBlock::Create(builder_.getContext(), name,
                                    builder_.GetInsertBlock()->getParent());
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

  /// @return the latch branch; NULL if there is no loop.
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

  /// Whether no sub-group spans two rows. The last sub-group of a single row may be partial.
  llvm::Value *rows_have_whole_sub_groups(unsigned lanes) {
    const WorkItemContext::Vector &size = caller_.context.local_size;
    llvm::Value *rows = builder_.CreateMul(size[1], size[2]);
    llvm::Value *rest = builder_.CreateURem(size[0], builder_.getInt64(lanes));
    return builder_.CreateOr(builder_.CreateIsNull(rest),
                             builder_.CreateICmpEQ(rows, builder_.getInt64(1)));
  }

  llvm::Value *row_is_long(unsigned lanes) {
    if (caller_.kernel.shape.has_value() && caller_.kernel.shape->has_long_rows &&
        !caller_.kernel.fixed_range.has_value() && caller_.kernel.most_joined == 0) {
      return builder_.getTrue();
    }
    return builder_.CreateICmpUGE(caller_.context.local_size[0],
                                  builder_.getInt64(std::max(1U, lanes / min_occupancy_divisor)));
  }

  PacketCaller packet_caller() const {
    return {builder_,          caller_.context,      caller_.kernel,
            caller_.arguments, caller_.next_barrier, caller_.kernel.barriers_diverge,
            caller_.calls};
  }

  /// @return the next region, or -1. If work-items are blocked at different barriers, those at the
  /// last one continue first.
  llvm::Value *build_item_loops(const Region &stretch, ItemLoops when) {
    llvm::Function &region = *stretch.work_item;
    const bool fast = when == ItemLoops::usual;
    const WorkItemContext::Vector &size = caller_.context.local_size;
    const bool runs_alone = stretch.prefers_scalar || caller_.kernel.effort != Effort::full;
    // Private memory that all work-items of a group reuse is not parallel.
    const bool parallel = fast && !runs_alone &&
                          caller_.kernel.description.storage_per_group == 0 &&
                          mark_parallel_accesses(region);
    if (caller_.kernel.barriers_diverge) {
      builder_.CreateStore(builder_.getInt32(-1), caller_.last_barrier);
    }
    const CountedLoop z = begin_loop("z", size[2]);
    const CountedLoop y = begin_loop("y", size[1]);
    llvm::Value *row = builder_.CreateMul(z.counter, size[1]);
    row = builder_.CreateMul(builder_.CreateAdd(row, y.counter), size[0], "row");
    const CountedLoop x = begin_loop("x", size[0]);
    WorkItemContext item = caller_.context;
    item.local_id = {x.counter, y.counter, z.counter};
    item.local_index = builder_.CreateAdd(row, x.counter, "local_index", true);
    llvm::CallInst *call = call_work_item(caller_, region, item);
    if (fast) {
      caller_.calls.push_back(call);
    } else {
      region.addFnAttr(llvm::Attribute::NoInline);
      if (when == ItemLoops::large_ids) {
        compile_for_size(region);
      }
    }
    if (caller_.kernel.barriers_diverge) {
      llvm::Value *last = builder_.CreateLoad(builder_.getInt32Ty(), caller_.last_barrier);
      builder_.CreateStore(builder_.CreateBinaryIntrinsic(llvm::Intrinsic::smax, last, call),
                           caller_.last_barrier);
    }
    llvm::BranchInst *back = end_loop(x, size[0]);
    if (back != nullptr && parallel) {
      mark_parallel_loop(*back, region);
    } else if (back != nullptr && runs_alone) {
      keep_loop_scalar(*back);
    }
    end_loop(y, size[1]);
    end_loop(z, size[2]);
    if (caller_.kernel.barriers_diverge) {
      return builder_.CreateLoad(builder_.getInt32Ty(), caller_.last_barrier);
    }
    return call;
  }

  const RegionCaller &caller_;
  llvm::IRBuilder<> &builder_;
};

llvm::Value *ids_are_small(llvm::IRBuilder<> &builder, const WorkItemContext &context) {
  llvm::Value *small = builder.getTrue();
  llvm::Value *limit = builder.getInt64(small_id_limit);
  for (unsigned i = 0; i < 3; ++i) {
    llvm::Value *end =
        builder.CreateAdd(context.global_offset[i], context.global_size[i], "", true);
    small = builder.CreateAnd(small, builder.CreateICmpULT(end, limit));
  }
  return small;
}

llvm::Value *ids_are_in_one_block(llvm::IRBuilder<> &builder, const WorkItemContext &context) {
  llvm::Value *differing = builder.getInt64(0);
  for (unsigned i = 0; i < 3; ++i) {
    llvm::Value *first = context.first_global_id[i];
    llvm::Value *length = builder.CreateSub(context.local_size[i], builder.getInt64(1));
    llvm::Value *last = builder.CreateAdd(first, length);
    differing = builder.CreateOr(differing, builder.CreateXor(first, last));
  }
  return builder.CreateICmpULT(differing, builder.getInt64(large_id_block), "is_in_one_block");
}

}  // namespace

void RegionCaller::allocate() {
  if (kernel.barriers_diverge) {
    last_barrier = builder.CreateAlloca(builder.getInt32Ty(), nullptr, "last_barrier");
  }
  if (has_packets(kernel)) {
    next_barrier = builder.CreateAlloca(builder.getInt32Ty(), nullptr, "next_barrier");
  }
}

bool is_one(const llvm::Value *value) {
  const auto *constant = llvm::dyn_cast<llvm::ConstantInt>(value);
  return constant != nullptr && constant->isOne();
}

void build_choice(llvm::IRBuilder<> &builder, llvm::Value *condition, const ChoiceNames &names,
                  llvm::function_ref<void()> build, llvm::function_ref<void()> build_other) {
  if (const auto *known = llvm::dyn_cast<llvm::ConstantInt>(condition)) {
    known->isOne() ? build() : build_other();
    return;
  }
  const auto block = [&](const char *name) {
    return llvm::BasicBlock::Create(builder.getContext(), name,
                                    builder.GetInsertBlock()->getParent());
  };
  llvm::BasicBlock *taken = block(names.taken);
  llvm::BasicBlock *other = block(names.other);
  llvm::BasicBlock *after = block(names.after);
  builder.CreateCondBr(condition, taken, other);
  builder.SetInsertPoint(taken);
  build();
  builder.CreateBr(after);
  builder.SetInsertPoint(other);
  build_other();
  builder.CreateBr(after);
  builder.SetInsertPoint(after);
}

bool has_packets(const SplitKernel &kernel) {
  return std::any_of(kernel.regions.begin(), kernel.regions.end(),
                     [](const Region &region) { return region.packets.has_value(); });
}

llvm::Value *build_id_check(llvm::IRBuilder<> &builder, const SplitKernel &kernel,
                            const WorkItemContext &context) {
  if (kernel.has_large_ids()) {
    return ids_are_in_one_block(builder, context);
  }
  return kernel.shape.has_value() ? builder.getTrue() : ids_are_small(builder, context);
}

llvm::Value *build_region(const RegionCaller &caller, const Region &region) {
  if (region.collective_step != nullptr) {
    const WorkItemContext item = first_work_item(caller.context, caller.builder);
    caller.calls.push_back(caller.builder.CreateCall(region.collective_step, item.values()));
  }
  return RegionLoops(caller).build(region);
}

llvm::CallInst *call_first_work_item(const RegionCaller &caller, llvm::Function &function) {
  return call_work_item(caller, function, first_work_item(caller.context, caller.builder));
}

llvm::Function &make_region_function(const SplitKernel &kernel, const Region &region) {
  llvm::Function &work_item = *region.work_item;
  llvm::Function &function =
      *llvm::Function::Create(work_item.getFunctionType(), llvm::GlobalValue::InternalLinkage,
                              work_item.getName() + ".region", work_item.getParent());
  set_target_attributes(function);
  llvm::IRBuilder<> builder(llvm::BasicBlock::Create(function.getContext(), "entry", &function));
  const WorkItemContext context = WorkItemContext::of(function);
  llvm::SmallVector<llvm::Value *> arguments;
  const size_t count = kernel.description.arguments.size() + kernel.hoisted_constants.size();
  for (unsigned i = 0; i < count; ++i) {
    arguments.push_back(function.getArg(i));
    function.addParamAttrs(i, {function.getContext(), work_item.getAttributes().getParamAttrs(i)});
  }
  llvm::SmallVector<llvm::CallInst *> calls;
  RegionCaller caller{builder, kernel, context, arguments, nullptr, calls};
  caller.allocate();
  if (region.packets.has_value()) {
    caller.ids_fit_packets = build_id_check(builder, kernel, context);
  }
  builder.CreateRet(build_region(caller, region));
  for (llvm::CallInst *call : calls) {
    llvm::InlineFunctionInfo info;
    llvm::InlineFunction(*call, info);
  }
  // The size of the output is only available in the entry point.
  drop_streaming_stores(function);
  return function;
}

}  // namespace mux::compiler

// Fences, and copies by the whole work-group (OpenCL C 6.15.9 to 6.15.11).

#include <llvm/IR/Module.h>

#include "codegen/builtins/pipeline_calls.h"

namespace mux::compiler::builtins {
namespace {

using llvm::AtomicOrdering;
using llvm::Value;

/// CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE
constexpr uint32_t all_memory = 3;
/// memory_order of OpenCL C.
constexpr uint32_t relaxed_order = 0;
constexpr uint32_t memory_order_sequentially_consistent = 5;

bool takes_flags(Expansion &expansion, size_t count) {
  return expansion.size() == count && expansion.argument(0)->getType()->isIntegerTy(32);
}

/// The fence is emitted for local memory too, though the work-items of a group run on one thread:
/// it may order accesses to global memory that later synchronization depends on.
bool expand_fence(Expansion &expansion, AtomicOrdering ordering) {
  if (!takes_flags(expansion, 1)) {
    return false;
  }
  expansion.builder().CreateFence(ordering);
  return expansion.finish_void();
}

bool expand_mem_fence(Expansion &expansion) {
  return expand_fence(expansion, AtomicOrdering::SequentiallyConsistent);
}

bool expand_read_mem_fence(Expansion &expansion) {
  return expand_fence(expansion, AtomicOrdering::Acquire);
}

bool expand_write_mem_fence(Expansion &expansion) {
  return expand_fence(expansion, AtomicOrdering::Release);
}

/// Parameters: flags, order, scope. The order is nearly always a constant, so that one fence
/// remains after inlining. The scope is ignored.
bool expand_atomic_work_item_fence(Expansion &expansion) {
  if (!takes_flags(expansion, 3) || !expansion.argument(1)->getType()->isIntegerTy(32)) {
    return false;
  }
  llvm::IRBuilder<> &builder = expansion.builder();
  llvm::LLVMContext &context = builder.getContext();
  auto *weak = llvm::BasicBlock::Create(context, "acquire_release", &expansion.function());
  auto *strong = llvm::BasicBlock::Create(context, "sequential", &expansion.function());
  auto *end = llvm::BasicBlock::Create(context, "end", &expansion.function());
  llvm::SwitchInst *choice = builder.CreateSwitch(expansion.argument(1), weak, 2);
  choice->addCase(builder.getInt32(relaxed_order), end);
  choice->addCase(builder.getInt32(memory_order_sequentially_consistent), strong);
  builder.SetInsertPoint(weak);
  builder.CreateFence(AtomicOrdering::AcquireRelease);
  builder.CreateBr(end);
  builder.SetInsertPoint(strong);
  builder.CreateFence(AtomicOrdering::SequentiallyConsistent);
  builder.CreateBr(end);
  builder.SetInsertPoint(end);
  return expansion.finish_void();
}

/// Ignored: a hint that hardware prefetchers rarely need.
bool expand_prefetch(Expansion &expansion) {
  return expansion.size() == 2 && expansion.type(0).is_pointer && expansion.finish_void();
}

/// for (i = work-item's index in the group; i < count; i += work-items of the group)
///   destination[i * destination_stride] = source[i * source_stride];
bool copy_share(Expansion &expansion, llvm::Type *element, Value *count, Value *destination_stride,
                Value *source_stride) {
  llvm::IRBuilder<> &builder = expansion.builder();
  llvm::LLVMContext &context = builder.getContext();
  Value *first = query(expansion, "_Z19get_local_linear_idv");
  Value *work_items = query_product(expansion, "_Z14get_local_sizej");
  if (first == nullptr || work_items == nullptr) {
    return false;
  }

  llvm::BasicBlock *entry = builder.GetInsertBlock();
  auto *header = llvm::BasicBlock::Create(context, "header", &expansion.function());
  auto *body = llvm::BasicBlock::Create(context, "body", &expansion.function());
  auto *end = llvm::BasicBlock::Create(context, "end", &expansion.function());
  builder.CreateBr(header);
  builder.SetInsertPoint(header);
  llvm::PHINode *index = builder.CreatePHI(builder.getInt64Ty(), 2);
  index->addIncoming(first, entry);
  builder.CreateCondBr(builder.CreateICmpULT(index, count), body, end);
  builder.SetInsertPoint(body);
  Value *from =
      builder.CreateGEP(element, expansion.argument(1), builder.CreateMul(index, source_stride));
  Value *to = builder.CreateGEP(element, expansion.argument(0),
                                builder.CreateMul(index, destination_stride));
  builder.CreateStore(builder.CreateLoad(element, from), to);
  index->addIncoming(builder.CreateAdd(index, work_items), body);
  builder.CreateBr(header);
  builder.SetInsertPoint(end);
  return true;
}

/// Whether the parameters are two pointers to the same type, a count, an optional stride, and an
/// event.
bool takes_copy(Expansion &expansion, size_t parameters) {
  return expansion.size() == parameters && expansion.type(0).is_pointer &&
         expansion.type(1).is_pointer && expansion.type(0).element == expansion.type(1).element &&
         expansion.type(0).element != Element::named &&
         expansion.type(0).lanes == expansion.type(1).lanes &&
         expansion.argument(2)->getType()->isIntegerTy(64) &&
         expansion.argument(parameters - 1)->getType() == expansion.result_type();
}

/// Every work-item copies its share synchronously, so the event is returned unchanged.
bool expand_copy(Expansion &expansion) {
  if (!takes_copy(expansion, 4)) {
    return false;
  }
  Value *one = expansion.builder().getInt64(1);
  return copy_share(expansion, pointee_type(expansion.function().getContext(), expansion.type(0)),
                    expansion.argument(2), one, one) &&
         expansion.finish(expansion.argument(3));
}

/// The stride applies to the global pointer.
bool expand_strided_copy(Expansion &expansion) {
  if (!takes_copy(expansion, 5) || !expansion.argument(3)->getType()->isIntegerTy(64)) {
    return false;
  }
  Value *one = expansion.builder().getInt64(1);
  Value *stride = expansion.argument(3);
  const bool to_global = expansion.type(0).address_space == address_space::global;
  return copy_share(expansion, pointee_type(expansion.function().getContext(), expansion.type(0)),
                    expansion.argument(2), to_global ? stride : one, to_global ? one : stride) &&
         expansion.finish(expansion.argument(4));
}

/// Emits the barrier after which the parts copied by other work-items are visible.
bool finish_with_barrier(Expansion &expansion) {
  llvm::IRBuilder<> &builder = expansion.builder();
  llvm::Function *barrier = declare_pipeline_function(expansion, "_Z7barrierj", builder.getVoidTy(),
                                                      {builder.getInt32Ty()});
  if (barrier == nullptr) {
    return false;
  }
  barrier->setConvergent();
  builder.CreateCall(barrier, {builder.getInt32(all_memory)})->setConvergent();
  return expansion.finish_void();
}

bool expand_wait_group_events(Expansion &expansion) {
  return expansion.size() == 2 && expansion.type(1).is_pointer && finish_with_barrier(expansion);
}

bool expand_copy_fence(Expansion &expansion) {
  return takes_flags(expansion, 1) && finish_with_barrier(expansion);
}

constexpr NamedExpansion synchronization_table[] = {
    {"mem_fence", expand_mem_fence},
    {"read_mem_fence", expand_read_mem_fence},
    {"write_mem_fence", expand_write_mem_fence},
    {"atomic_work_item_fence", expand_atomic_work_item_fence},
    {"prefetch", expand_prefetch},
    {"async_work_group_copy", expand_copy},
    {"async_work_group_strided_copy", expand_strided_copy},
    {"async_work_group_copy_fence", expand_copy_fence},
    {"wait_group_events", expand_wait_group_events},
};

}  // namespace

bool expand_synchronization(Expansion &expansion) {
  return expand_from_table(synchronization_table, expansion);
}

}  // namespace mux::compiler::builtins

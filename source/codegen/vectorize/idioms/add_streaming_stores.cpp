#include "codegen/vectorize/idioms/add_streaming_stores.h"

#include <llvm/ADT/MapVector.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/Utils/Local.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicsX86.h>
#include <llvm/IR/MDBuilder.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

#include <cstddef>
#include <utility>

#include "codegen/ir/function_calls.h"
#include "codegen/vectorize/idioms/tuning.h"
#include "compiler/abi/kernel_abi.h"
#include "compiler/abi/kernel_description.h"

namespace mux::compiler {

namespace {

/// i1 mux.is_large_output(i64): whether the work-items of the ND-range write more than the caches
/// hold if each writes this many bytes.
constexpr llvm::StringLiteral question_name = "mux.is_large_output";
constexpr uint64_t cache_line = 64;

bool is_marker_call(const llvm::Instruction &instruction) {
  const llvm::Function *callee = called_function(instruction);
  return callee != nullptr && callee->getName() == question_name;
}

bool is_write_only(const llvm::Value &pointer, const KernelDescription &description) {
  const auto *argument = llvm::dyn_cast<llvm::Argument>(llvm::getUnderlyingObject(&pointer, 0));
  if (argument == nullptr || argument->getArgNo() >= description.arguments.size()) {
    return false;
  }
  const KernelArgument &described = description.arguments[argument->getArgNo()];
  return described.kind == ArgumentKind::buffer && !described.reads;
}

uint64_t size_of(const llvm::StoreInst &store) {
  const llvm::DataLayout &layout = store.getModule()->getDataLayout();
  return layout.getTypeStoreSize(store.getValueOperand()->getType());
}

/// Whether a store writes whole cache lines of a write-only buffer.
bool is_worth_streaming(const llvm::StoreInst &store, const KernelDescription &description) {
  const llvm::Type *type = store.getValueOperand()->getType();
  return store.isSimple() && type->isVectorTy() && size_of(store) % cache_line == 0 &&
         !store.hasMetadata(llvm::LLVMContext::MD_nontemporal) &&
         is_write_only(*store.getPointerOperand(), description);
}

size_t operations_in_vectors(const llvm::Function &function) {
  const auto instructions = llvm::instructions(function);
  return llvm::count_if(instructions, [](const llvm::Instruction &instruction) {
    return instruction.getType()->isVectorTy() && !llvm::isa<llvm::PHINode>(instruction);
  });
}

/// Stores of one size without other memory accesses in between, which share one branch. Measured
/// with a branch for each: the tested addresses became induction variables of their own, and eight
/// outputs of a sorting network took 18 us instead of 13 us.
using StoreGroup = llvm::SmallVector<llvm::StoreInst *>;

llvm::SmallVector<StoreGroup> group_stores(llvm::BasicBlock &block,
                                           const KernelDescription &description) {
  llvm::SmallVector<StoreGroup> groups;
  bool goes_on = false;
  for (llvm::Instruction &instruction : block) {
    auto *store = llvm::dyn_cast<llvm::StoreInst>(&instruction);
    if (store != nullptr && is_worth_streaming(*store, description)) {
      if (!goes_on || size_of(*groups.back().back()) != size_of(*store)) {
        groups.emplace_back();
      }
      groups.back().push_back(store);
      goes_on = true;
    } else if (instruction.mayReadOrWriteMemory()) {
      goes_on = false;
    }
  }
  return groups;
}

/// An address as a sum of integers, so that LLVM recognizes which addends do not affect its low
/// bits: as a GEP with an index, it would be a different address in each packet.
struct StoreAddress {
  llvm::Value *base = nullptr;
  llvm::Value *offset = nullptr;
};

StoreAddress split_address(llvm::IRBuilder<> &builder, llvm::Value &pointer) {
  const llvm::DataLayout &layout = builder.GetInsertBlock()->getModule()->getDataLayout();
  StoreAddress address{&pointer, builder.getInt64(0)};
  while (auto *step = llvm::dyn_cast<llvm::GetElementPtrInst>(address.base)) {
    llvm::Value *distance = llvm::emitGEPOffset(&builder, layout, step, /*NoAssumptions=*/true);
    address.offset = builder.CreateAdd(address.offset, distance);
    address.base = step->getPointerOperand();
  }
  return address;
}

/// Tests whether all stores of a group are aligned to cache lines. Differences of addresses within
/// one buffer are often constant.
llvm::Value *are_lines(llvm::IRBuilder<> &builder, const StoreGroup &group) {
  llvm::MapVector<llvm::Value *, llvm::Value *> first_offsets;
  llvm::Value *bits = builder.getInt64(0);
  for (llvm::StoreInst *store : group) {
    const StoreAddress address = split_address(builder, *store->getPointerOperand());
    const auto [first, is_new] = first_offsets.insert({address.base, address.offset});
    if (!is_new) {
      bits = builder.CreateOr(bits, builder.CreateSub(address.offset, first->second));
    }
  }
  for (const auto &[base, offset] : first_offsets) {
    llvm::Value *start = builder.CreatePtrToInt(base, builder.getInt64Ty());
    bits = builder.CreateOr(bits, builder.CreateAdd(start, offset));
  }
  return builder.CreateICmpEQ(builder.CreateAnd(bits, cache_line - 1), builder.getInt64(0));
}

void add_streaming_form(const StoreGroup &group, unsigned lanes) {
  llvm::StoreInst &last = *group.back();
  for (llvm::StoreInst *store : llvm::drop_end(group)) {
    store->moveBefore(&last);
  }
  llvm::IRBuilder<> builder(group.front());
  llvm::Module &module = *last.getModule();
  auto *type = llvm::FunctionType::get(builder.getInt1Ty(), {builder.getInt64Ty()}, false);
  const llvm::FunctionCallee question = module.getOrInsertFunction(question_name, type);
  llvm::CallInst *is_large =
      builder.CreateCall(question, {builder.getInt64(size_of(last) / lanes)});
  is_large->setDoesNotAccessMemory();
  is_large->setDoesNotThrow();
  llvm::Instruction *then = nullptr;
  llvm::Instruction *otherwise = nullptr;
  llvm::SplitBlockAndInsertIfThenElse(builder.CreateAnd(is_large, are_lines(builder, group)),
                                      group.front(), &then, &otherwise);
  llvm::MDNode *nontemporal =
      llvm::MDNode::get(module.getContext(), llvm::ConstantAsMetadata::get(builder.getInt32(1)));
  for (llvm::StoreInst *store : group) {
    auto *streamed = llvm::cast<llvm::StoreInst>(store->clone());
    streamed->setAlignment(llvm::Align(cache_line));
    streamed->setMetadata(llvm::LLVMContext::MD_nontemporal, nontemporal);
    streamed->insertBefore(then);
    store->moveBefore(otherwise);
  }
}

llvm::SmallVector<llvm::CallInst *> marker_calls_in(llvm::Function &function) {
  llvm::SmallVector<llvm::CallInst *> questions;
  for (llvm::Instruction &instruction : llvm::instructions(function)) {
    if (is_marker_call(instruction)) {
      questions.push_back(llvm::cast<llvm::CallInst>(&instruction));
    }
  }
  return questions;
}

/// Whether the kernel may publish results to other threads while it runs.
bool may_publish(const llvm::Function &entry) {
  return llvm::any_of(llvm::instructions(entry),
                      [](const llvm::Instruction &instruction) { return instruction.isAtomic(); });
}

llvm::Value *load_member(llvm::IRBuilder<> &builder, llvm::Function &entry, size_t offset) {
  llvm::Value *address =
      builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), entry.getArg(1), offset);
  return builder.CreateAlignedLoad(builder.getInt64Ty(), address, llvm::Align(8));
}

void add_store_fence(llvm::Function &entry, llvm::Value *any_is_large) {
  llvm::SmallVector<llvm::ReturnInst *> returns;
  for (llvm::BasicBlock &block : entry) {
    if (auto *back = llvm::dyn_cast<llvm::ReturnInst>(block.getTerminator())) {
      returns.push_back(back);
    }
  }
  for (llvm::ReturnInst *back : returns) {
    llvm::Instruction *then = llvm::SplitBlockAndInsertIfThen(any_is_large, back, false);
    llvm::IRBuilder<>(then).CreateIntrinsic(llvm::Intrinsic::x86_sse_sfence, {}, {});
  }
}

}  // namespace

void add_streaming_stores(llvm::Function &packets, const KernelDescription &description,
                          unsigned lanes) {
  // Kernels with loops are likely to be compute-bound, or to write a cache line several times.
  const llvm::DominatorTree dominators(packets);
  if (!llvm::LoopInfo(dominators).empty()) {
    return;
  }
  llvm::SmallVector<StoreGroup> groups;
  size_t stores = 0;
  for (llvm::BasicBlock &block : packets) {
    for (StoreGroup &group : group_stores(block, description)) {
      stores += group.size();
      groups.push_back(std::move(group));
    }
  }
  if (operations_in_vectors(packets) > tuning::max_operations_of_streamed_line * stores) {
    return;
  }
  for (const StoreGroup &group : groups) {
    add_streaming_form(group, lanes);
  }
}

void drop_streaming_stores(llvm::Function &packets) {
  for (llvm::CallInst *question : marker_calls_in(packets)) {
    question->replaceAllUsesWith(llvm::ConstantInt::getFalse(packets.getContext()));
    question->eraseFromParent();
  }
}

void lower_streaming_stores(llvm::Function &entry) {
  const llvm::SmallVector<llvm::CallInst *> questions = marker_calls_in(entry);
  if (questions.empty()) {
    return;
  }
  llvm::BasicBlock &first = entry.getEntryBlock();
  llvm::IRBuilder<> builder(&first, first.getFirstNonPHIOrDbgOrAlloca());
  const bool never = may_publish(entry);
  llvm::Value *work_items = builder.getInt64(1);
  for (size_t i = 0; i < 3; ++i) {
    const size_t offset = offsetof(NdRange, global_size) + i * sizeof(uint64_t);
    work_items = builder.CreateMul(work_items, load_member(builder, entry, offset));
  }
  llvm::Value *large = load_member(builder, entry, offsetof(NdRange, nontemporal_threshold));
  llvm::Value *any_is_large = builder.getFalse();
  for (llvm::CallInst *question : questions) {
    llvm::Value *size = builder.CreateMul(work_items, question->getArgOperand(0));
    llvm::Value *is_large =
        never ? builder.getFalse() : builder.CreateICmpUGE(size, large, "is_large");
    any_is_large = builder.CreateOr(any_is_large, is_large);
    question->replaceAllUsesWith(is_large);
  }
  // Erased after the loop, since the builder's insertion point may be the first of them.
  for (llvm::CallInst *question : questions) {
    question->eraseFromParent();
  }
  if (!never) {
    add_store_fence(entry, any_is_large);
  }
}

}  // namespace mux::compiler

#include "compiler/pipeline/streaming_stores.h"

#include <llvm/Analysis/LoopInfo.h>
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

#include "compiler/kernel_abi.h"
#include "compiler/pipeline/function_calls.h"

namespace mux::compiler {

namespace {

/// i1 mux.is_large_output(i64): whether the ND-range's work-items write more than the caches hold,
/// if each writes so many bytes.
constexpr llvm::StringLiteral question_name = "mux.is_large_output";
constexpr uint64_t cache_line = 64;
/// Operations in vectors for each line that is written. With more, a kernel is not bound by memory,
/// and the branches cost more than they save: Black-Scholes, with 76, took 6.7 ms with them and
/// 6.3 without; the stencil, with 19, took 2.4 instead of 3.3 (two cores of a Xeon, Sapphire
/// Rapids).
constexpr size_t most_operations = 40;

bool asks_for_size(const llvm::Instruction &instruction) {
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

/// Whole lines.
bool is_worth_streaming(const llvm::StoreInst &store, const KernelDescription &description) {
  const llvm::Type *type = store.getValueOperand()->getType();
  const uint64_t size = store.getModule()
                            ->getDataLayout()
                            .getTypeStoreSize(store.getValueOperand()->getType())
                            .getFixedValue();
  return store.isSimple() && type->isVectorTy() && size % cache_line == 0 &&
         !store.hasMetadata(llvm::LLVMContext::MD_nontemporal) &&
         is_write_only(*store.getPointerOperand(), description);
}

size_t operations_in_vectors(const llvm::Function &function) {
  const auto instructions = llvm::instructions(function);
  return llvm::count_if(instructions, [](const llvm::Instruction &instruction) {
    return instruction.getType()->isVectorTy() && !llvm::isa<llvm::PHINode>(instruction);
  });
}

void add_streaming_form(llvm::StoreInst &store, unsigned lanes) {
  llvm::IRBuilder<> builder(&store);
  llvm::Module &module = *store.getModule();
  const llvm::DataLayout &layout = module.getDataLayout();
  const uint64_t size = layout.getTypeStoreSize(store.getValueOperand()->getType());
  auto *type = llvm::FunctionType::get(builder.getInt1Ty(), {builder.getInt64Ty()}, false);
  const llvm::FunctionCallee question = module.getOrInsertFunction(question_name, type);
  llvm::CallInst *is_large = builder.CreateCall(question, {builder.getInt64(size / lanes)});
  is_large->setDoesNotAccessMemory();
  is_large->setDoesNotThrow();
  llvm::Value *address = builder.CreatePtrToInt(store.getPointerOperand(), builder.getInt64Ty());
  llvm::Value *is_line =
      builder.CreateICmpEQ(builder.CreateAnd(address, cache_line - 1), builder.getInt64(0));
  llvm::Instruction *then = nullptr;
  llvm::Instruction *otherwise = nullptr;
  llvm::SplitBlockAndInsertIfThenElse(builder.CreateAnd(is_large, is_line), &store, &then,
                                      &otherwise);
  auto *streamed = llvm::cast<llvm::StoreInst>(store.clone());
  streamed->setAlignment(llvm::Align(cache_line));
  streamed->setMetadata(
      llvm::LLVMContext::MD_nontemporal,
      llvm::MDNode::get(module.getContext(), llvm::ConstantAsMetadata::get(builder.getInt32(1))));
  streamed->insertBefore(then);
  store.moveBefore(otherwise);
}

/// Whether other threads may learn of results while the kernel runs.
bool may_publish(const llvm::Function &entry) {
  return llvm::any_of(llvm::instructions(entry),
                      [](const llvm::Instruction &instruction) { return instruction.isAtomic(); });
}

llvm::Value *load_member(llvm::IRBuilder<> &builder, llvm::Function &entry, size_t offset) {
  llvm::Value *address =
      builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), entry.getArg(1), offset);
  return builder.CreateAlignedLoad(builder.getInt64Ty(), address, llvm::Align(8));
}

void wait_at_end(llvm::Function &entry, llvm::Value *any_is_large) {
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
  // With loops, it would calculate more than it writes, or write a line several times.
  const llvm::DominatorTree dominators(packets);
  if (!llvm::LoopInfo(dominators).empty()) {
    return;
  }
  llvm::SmallVector<llvm::StoreInst *> stores;
  for (llvm::Instruction &instruction : llvm::instructions(packets)) {
    auto *store = llvm::dyn_cast<llvm::StoreInst>(&instruction);
    if (store != nullptr && is_worth_streaming(*store, description)) {
      stores.push_back(store);
    }
  }
  if (operations_in_vectors(packets) > most_operations * stores.size()) {
    return;
  }
  for (llvm::StoreInst *store : stores) {
    add_streaming_form(*store, lanes);
  }
}

void lower_streaming_stores(llvm::Function &entry) {
  llvm::SmallVector<llvm::CallInst *> questions;
  for (llvm::Instruction &instruction : llvm::instructions(entry)) {
    if (asks_for_size(instruction)) {
      questions.push_back(llvm::cast<llvm::CallInst>(&instruction));
    }
  }
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
  llvm::Value *large = load_member(builder, entry, offsetof(NdRange, large_output));
  llvm::Value *any_is_large = builder.getFalse();
  for (llvm::CallInst *question : questions) {
    llvm::Value *size = builder.CreateMul(work_items, question->getArgOperand(0));
    llvm::Value *is_large =
        never ? builder.getFalse() : builder.CreateICmpUGE(size, large, "is_large");
    any_is_large = builder.CreateOr(any_is_large, is_large);
    question->replaceAllUsesWith(is_large);
    question->eraseFromParent();
  }
  if (!never) {
    wait_at_end(entry, any_is_large);
  }
}

}  // namespace mux::compiler

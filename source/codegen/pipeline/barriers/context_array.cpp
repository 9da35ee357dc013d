#include "codegen/pipeline/barriers/context_array.h"

#include <llvm/IR/InstIterator.h>
#include <llvm/IR/MDBuilder.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/MathExtras.h>

#include <algorithm>

#include "compiler/abi/kernel_abi.h"

namespace mux::compiler {

ContextArray::ContextArray(llvm::Function &work_item_function)
    : function_(work_item_function), context_(WorkItemContext::of(work_item_function)) {
  llvm::MDBuilder builder(function_.getContext());
  llvm::MDNode *domain = builder.createAnonymousAliasScopeDomain("work-item storage");
  scope_ = llvm::MDNode::get(function_.getContext(),
                             builder.createAnonymousAliasScope(domain, "carried values"));
}

ContextArray::Slot ContextArray::add(uint64_t size, uint64_t alignment) {
  Slot slot;
  slot.alignment = alignment;
  slot.size = llvm::alignTo(std::max<uint64_t>(size, 1), alignment);
  slot.offset = llvm::alignTo(end_, alignment);
  end_ = slot.offset + slot.size;
  return slot;
}

ContextArray::Slot ContextArray::add(llvm::Type *type) {
  const llvm::DataLayout &layout = function_.getParent()->getDataLayout();
  return add(layout.getTypeAllocSize(type),
             std::min<uint64_t>(layout.getABITypeAlign(type).value(), local_memory_alignment));
}

ContextArray::Slot ContextArray::add_shared(llvm::Type *type) {
  Slot slot = add(type);
  // Reserves a full slot for the second element, though each work-item then has it too: slots are
  // laid out for all work-items.
  add(slot.size, slot.alignment);
  return slot;
}

llvm::Value *ContextArray::load_shared(llvm::IRBuilder<> &builder, const Slot &slot,
                                       llvm::Type *type) const {
  return load_of(builder, slot, type, builder.getInt64(0));
}

void ContextArray::store_shared(llvm::IRBuilder<> &builder, const Slot &slot,
                                llvm::Value *value) const {
  store_of(builder, slot, value, builder.getInt64(1));
}

void ContextArray::publish_shared(llvm::IRBuilder<> &builder, const Slot &slot,
                                  llvm::Type *type) const {
  llvm::Value *written = load_of(builder, slot, type, builder.getInt64(1));
  store_of(builder, slot, written, builder.getInt64(0));
}

llvm::Value *ContextArray::address(llvm::IRBuilder<> &builder, const Slot &slot) const {
  return address_of(builder, slot, context_.local_index);
}

llvm::Value *ContextArray::load(llvm::IRBuilder<> &builder, const Slot &slot,
                                llvm::Type *type) const {
  return load_of(builder, slot, type, context_.local_index);
}

void ContextArray::store(llvm::IRBuilder<> &builder, const Slot &slot, llvm::Value *value) const {
  store_of(builder, slot, value, context_.local_index);
}

llvm::Value *ContextArray::address_of(llvm::IRBuilder<> &builder, const Slot &slot,
                                      llvm::Value *index) const {
  llvm::Value *start = builder.CreateMul(context_.context_items, builder.getInt64(slot.offset));
  llvm::Value *array = builder.CreateInBoundsGEP(builder.getInt8Ty(), context_.storage, start);
  llvm::Type *element = llvm::ArrayType::get(builder.getInt8Ty(), slot.size);
  return builder.CreateInBoundsGEP(element, array, index);
}

llvm::Value *ContextArray::load_of(llvm::IRBuilder<> &builder, const Slot &slot, llvm::Type *type,
                                   llvm::Value *index) const {
  llvm::LoadInst *load = builder.CreateAlignedLoad(type, address_of(builder, slot, index),
                                                   llvm::Align(slot.alignment));
  load->setMetadata(llvm::LLVMContext::MD_alias_scope, scope_);
  return load;
}

void ContextArray::store_of(llvm::IRBuilder<> &builder, const Slot &slot, llvm::Value *value,
                            llvm::Value *index) const {
  llvm::StoreInst *store = builder.CreateAlignedStore(value, address_of(builder, slot, index),
                                                      llvm::Align(slot.alignment));
  store->setMetadata(llvm::LLVMContext::MD_alias_scope, scope_);
}

void ContextArray::separate_from_other_memory() const {
  for (llvm::Instruction &instruction : llvm::instructions(function_)) {
    if (!instruction.mayReadOrWriteMemory()) {
      continue;
    }
    const llvm::MDNode *scopes = instruction.getMetadata(llvm::LLVMContext::MD_alias_scope);
    if (scopes == scope_) {
      continue;
    }
    llvm::MDNode *others = instruction.getMetadata(llvm::LLVMContext::MD_noalias);
    instruction.setMetadata(llvm::LLVMContext::MD_noalias,
                            llvm::MDNode::concatenate(others, scope_));
  }
}

}  // namespace mux::compiler

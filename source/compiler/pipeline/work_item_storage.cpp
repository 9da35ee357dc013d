#include "compiler/pipeline/work_item_storage.h"

#include <llvm/IR/Module.h>
#include <llvm/Support/MathExtras.h>

#include <algorithm>

#include "compiler/kernel_abi.h"

namespace mux::compiler {

WorkItemStorage::WorkItemStorage(llvm::Function &work_item_function)
    : function_(work_item_function), context_(WorkItemContext::of(work_item_function)) {}

WorkItemStorage::Slot WorkItemStorage::add(uint64_t size, uint64_t alignment) {
  Slot slot;
  slot.alignment = alignment;
  slot.size = llvm::alignTo(std::max<uint64_t>(size, 1), alignment);
  slot.offset = llvm::alignTo(end_, alignment);
  end_ = slot.offset + slot.size;
  return slot;
}

WorkItemStorage::Slot WorkItemStorage::add(llvm::Type *type) {
  const llvm::DataLayout &layout = function_.getParent()->getDataLayout();
  return add(layout.getTypeAllocSize(type),
             std::min<uint64_t>(layout.getABITypeAlign(type).value(), local_memory_alignment));
}

llvm::Value *WorkItemStorage::address(llvm::IRBuilder<> &builder, const Slot &slot) const {
  llvm::Value *start = builder.CreateMul(context_.storage_items, builder.getInt64(slot.offset));
  llvm::Value *place = builder.CreateInBoundsGEP(builder.getInt8Ty(), context_.storage, start);
  llvm::Type *element = llvm::ArrayType::get(builder.getInt8Ty(), slot.size);
  return builder.CreateInBoundsGEP(element, place, context_.local_index);
}

llvm::Value *WorkItemStorage::load(llvm::IRBuilder<> &builder, const Slot &slot,
                                   llvm::Type *type) const {
  return builder.CreateAlignedLoad(type, address(builder, slot), llvm::Align(slot.alignment));
}

void WorkItemStorage::store(llvm::IRBuilder<> &builder, const Slot &slot,
                            llvm::Value *value) const {
  builder.CreateAlignedStore(value, address(builder, slot), llvm::Align(slot.alignment));
}

}  // namespace mux::compiler

#include "codegen/vectorize/widen/memory/memory_access.h"
#include "codegen/vectorize/accesses/memory_types.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/ValueSymbolTable.h>

#include <algorithm>
#include <cstdlib>

#include "codegen/vectorize/widen/active_lanes.h"
#include "codegen/vectorize/widen/widener.h"

namespace mux::compiler {

namespace {

constexpr uint64_t largest_vector_alignment = 64;
constexpr const char *nowhere_name = "mux.nowhere";

/// Returns the packet function's dummy variable for accesses without effect.
llvm::AllocaInst *nowhere_variable(Widener &widener) {
  auto *type =
      llvm::ArrayType::get(widener.builder().getInt8Ty(), dummy_size(widener.packet().lanes));
  auto *known = llvm::dyn_cast_or_null<llvm::AllocaInst>(
      widener.function().getValueSymbolTable()->lookup(nowhere_name));
  if (known != nullptr && known->getAllocatedType() == type) {
    return known;
  }
  llvm::AllocaInst *variable =
      packet_variable(widener, type, 1, llvm::Align(largest_vector_alignment));
  variable->setName(nowhere_name);
  return variable;
}

/// Whether a masked vector may be loaded without its mask. Not in packets of several parts, of
/// which one may have no active lane.
bool may_omit_mask(const Widener &widener, const VectorAccess &access,
                   const VectorLocation &location) {
  return access.running.each != nullptr && widener.packet().part_count() == 1 &&
         location.alignment.value() >= widener.layout().getTypeStoreSize(location.type) &&
         llvm::none_of(access.originals,
                       [](const llvm::Instruction *each) { return each->isVolatile(); });
}

}  // namespace

llvm::Value *to_memory(Widener &widener, llvm::Value *value) {
  if (!value->getType()->isIntOrIntVectorTy(1)) {
    return value;
  }
  llvm::Type *byte = widener.builder().getInt8Ty();
  return widener.builder().CreateZExt(
      value, value->getType()->isVectorTy() ? widener.vector_type(byte) : byte);
}

llvm::Value *from_memory(Widener &widener, llvm::Value *value, llvm::Type *element) {
  if (!element->isIntegerTy(1)) {
    return value;
  }
  return widener.builder().CreateTrunc(
      value, value->getType()->isVectorTy() ? widener.vector_type(element) : element);
}

llvm::Value *advance(Widener &widener, llvm::Value *pointer, int64_t bytes) {
  llvm::IRBuilder<> &builder = widener.builder();
  return bytes == 0 ? pointer
                    : builder.CreateGEP(builder.getInt8Ty(), pointer, builder.getInt64(bytes));
}

llvm::AllocaInst *packet_variable(Widener &widener, llvm::Type *type, uint64_t count,
                                  llvm::Align alignment) {
  llvm::BasicBlock &entry = widener.function().getEntryBlock();
  llvm::IRBuilder<> builder(&entry, entry.begin());
  llvm::Type *whole = count == 1 ? type : llvm::ArrayType::get(type, count);
  llvm::AllocaInst *variable = builder.CreateAlloca(whole);
  variable->setAlignment(std::max(alignment, variable->getAlign()));
  return variable;
}

llvm::Value *nowhere(Widener &widener, llvm::Type *pointer_type) {
  return widener.builder().CreateAddrSpaceCast(nowhere_variable(widener), pointer_type);
}

llvm::Value *pointer_if(Widener &widener, llvm::Value *condition, llvm::Value *pointer) {
  return widener.builder().CreateSelect(condition, pointer, nowhere(widener, pointer->getType()));
}

llvm::Value *load_vector(Widener &widener, const VectorAccess &access,
                         const VectorLocation &location) {
  llvm::IRBuilder<> &builder = widener.builder();
  llvm::Instruction *load = nullptr;
  if (access.running.each != nullptr) {
    load =
        builder.CreateMaskedLoad(location.type, location.pointer, location.alignment,
                                 access.running.each, llvm::Constant::getNullValue(location.type));
  } else if (access.running.together != nullptr) {
    load = builder.CreateAlignedLoad(location.type,
                                     pointer_if(widener, access.running.together, location.pointer),
                                     location.alignment);
  } else {
    load = builder.CreateAlignedLoad(location.type, location.pointer, location.alignment);
  }
  copy_access_metadata(access.originals, *load, access.running.all());
  return load;
}

llvm::Value *load_lanes(Widener &widener, const VectorAccess &access,
                        const VectorLocation &location) {
  if (!may_omit_mask(widener, access, location)) {
    return load_vector(widener, access, location);
  }
  llvm::IRBuilder<> &builder = widener.builder();
  return builder.CreateFreeze(
      builder.CreateAlignedLoad(location.type, location.pointer, location.alignment));
}

void store_vector(Widener &widener, const VectorAccess &access, const VectorLocation &location,
                  llvm::Value *value) {
  llvm::IRBuilder<> &builder = widener.builder();
  llvm::Instruction *store = nullptr;
  if (access.running.each != nullptr) {
    store =
        builder.CreateMaskedStore(value, location.pointer, location.alignment, access.running.each);
  } else if (access.running.together != nullptr) {
    store = builder.CreateAlignedStore(
        value, pointer_if(widener, access.running.together, location.pointer), location.alignment);
  } else {
    store = builder.CreateAlignedStore(value, location.pointer, location.alignment);
  }
  copy_access_metadata(access.originals, *store, access.running.all());
}

llvm::Align first_lane_alignment(llvm::Align alignment, int64_t stride,
                                 const ActiveLanes &running) {
  return running.each == nullptr
             ? alignment
             : llvm::commonAlignment(alignment, static_cast<uint64_t>(std::abs(stride)));
}

void copy_access_metadata(llvm::ArrayRef<const llvm::Instruction *> originals,
                          llvm::Instruction &access, bool for_itself) {
  using Kind = llvm::LLVMContext;
  const auto copy = [&](unsigned kind, llvm::MDNode *(*combine)(llvm::MDNode *, llvm::MDNode *)) {
    llvm::MDNode *node = originals.front()->getMetadata(kind);
    for (const llvm::Instruction *other : originals.drop_front()) {
      node = combine(node, other->getMetadata(kind));
    }
    access.setMetadata(kind, node);
  };
  copy(Kind::MD_tbaa, llvm::MDNode::getMostGenericTBAA);
  copy(Kind::MD_alias_scope, llvm::MDNode::getMostGenericAliasScope);
  copy(Kind::MD_noalias, llvm::MDNode::intersect);
  // Not for redirected accesses: the dummy variable is neither constant nor to bypass the caches.
  if (for_itself && !llvm::isa<llvm::CallInst>(access)) {
    copy(Kind::MD_nontemporal, llvm::MDNode::intersect);
    copy(Kind::MD_invariant_load, llvm::MDNode::intersect);
  }
}

}  // namespace mux::compiler

#include "codegen/ir/local_accesses.h"

#include <llvm/IR/Instructions.h>
#include <llvm/Transforms/Utils/LowerAtomic.h>

#include "compiler/abi/address_space.h"

namespace mux::compiler {

const llvm::Value *accessed_address(const llvm::Instruction &instruction) {
  if (const auto *update = llvm::dyn_cast<llvm::AtomicRMWInst>(&instruction)) {
    return update->getPointerOperand();
  }
  if (const auto *exchange = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&instruction)) {
    return exchange->getPointerOperand();
  }
  return llvm::getLoadStorePointerOperand(&instruction);
}

bool is_local_access(const llvm::Instruction &instruction) {
  const llvm::Value *address = accessed_address(instruction);
  return address != nullptr && address->getType()->getPointerAddressSpace() == address_space::local;
}

void make_not_atomic(llvm::Instruction &instruction) {
  if (auto *load = llvm::dyn_cast<llvm::LoadInst>(&instruction)) {
    load->setAtomic(llvm::AtomicOrdering::NotAtomic);
  } else if (auto *store = llvm::dyn_cast<llvm::StoreInst>(&instruction)) {
    store->setAtomic(llvm::AtomicOrdering::NotAtomic);
  } else if (auto *update = llvm::dyn_cast<llvm::AtomicRMWInst>(&instruction)) {
    llvm::lowerAtomicRMWInst(update);
  } else if (auto *exchange = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&instruction)) {
    llvm::lowerAtomicCmpXchgInst(exchange);
  }
}

void make_not_volatile(llvm::Instruction &instruction) {
  if (auto *load = llvm::dyn_cast<llvm::LoadInst>(&instruction)) {
    load->setVolatile(false);
  } else if (auto *store = llvm::dyn_cast<llvm::StoreInst>(&instruction)) {
    store->setVolatile(false);
  } else if (auto *update = llvm::dyn_cast<llvm::AtomicRMWInst>(&instruction)) {
    update->setVolatile(false);
  } else if (auto *exchange = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&instruction)) {
    exchange->setVolatile(false);
  }
}

}  // namespace mux::compiler

#include "compiler/pipeline/local_atomics.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/LowerAtomic.h>

namespace mux::compiler {

namespace {

constexpr unsigned local_space = 3;

void lower(llvm::Instruction &instruction) {
  if (auto *load = llvm::dyn_cast<llvm::LoadInst>(&instruction)) {
    if (load->getPointerAddressSpace() == local_space) {
      load->setAtomic(llvm::AtomicOrdering::NotAtomic);
    }
  } else if (auto *store = llvm::dyn_cast<llvm::StoreInst>(&instruction)) {
    if (store->getPointerAddressSpace() == local_space) {
      store->setAtomic(llvm::AtomicOrdering::NotAtomic);
    }
  } else if (auto *update = llvm::dyn_cast<llvm::AtomicRMWInst>(&instruction)) {
    if (update->getPointerAddressSpace() == local_space) {
      llvm::lowerAtomicRMWInst(update);
    }
  } else if (auto *exchange = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&instruction)) {
    if (exchange->getPointerAddressSpace() == local_space) {
      llvm::lowerAtomicCmpXchgInst(exchange);
    }
  }
}

}  // namespace

void lower_local_atomics(llvm::Module &module) {
  for (llvm::Function &function : module) {
    for (llvm::Instruction &instruction :
         llvm::make_early_inc_range(llvm::instructions(function))) {
      lower(instruction);
    }
  }
}

}  // namespace mux::compiler

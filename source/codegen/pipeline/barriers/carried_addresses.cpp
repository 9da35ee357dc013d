#include "codegen/pipeline/barriers/carried_addresses.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SetVector.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

#include "codegen/pipeline/barriers/recompute.h"

namespace mux::compiler {

namespace {

/// Whether an address is based on a parameter and has at most one variable index that is not cheap
/// to recompute, so that the index can be carried instead of the address.
bool takes_one_index(const llvm::GetElementPtrInst &address) {
  size_t indices = 0;
  const llvm::Value *base = &address;
  while (const auto *element = llvm::dyn_cast<llvm::GetElementPtrInst>(base)) {
    indices += llvm::count_if(element->indices(), [](const llvm::Value *index) {
      const auto *instruction = llvm::dyn_cast<llvm::Instruction>(index);
      return instruction != nullptr && !is_cheap_to_recompute(*instruction);
    });
    base = element->getPointerOperand();
  }
  return llvm::isa<llvm::Argument>(base) && indices <= 1;
}

/// Recomputes an address before `place`, from the parameter on.
llvm::Value *rematerialize_address(llvm::Value &address, llvm::Instruction &place) {
  auto *element = llvm::dyn_cast<llvm::GetElementPtrInst>(&address);
  if (element == nullptr) {
    return &address;
  }
  llvm::Instruction *copy = element->clone();
  copy->setOperand(0, rematerialize_address(*element->getPointerOperand(), place));
  copy->insertBefore(place.getIterator());
  return copy;
}

/// The instruction that the value must dominate for this use.
llvm::Instruction &place_of(const llvm::Use &use) {
  auto *user = llvm::cast<llvm::Instruction>(use.getUser());
  auto *phi = llvm::dyn_cast<llvm::PHINode>(user);
  return phi == nullptr ? *user : *phi->getIncomingBlock(use)->getTerminator();
}

void sink_address_to_uses(llvm::GetElementPtrInst &address) {
  llvm::SmallVector<llvm::Use *> uses;
  for (llvm::Use &use : address.uses()) {
    uses.push_back(&use);
  }
  for (llvm::Use *use : uses) {
    llvm::Instruction &place = place_of(*use);
    if (place.getParent() == address.getParent()) {
      continue;
    }
    llvm::Value *copy = rematerialize_address(address, place);
    if (auto *phi = llvm::dyn_cast<llvm::PHINode>(use->getUser())) {
      // All incoming values of a phi from one block must be equal.
      phi->setIncomingValueForBlock(place.getParent(), copy);
    } else {
      use->set(copy);
    }
  }
}

/// Whether a user computes another pointer that is based on this one.
bool passes_on(const llvm::Instruction &user) {
  return user.getType()->isPtrOrPtrVectorTy() &&
         llvm::isa<llvm::GetElementPtrInst, llvm::CastInst, llvm::PHINode, llvm::SelectInst,
                   llvm::FreezeInst>(user);
}

/// Whether a user accesses what the pointer points to or compares it, without capturing it.
bool is_noncapturing_access(const llvm::Use &use) {
  const auto *user = llvm::cast<llvm::Instruction>(use.getUser());
  if (const auto *call = llvm::dyn_cast<llvm::CallBase>(user)) {
    return call->isDataOperand(&use) && call->doesNotCapture(call->getDataOperandNo(&use));
  }
  if (llvm::isa<llvm::AtomicRMWInst, llvm::AtomicCmpXchgInst, llvm::StoreInst>(user)) {
    return use.getOperandNo() ==
           (llvm::isa<llvm::StoreInst>(user) ? llvm::StoreInst::getPointerOperandIndex() : 0);
  }
  return llvm::isa<llvm::LoadInst, llvm::CmpInst>(user);
}

bool has_untracked_uses(llvm::Argument &parameter,
                        llvm::function_ref<bool(llvm::Instruction &)> is_carried) {
  llvm::SmallSetVector<llvm::Value *, 16> based;
  based.insert(&parameter);
  for (size_t i = 0; i < based.size(); ++i) {
    for (const llvm::Use &use : based[i]->uses()) {
      auto *user = llvm::cast<llvm::Instruction>(use.getUser());
      if (passes_on(*user)) {
        if (is_carried(*user)) {
          return true;
        }
        based.insert(user);
      } else if (!is_noncapturing_access(use)) {
        return true;
      }
    }
  }
  return false;
}

}  // namespace

void sink_addresses_to_uses(llvm::Function &work_item_function,
                            llvm::function_ref<bool(llvm::Instruction &address)> is_carried) {
  llvm::SmallVector<llvm::GetElementPtrInst *> addresses;
  for (llvm::Instruction &instruction : llvm::instructions(work_item_function)) {
    auto *address = llvm::dyn_cast<llvm::GetElementPtrInst>(&instruction);
    if (address != nullptr && takes_one_index(*address) && is_carried(*address)) {
      addresses.push_back(address);
    }
  }
  // In reverse order, so that the operands of an address are then used where the address was.
  for (llvm::GetElementPtrInst *address : llvm::reverse(addresses)) {
    sink_address_to_uses(*address);
  }
}

void drop_noalias_of_carried(llvm::Function &work_item_function,
                             llvm::function_ref<bool(llvm::Instruction &value)> is_carried) {
  for (llvm::Argument &parameter : work_item_function.args()) {
    if (parameter.hasNoAliasAttr() && has_untracked_uses(parameter, is_carried)) {
      parameter.removeAttr(llvm::Attribute::NoAlias);
    }
  }
}

}  // namespace mux::compiler

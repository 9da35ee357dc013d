#include "codegen/pipeline/entry/parallel_loop.h"

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Metadata.h>

#include <algorithm>

namespace mux::compiler {

namespace {

/// Whether an access is to memory other than private variables, and neither atomic nor volatile. By
/// OpenCL's rules, such accesses of different work-items carry no dependence.
bool is_parallel_access(const llvm::Instruction &instruction) {
  const llvm::Value *pointer = nullptr;
  if (const auto *load = llvm::dyn_cast<llvm::LoadInst>(&instruction)) {
    pointer = load->isSimple() ? load->getPointerOperand() : nullptr;
  } else if (const auto *store = llvm::dyn_cast<llvm::StoreInst>(&instruction)) {
    pointer = store->isSimple() ? store->getPointerOperand() : nullptr;
  }
  if (pointer == nullptr) {
    return false;
  }
  llvm::SmallVector<const llvm::Value *> objects;
  llvm::getUnderlyingObjects(pointer, objects, nullptr, 0);
  return std::none_of(objects.begin(), objects.end(), [](const llvm::Value *object) {
    return llvm::isa<llvm::AllocaInst>(object);
  });
}

constexpr const char *access_group_kind = "mux.access_group";

/// Metadata of a loop with one property.
llvm::MDNode *loop_metadata(llvm::LLVMContext &context, llvm::ArrayRef<llvm::Metadata *> property) {
  // The first operand of a loop's metadata is the metadata itself, which makes it unique.
  llvm::MDNode *loop =
      llvm::MDNode::getDistinct(context, {nullptr, llvm::MDNode::get(context, property)});
  loop->replaceOperandWith(0, loop);
  return loop;
}

}  // namespace

bool mark_parallel_accesses(llvm::Function &region) {
  llvm::SmallVector<llvm::Instruction *> accesses;
  for (llvm::Instruction &instruction : llvm::instructions(region)) {
    // If the variable's address is stored, it may be accessed through an unrelated pointer.
    if (llvm::isa<llvm::AllocaInst>(instruction)) {
      return false;
    }
    if (!instruction.mayReadOrWriteMemory() || llvm::isa<llvm::NoAliasScopeDeclInst>(instruction) ||
        llvm::isa<llvm::AssumeInst>(instruction)) {
      continue;
    }
    if (!is_parallel_access(instruction)) {
      return false;
    }
    accesses.push_back(&instruction);
  }
  llvm::MDNode *group = llvm::MDNode::getDistinct(region.getContext(), {});
  region.setMetadata(access_group_kind, group);
  for (llvm::Instruction *access : accesses) {
    access->setMetadata(llvm::LLVMContext::MD_access_group, group);
  }
  return true;
}

void keep_loop_scalar(llvm::BranchInst &back_branch) {
  llvm::LLVMContext &context = back_branch.getContext();
  llvm::Metadata *no_vectors[] = {
      llvm::MDString::get(context, "llvm.loop.vectorize.enable"),
      llvm::ConstantAsMetadata::get(llvm::ConstantInt::getFalse(context))};
  back_branch.setMetadata(llvm::LLVMContext::MD_loop, loop_metadata(context, no_vectors));
}

void mark_parallel_loop(llvm::BranchInst &back_branch, const llvm::Function &region) {
  llvm::LLVMContext &context = region.getContext();
  llvm::Metadata *accesses[] = {llvm::MDString::get(context, "llvm.loop.parallel_accesses"),
                                region.getMetadata(access_group_kind)};
  back_branch.setMetadata(llvm::LLVMContext::MD_loop, loop_metadata(context, accesses));
}

}  // namespace mux::compiler

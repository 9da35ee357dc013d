#include "codegen/ir/drop_local_id_ranges.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/Module.h>

#include "codegen/ir/recorded_local_size.h"
#include "codegen/ir/truncations.h"
#include "codegen/ir/work_item_context.h"

namespace mux::compiler {

namespace {

/// Turns `or disjoint` whose disjointness depends on the ranges into additions.
void write_as_sums(llvm::Function &function) {
  const llvm::SimplifyQuery query(function.getParent()->getDataLayout());
  for (llvm::Instruction &instruction : llvm::make_early_inc_range(llvm::instructions(function))) {
    auto *disjoint = llvm::dyn_cast<llvm::PossiblyDisjointInst>(&instruction);
    if (disjoint == nullptr || !disjoint->isDisjoint() ||
        llvm::haveNoCommonBitsSet(disjoint->getOperand(0), disjoint->getOperand(1), query)) {
      continue;
    }
    auto *sum = llvm::BinaryOperator::CreateAdd(disjoint->getOperand(0), disjoint->getOperand(1),
                                                "", instruction.getIterator());
    sum->setHasNoUnsignedWrap();
    sum->setHasNoSignedWrap();
    sum->takeName(&instruction);
    instruction.replaceAllUsesWith(sum);
    instruction.eraseFromParent();
  }
}

}  // namespace

void drop_local_id_ranges(llvm::Function &work_item_function) {
  if (recorded_local_size(work_item_function) == std::array<uint64_t, 3>{}) {
    return;
  }
  const WorkItemContext context = WorkItemContext::of(work_item_function);
  for (llvm::Value *id : context.local_id) {
    llvm::cast<llvm::Argument>(id)->removeAttr(llvm::Attribute::Range);
  }
  // Hidden truncations of different ids may have been merged, so all of them lose their ranges.
  for (llvm::Instruction &instruction : llvm::instructions(work_item_function)) {
    if (is_hidden_truncation(instruction)) {
      llvm::cast<llvm::CallBase>(instruction).removeRetAttr(llvm::Attribute::Range);
    }
  }
  write_as_sums(work_item_function);
}

}  // namespace mux::compiler

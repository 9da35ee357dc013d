#include "codegen/vectorize/prepare/array_loops.h"

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

#include <optional>

#include "codegen/ir/temporary_function.h"
#include "codegen/vectorize/prepare/tuning.h"

namespace mux::compiler {

namespace {

bool is_small_array(const llvm::AllocaInst &variable) {
  const llvm::DataLayout &layout = variable.getModule()->getDataLayout();
  const std::optional<llvm::TypeSize> size = variable.getAllocationSize(layout);
  return size.has_value() && !size->isScalable() &&
         size->getFixedValue() <= tuning::max_register_array_size;
}

}  // namespace

bool accesses_array(const llvm::Instruction &instruction) {
  const llvm::Value *pointer = llvm::getLoadStorePointerOperand(&instruction);
  const auto *array = pointer == nullptr
                          ? nullptr
                          : llvm::dyn_cast<llvm::AllocaInst>(llvm::getUnderlyingObject(pointer));
  return array != nullptr && is_small_array(*array) &&
         pointer->stripInBoundsConstantOffsets() != array;
}

size_t arrays_in_memory(llvm::Function &function) {
  return llvm::count_if(llvm::instructions(function), [](const llvm::Instruction &instruction) {
    return llvm::isa<llvm::AllocaInst>(instruction);
  });
}

bool has_loops_to_unroll(llvm::Function &function) {
  const llvm::DominatorTree dominators(function);
  const llvm::LoopInfo loops(dominators);
  return llvm::any_of(loops, [](const llvm::Loop *loop) {
    return any_instruction(*loop, accesses_array) || !any_instruction(*loop, touches_memory);
  });
}

bool unroll_around_arrays(llvm::Function &work_item, llvm::TargetMachine &machine,
                          LoopPredicate is_worth) {
  const size_t before = arrays_in_memory(work_item);
  const TemporaryFunction trial(work_item);
  if (!unroll_nests(*trial, machine, is_worth) ||
      (before != 0 && arrays_in_memory(*trial) == before)) {
    return false;
  }
  return unroll_nests(work_item, machine, is_worth);
}

}  // namespace mux::compiler

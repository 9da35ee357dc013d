#include "codegen/vectorize/prepare/unroll_arrays_between_barriers.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SetVector.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Instructions.h>

#include "codegen/vectorize/prepare/array_loops.h"
#include "codegen/vectorize/prepare/tuning.h"

namespace mux::compiler {

namespace {

/// Whether a value depends on a phi in the loop's header.
bool depends_on_iteration(const llvm::Value &value, const llvm::Loop &loop) {
  llvm::SmallSetVector<const llvm::Instruction *, 16> origins;
  const auto add = [&](const llvm::Value *origin) {
    const auto *instruction = llvm::dyn_cast<llvm::Instruction>(origin);
    if (instruction != nullptr && loop.contains(instruction)) {
      origins.insert(instruction);
    }
  };
  add(&value);
  for (size_t i = 0; i < origins.size(); ++i) {
    if (llvm::isa<llvm::PHINode>(origins[i]) && origins[i]->getParent() == loop.getHeader()) {
      return true;
    }
    llvm::for_each(origins[i]->operand_values(), add);
  }
  return false;
}

bool is_barrier(const llvm::Instruction &instruction) {
  const auto *called = llvm::dyn_cast<llvm::CallBase>(&instruction);
  return called != nullptr && called->isConvergent();
}

/// Excludes loops around barriers, since each copy of a barrier would add a region to the kernel,
/// and loops whose array indices do not depend on the iteration.
bool is_worth_unrolling_between_barriers(const llvm::Loop &loop, size_t size) {
  return size <= tuning::max_instructions_around_arrays && !any_instruction(loop, is_barrier) &&
         any_instruction(loop, [&](const llvm::Instruction &instruction) {
           return accesses_array(instruction) &&
                  depends_on_iteration(*llvm::getLoadStorePointerOperand(&instruction), loop);
         });
}

}  // namespace

bool unroll_arrays_between_barriers(llvm::Function &work_item, llvm::TargetMachine &machine) {
  return arrays_in_memory(work_item) != 0 && has_loops_to_unroll(work_item) &&
         unroll_around_arrays(work_item, machine, is_worth_unrolling_between_barriers);
}

}  // namespace mux::compiler

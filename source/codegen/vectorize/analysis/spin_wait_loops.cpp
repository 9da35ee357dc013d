#include "codegen/vectorize/analysis/spin_wait_loops.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

#include <algorithm>
#include <iterator>
#include <optional>

#include "codegen/ir/retried_exchange.h"
#include "codegen/vectorize/analysis/uniformity.h"

namespace mux::compiler {

namespace {

/// Whether an instruction calls a function that writes memory and may return other work-items' data
/// (reservations in pipes), other than a convergent one.
bool is_shared_access(const llvm::Instruction &instruction) {
  const auto *call = llvm::dyn_cast<llvm::CallBase>(&instruction);
  return call != nullptr && call->mayWriteToMemory() && !call->isConvergent();
}

bool observes_other_work_items(const llvm::Instruction &instruction) {
  return (instruction.isAtomic() || instruction.isVolatile() || is_shared_access(instruction)) &&
         !instruction.use_empty();
}

bool contains_shared_access(const llvm::Loop &loop) {
  return std::any_of(loop.block_begin(), loop.block_end(), [](const llvm::BasicBlock *block) {
    return std::any_of(block->begin(), block->end(), observes_other_work_items);
  });
}

/// Values that may change from one execution to the next because other work-items write memory:
/// values that are read from shared memory, and all that depend on them.
class SharedMemoryDependence {
 public:
  explicit SharedMemoryDependence(llvm::Function &function) : of_registers_(function, {}) {
    // If such a value is stored to memory, any load may read it.
    Sources loads;
    const bool is_written =
        llvm::any_of(llvm::instructions(function), [&](const llvm::Instruction &instruction) {
          const auto *store = llvm::dyn_cast<llvm::StoreInst>(&instruction);
          return store != nullptr && of_registers_.varies(*store->getValueOperand());
        });
    if (is_written) {
      for (const llvm::Instruction &instruction : llvm::instructions(function)) {
        if (llvm::isa<llvm::LoadInst>(instruction)) {
          loads.insert(&instruction);
        }
      }
      of_memory_.emplace(function, loads);
    }
  }

  bool ends(const llvm::Loop &loop) const {
    return (of_memory_.has_value() ? *of_memory_ : of_registers_).is_divergent_loop(loop);
  }

 private:
  using Sources = llvm::SmallPtrSet<const llvm::Value *, 8>;

  Uniformity of_registers_;
  std::optional<Uniformity> of_memory_;
};

}  // namespace

bool may_wait_for_work_items(llvm::Function &work_item_function) {
  const llvm::DominatorTree dominators(work_item_function);
  const llvm::LoopInfo loops(dominators);
  llvm::SmallVector<const llvm::Loop *> suspects;
  llvm::copy_if(loops.getLoopsInPreorder(), std::back_inserter(suspects),
                [](const llvm::Loop *loop) {
                  return contains_shared_access(*loop) && !find_retried_exchange(*loop).has_value();
                });
  if (suspects.empty()) {
    return false;
  }
  const Uniformity uniformity(work_item_function, varying_parameters(work_item_function));
  const SharedMemoryDependence chance(work_item_function);
  return llvm::any_of(suspects, [&](const llvm::Loop *loop) {
    return uniformity.is_divergent_loop(*loop) && chance.ends(*loop);
  });
}

}  // namespace mux::compiler

#include "codegen/vectorize/prepare/unroll_array_loops.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SetVector.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

#include <optional>

#include "codegen/ir/temporary_function.h"
#include "codegen/vectorize/prepare/unroll_nests.h"

namespace mux::compiler {

namespace {

// Measured with `muxbench plain private` on two cores of a Xeon (Sapphire Rapids): sorting 8
// numbers of a column takes 23.9 us with loops, 17.6 us without; a sorting network for rows of 8
// takes 83 us and 51 us.

/// Limit for instructions of all iterations of loops around array accesses: a median of nine bytes
/// has 500.
constexpr size_t most_around_arrays = 1500;
/// The same limit for loops without memory accesses. 32 iterations that reverse bits take 37 us as
/// a loop, 5.7 us unrolled.
constexpr size_t most_of_calculation = 400;
/// Largest array in bytes; larger ones would be spilled.
constexpr uint64_t largest_array = 256;

bool is_small_array(const llvm::AllocaInst &variable) {
  const llvm::DataLayout &layout = variable.getModule()->getDataLayout();
  const std::optional<llvm::TypeSize> size = variable.getAllocationSize(layout);
  return size.has_value() && !size->isScalable() && size->getFixedValue() <= largest_array;
}

/// Whether the instruction accesses a private array at a variable index.
bool accesses_array(const llvm::Instruction &instruction) {
  const llvm::Value *pointer = llvm::getLoadStorePointerOperand(&instruction);
  const auto *array = pointer == nullptr
                          ? nullptr
                          : llvm::dyn_cast<llvm::AllocaInst>(llvm::getUnderlyingObject(pointer));
  return array != nullptr && is_small_array(*array) &&
         pointer->stripInBoundsConstantOffsets() != array;
}

template <typename Predicate>
bool any_instruction(const llvm::Loop &loop, Predicate predicate) {
  return llvm::any_of(loop.blocks(), [&](const llvm::BasicBlock *block) {
    return llvm::any_of(*block, predicate);
  });
}

bool touches_memory(const llvm::Instruction &instruction) {
  return instruction.mayReadOrWriteMemory();
}

bool is_worth_unrolling(const llvm::Loop &loop, size_t size) {
  const bool calculates = loop.isOutermost() && !any_instruction(loop, touches_memory);
  return (calculates && size <= most_of_calculation) ||
         (size <= most_around_arrays && any_instruction(loop, accesses_array));
}

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
  return size <= most_around_arrays && !any_instruction(loop, is_barrier) &&
         any_instruction(loop, [&](const llvm::Instruction &instruction) {
           return accesses_array(instruction) &&
                  depends_on_iteration(*llvm::getLoadStorePointerOperand(&instruction), loop);
         });
}

size_t arrays_in_memory(llvm::Function &function) {
  return llvm::count_if(llvm::instructions(function), [](const llvm::Instruction &instruction) {
    return llvm::isa<llvm::AllocaInst>(instruction);
  });
}

/// Whether there is any candidate loop.
bool has_loops_to_unroll(llvm::Function &function) {
  const llvm::DominatorTree dominators(function);
  const llvm::LoopInfo loops(dominators);
  return llvm::any_of(loops, [](const llvm::Loop *loop) {
    return any_instruction(*loop, accesses_array) || !any_instruction(*loop, touches_memory);
  });
}

/// Unrolls profitable loops if at least one array is promoted to registers as a result. Arrays with
/// data-dependent indices stay in memory.
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

}  // namespace

bool unroll_array_loops(llvm::Function &work_item, llvm::TargetMachine &machine) {
  return has_loops_to_unroll(work_item) &&
         unroll_around_arrays(work_item, machine, is_worth_unrolling);
}

bool unroll_arrays_between_barriers(llvm::Function &work_item, llvm::TargetMachine &machine) {
  return arrays_in_memory(work_item) != 0 && has_loops_to_unroll(work_item) &&
         unroll_around_arrays(work_item, machine, is_worth_unrolling_between_barriers);
}

}  // namespace mux::compiler

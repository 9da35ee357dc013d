#include "codegen/vectorize/prepare/narrow_integers.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/Analysis/DemandedBits.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/Transforms/Scalar/CorrelatedValuePropagation.h>

#include <utility>

#include "codegen/ir/temporary_function.h"
#include "codegen/optimize/function_passes.h"
#include "codegen/vectorize/analysis/demanded_bits.h"
#include "codegen/vectorize/prepare/unroll_nests.h"

namespace mux::compiler {

namespace {

/// Limit for instructions of all iterations of a loop: the sum of the nine bytes around one has
/// 100, a weighted sum of 25 bytes 500.
constexpr size_t most_narrowed_instructions = 600;

bool is_narrow(const llvm::Type &type) {
  return type.isIntegerTy() && type.getIntegerBitWidth() <= widest_narrow_integer;
}

/// Whether the function reads 8- or 16-bit integers, and writes no wider ones.
bool handles_narrow_integers(llvm::Function &function) {
  bool reads = false;
  bool writes = false;
  for (const llvm::Instruction &instruction : llvm::instructions(function)) {
    if (const auto *store = llvm::dyn_cast<llvm::StoreInst>(&instruction)) {
      if (!is_narrow(*store->getValueOperand()->getType())) {
        return false;
      }
      writes = true;
    } else if (llvm::isa<llvm::LoadInst>(instruction)) {
      reads |= is_narrow(*instruction.getType());
    } else if (llvm::isa<llvm::AllocaInst>(instruction) || instruction.isAtomic()) {
      return false;
    }
  }
  return reads && writes;
}

/// Whether the stored values are computed from narrow integers only.
bool calculates_narrowly(llvm::Function &function) {
  return llvm::all_of(sources_of_stored_values(function), [](const llvm::Instruction *source) {
    return is_narrow(*source->getType());
  });
}

bool is_short_and_only_reads(const llvm::Loop &loop, size_t size) {
  return size <= most_narrowed_instructions &&
         llvm::none_of(loop.blocks(), [](const llvm::BasicBlock *block) {
           return llvm::any_of(*block, [](const llvm::Instruction &instruction) {
             return instruction.mayWriteToMemory();
           });
         });
}

bool narrow(llvm::Function &function, llvm::TargetMachine &machine) {
  unroll_nests(function, machine, is_short_and_only_reads);
  FunctionPasses passes(function, machine);
  // Narrows divisions to the known ranges of their operands.
  llvm::FunctionPassManager divisions;
  divisions.addPass(llvm::CorrelatedValuePropagationPass());
  divisions.addPass(folding_passes());
  passes.run(std::move(divisions));
  narrow_to_demanded_bits(function, passes.result<llvm::DemandedBitsAnalysis>());
  passes.forget();
  passes.run(folding_passes());
  return calculates_narrowly(function);
}

}  // namespace

bool narrow_integers(llvm::Function &work_item, llvm::TargetMachine &machine) {
  if (!handles_narrow_integers(work_item)) {
    return false;
  }
  if (calculates_narrowly(work_item)) {
    return unroll_nests(work_item, machine, is_short_and_only_reads);
  }
  const TemporaryFunction trial(work_item);
  return narrow(*trial, machine) && narrow(work_item, machine);
}

}  // namespace mux::compiler

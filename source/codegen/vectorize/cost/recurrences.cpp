#include "codegen/vectorize/cost/recurrences.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/LoopIterator.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>

#include <algorithm>

#include "codegen/vectorize/analysis/shapes.h"
#include "codegen/vectorize/cost/instruction_cost.h"
#include "codegen/vectorize/packet/tuning.h"

namespace mux::compiler {

namespace {

/// Maximum number of loop-carried values of a loop that are analyzed; others are ignored.
constexpr size_t most_carried = 32;

bool is_gathered(const llvm::Instruction &access, const Shapes &shapes) {
  const Shape shape = shapes.of(*llvm::getLoadStorePointerOperand(&access));
  return !shape.is_uniform() && !shape.is_strided();
}

/// Square roots have about the same cost.
bool is_division(const llvm::Instruction &instruction) {
  const auto *intrinsic = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction);
  return instruction.getOpcode() == llvm::Instruction::FDiv ||
         instruction.getOpcode() == llvm::Instruction::FRem ||
         (intrinsic != nullptr && intrinsic->getIntrinsicID() == llvm::Intrinsic::sqrt);
}

/// Latency of a vector operation in cycles, for processors of the last ten years.
double latency_of(const llvm::Instruction &instruction, const Shapes &shapes) {
  if (is_division(instruction)) {
    return tuning::latency_of_division;
  }
  switch (instruction.getOpcode()) {
    case llvm::Instruction::PHI:
    case llvm::Instruction::BitCast:
    case llvm::Instruction::Freeze:
    case llvm::Instruction::GetElementPtr:
    case llvm::Instruction::Trunc:
      return 0;
    case llvm::Instruction::Load:
      return is_gathered(instruction, shapes) ? tuning::latency_of_gather : tuning::latency_of_load;
    case llvm::Instruction::FAdd:
    case llvm::Instruction::FSub:
    case llvm::Instruction::FMul:
    case llvm::Instruction::Mul:
    case llvm::Instruction::FPToSI:
    case llvm::Instruction::FPToUI:
    case llvm::Instruction::SIToFP:
    case llvm::Instruction::UIToFP:
    case llvm::Instruction::FPTrunc:
    case llvm::Instruction::FPExt:
    case llvm::Instruction::Call:
      return tuning::latency_of_arithmetic;
    case llvm::Instruction::ICmp:
    case llvm::Instruction::FCmp:
      return tuning::latency_of_comparison;
    default:
      return 1;
  }
}

/// Reciprocal throughput of an instruction, in cycles.
double reciprocal_throughput_of(const llvm::Instruction &instruction, const Shapes &shapes,
                                unsigned lanes) {
  const bool is_store = llvm::isa<llvm::StoreInst>(instruction);
  if (is_free(instruction) || (!is_store && !shapes.of(instruction).is_varying())) {
    return 0;
  }
  if ((is_store || llvm::isa<llvm::LoadInst>(instruction)) && is_gathered(instruction, shapes)) {
    return lanes / tuning::issue_width;
  }
  const double registers = registers_of(*stored_or_result_type(instruction), lanes);
  return registers * (is_division(instruction) ? tuning::division_reciprocal_throughput
                                               : 1 / tuning::issue_width);
}

class LoopRecurrences {
 public:
  LoopRecurrences(llvm::Loop &loop, const llvm::LoopInfo &loops, const Shapes &shapes)
      : loop_(loop), shapes_(shapes), blocks_(&loop) {
    blocks_.perform(&loops);
  }

  /// Returns the latency in cycles of the longest recurrence through a header phi.
  double latency() {
    double longest = 0;
    size_t carried = 0;
    for (llvm::PHINode &phi : loop_.getHeader()->phis()) {
      if (shapes_.of(phi).is_varying() && carried++ < most_carried) {
        longest = std::max(longest, latency_of_recurrence(phi));
      }
    }
    return longest;
  }

 private:
  double latency_of_recurrence(const llvm::PHINode &carried) {
    // Cycle in which each value that depends on the phi is available; other values are missing.
    llvm::DenseMap<const llvm::Value *, double> there{{&carried, 0}};
    for (auto block = blocks_.beginRPO(); block != blocks_.endRPO(); ++block) {
      for (const llvm::Instruction &instruction : **block) {
        if (llvm::isa<llvm::PHINode>(instruction) && (*block) == loop_.getHeader()) {
          continue;
        }
        double latest = -1;
        for (const llvm::Value *operand : instruction.operand_values()) {
          const auto found = there.find(operand);
          latest = found == there.end() ? latest : std::max(latest, found->second);
        }
        if (latest >= 0) {
          there[&instruction] = latest + latency_of(instruction, shapes_);
        }
      }
    }
    double cycle = 0;
    for (unsigned i = 0; i < carried.getNumIncomingValues(); ++i) {
      if (loop_.contains(carried.getIncomingBlock(i))) {
        cycle = std::max(cycle, there.lookup(carried.getIncomingValue(i)));
      }
    }
    return cycle;
  }

  llvm::Loop &loop_;
  const Shapes &shapes_;
  llvm::LoopBlocksDFS blocks_;
};

double reciprocal_throughput_of(const llvm::Loop &loop, const Shapes &shapes, unsigned lanes) {
  double time = 0;
  for (const llvm::BasicBlock *block : loop.blocks()) {
    for (const llvm::Instruction &instruction : *block) {
      time += reciprocal_throughput_of(instruction, shapes, lanes);
    }
  }
  return time;
}

/// Returns the innermost loop with at least half of the time of all loops.
llvm::Loop *largest_loop(const llvm::LoopInfo &loops, const Shapes &shapes, unsigned lanes) {
  double total = 0;
  for (const llvm::Loop *loop : loops) {
    total += reciprocal_throughput_of(*loop, shapes, lanes);
  }
  llvm::Loop *largest = nullptr;
  for (llvm::Loop *loop : loops.getLoopsInPreorder()) {
    const bool is_inside = largest == nullptr || largest->contains(loop);
    if (is_inside && 2 * reciprocal_throughput_of(*loop, shapes, lanes) >= total) {
      largest = loop;
    }
  }
  return total > 0 ? largest : nullptr;
}

}  // namespace

double recurrence_to_throughput_ratio(llvm::Function &linearized, const Shapes &shapes,
                                      unsigned lanes) {
  const llvm::DominatorTree dominators(linearized);
  const llvm::LoopInfo loops(dominators);
  llvm::Loop *loop = largest_loop(loops, shapes, lanes);
  return loop == nullptr ? 0
                         : LoopRecurrences(*loop, loops, shapes).latency() /
                               reciprocal_throughput_of(*loop, shapes, lanes);
}

}  // namespace mux::compiler

#include "codegen/vectorize/cost/instruction_cost.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/PatternMatch.h>
#include <llvm/TargetParser/Triple.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "codegen/ir/lane_functions.h"
#include "codegen/ir/local_accesses.h"
#include "codegen/ir/unrolled_loops.h"
#include "codegen/target/processor_operations.h"
#include "codegen/vectorize/packet/tuning.h"
#include "compiler/processor/host_target.h"

namespace mux::compiler {

namespace {

/// Returns the step of a loop's induction variable that starts at 0; nothing if there is none.
std::optional<uint64_t> step_from_zero(const llvm::Loop &loop) {
  namespace pattern = llvm::PatternMatch;
  const llvm::BasicBlock *latch = loop.getLoopLatch();
  const llvm::BasicBlock *before = loop.getLoopPredecessor();
  if (latch == nullptr || before == nullptr) {
    return std::nullopt;
  }
  for (const llvm::PHINode &phi : loop.getHeader()->phis()) {
    const llvm::APInt *step = nullptr;
    if (phi.getType()->isIntegerTy() &&
        pattern::match(phi.getIncomingValueForBlock(before), pattern::m_ZeroInt()) &&
        pattern::match(phi.getIncomingValueForBlock(latch),
                       pattern::m_Add(pattern::m_Specific(&phi), pattern::m_APInt(step)))) {
      return step->getLimitedValue();
    }
  }
  return std::nullopt;
}

bool has_vectors(const llvm::Loop &loop) {
  return llvm::any_of(loop.blocks(), [](const llvm::BasicBlock *block) {
    return llvm::any_of(*block, [](const llvm::Instruction &instruction) {
      return stored_or_result_type(instruction)->isVectorTy();
    });
  });
}

/// Returns LLVM's branch probabilities, except for those that leave a loop: trip counts are
/// estimated separately by BlockWeights::iterations().
llvm::BranchProbabilityInfo probabilities_in_loops(const llvm::Function &function,
                                                   const llvm::LoopInfo &loops,
                                                   const llvm::TargetLibraryInfo &library,
                                                   llvm::DominatorTree &dominators) {
  const llvm::BranchProbability leaves(1, 2 * tuning::assumed_trip_count);
  llvm::BranchProbabilityInfo probabilities(function, loops, &library, &dominators);
  for (const llvm::BasicBlock &block : function) {
    const llvm::Loop *loop = loops.getLoopFor(&block);
    const auto *branch = llvm::dyn_cast<llvm::BranchInst>(block.getTerminator());
    if (loop == nullptr || branch == nullptr || !branch->isConditional()) {
      continue;
    }
    const bool first_stays = loop->contains(branch->getSuccessor(0));
    if (first_stays != loop->contains(branch->getSuccessor(1))) {
      const llvm::BranchProbability first = first_stays ? leaves.getCompl() : leaves;
      probabilities.setEdgeProbability(
          &block, llvm::SmallVector<llvm::BranchProbability, 2>{first, first.getCompl()});
    }
  }
  return probabilities;
}

}  // namespace

BlockWeights::BlockWeights(llvm::Function &function)
    : dominators_(function),
      loops_(dominators_),
      assumptions_(function),
      library_(llvm::Triple(function.getParent()->getTargetTriple())),
      library_of_function_(library_),
      evolution_(function, library_of_function_, assumptions_, dominators_, loops_),
      probabilities_(probabilities_in_loops(function, loops_, library_of_function_, dominators_)),
      frequencies_(function, probabilities_, loops_),
      most_iterations_(tuning::assumed_trip_count),
      unknown_iterations_(tuning::assumed_trip_count) {}

void BlockWeights::assume_long_rows() {
  most_iterations_ = std::numeric_limits<unsigned>::max();
  unknown_iterations_ = tuning::assumed_row_trip_count;
}

double BlockWeights::iterations(const llvm::Loop &loop) {
  const bool was_vectorized = llvm::getBooleanLoopAttribute(&loop, "llvm.loop.isvectorized");
  const std::optional<uint64_t> step =
      was_vectorized ? step_from_zero(loop) : std::optional<uint64_t>();
  if (step.has_value() && !has_vectors(loop)) {
    return 0;
  }
  if (const std::optional<double> rest = remainder_trip_count(loop)) {
    return *rest;
  }
  unsigned count = evolution_.getSmallConstantTripCount(&loop);
  if (count == 0) {
    if (was_vectorized) {
      return step.has_value() ? unknown_iterations_ / static_cast<double>(*step) : 0;
    }
    return unknown_iterations_ / static_cast<double>(unroll_factor(loop));
  }
  // A loop that exits from its header executes the header once more than the body; the trip count
  // is that of the header.
  const llvm::BasicBlock *exiting = loop.getExitingBlock();
  if (count > 1 && exiting == loop.getHeader() && exiting != loop.getLoopLatch()) {
    --count;
  }
  return std::min(count, most_iterations_);
}

double BlockWeights::execution_fraction(const llvm::BasicBlock &block) const {
  const llvm::Loop *loop = loops_.getLoopFor(&block);
  const uint64_t iterations =
      loop == nullptr ? 0 : frequencies_.getBlockFreq(loop->getHeader()).getFrequency();
  if (iterations == 0) {
    return 1;
  }
  const auto times = static_cast<double>(frequencies_.getBlockFreq(&block).getFrequency());
  return std::min(1.0, times / static_cast<double>(iterations));
}

double BlockWeights::of(const llvm::BasicBlock &block) {
  double weight = execution_fraction(block);
  unsigned depth = 0;
  for (const llvm::Loop *loop = loops_.getLoopFor(&block);
       loop != nullptr && depth < tuning::deepest_loop; loop = loop->getParentLoop()) {
    weight *= iterations(*loop);
    ++depth;
  }
  return weight;
}

bool is_runtime_call(const llvm::Instruction &instruction) {
  const auto *called = llvm::dyn_cast<llvm::CallInst>(&instruction);
  return called != nullptr && !llvm::isa<llvm::IntrinsicInst>(called) &&
         !is_operation_call(*called) && !is_lane_call(*called, LaneFunction::any) &&
         !is_lane_call(*called, LaneFunction::all) && !is_lane_call(*called, LaneFunction::few) &&
         !is_lane_call(*called, LaneFunction::first) && !is_lane_call(*called, LaneFunction::mask);
}

llvm::Type *stored_or_result_type(const llvm::Instruction &instruction) {
  const auto *store = llvm::dyn_cast<llvm::StoreInst>(&instruction);
  return store == nullptr ? instruction.getType() : store->getValueOperand()->getType();
}

bool is_free(const llvm::Instruction &instruction) {
  return llvm::isa<llvm::PHINode>(instruction) || llvm::isa<llvm::CastInst>(instruction) ||
         llvm::isa<llvm::GetElementPtrInst>(instruction) || instruction.isTerminator() ||
         llvm::isa<llvm::AllocaInst>(instruction) ||
         is_lane_call(instruction, LaneFunction::mask) ||
         is_lane_call(instruction, LaneFunction::any) ||
         is_lane_call(instruction, LaneFunction::all) ||
         is_lane_call(instruction, LaneFunction::first) ||
         llvm::isa<llvm::DbgInfoIntrinsic>(instruction);
}

bool is_operand_in_memory(const llvm::Instruction &instruction) {
  const auto *load = llvm::dyn_cast<llvm::LoadInst>(&instruction);
  if (load == nullptr || !load->isSimple() || !load->hasOneUse()) {
    return false;
  }
  const auto *user = llvm::dyn_cast<llvm::BinaryOperator>(load->user_back());
  if (user == nullptr || user->getParent() != load->getParent()) {
    return false;
  }
  // Only one operand can be in memory, the last one.
  return user->getOperand(1) == load || !llvm::isa<llvm::LoadInst>(user->getOperand(1));
}

namespace {

/// Cost of one step of a reduction tree: a shuffle and the operation.
constexpr double halving = 2.0;

double element_count(const llvm::Type &vector) {
  return static_cast<const llvm::VectorType &>(vector).getElementCount().getKnownMinValue();
}

/// Returns the cost of an intrinsic that is not elementwise; nothing for others.
std::optional<double> cost_across_elements(const llvm::IntrinsicInst &intrinsic) {
  switch (intrinsic.getIntrinsicID()) {
    case llvm::Intrinsic::masked_gather:
      return element_count(*intrinsic.getType()) * tuning::gather;
    case llvm::Intrinsic::masked_scatter:
      return element_count(*intrinsic.getOperand(0)->getType()) * tuning::scatter;
    case llvm::Intrinsic::vector_reduce_add:
    case llvm::Intrinsic::vector_reduce_mul:
    case llvm::Intrinsic::vector_reduce_and:
    case llvm::Intrinsic::vector_reduce_or:
    case llvm::Intrinsic::vector_reduce_xor:
    case llvm::Intrinsic::vector_reduce_smax:
    case llvm::Intrinsic::vector_reduce_smin:
    case llvm::Intrinsic::vector_reduce_umax:
    case llvm::Intrinsic::vector_reduce_umin:
    case llvm::Intrinsic::vector_reduce_fmax:
    case llvm::Intrinsic::vector_reduce_fmin:
      return halving * std::log2(element_count(*intrinsic.getOperand(0)->getType()));
    case llvm::Intrinsic::vector_reduce_fadd:
    case llvm::Intrinsic::vector_reduce_fmul: {
      const double elements = element_count(*intrinsic.getOperand(1)->getType());
      return intrinsic.hasAllowReassoc() ? halving * std::log2(elements) : elements;
    }
    default:
      return std::nullopt;
  }
}

}  // namespace

double instructions_of(const llvm::Instruction &instruction) {
  const bool is_calculated = llvm::isa<llvm::BinaryOperator, llvm::IntrinsicInst>(instruction);
  return is_calculated && instruction.getType()->getScalarType()->isHalfTy() &&
                 !has_half_operations()
             ? tuning::half_operation
             : 1;
}

unsigned registers_of(const llvm::Type &type, unsigned lanes) {
  const unsigned bits = type.getScalarSizeInBits() * lanes;
  return std::max(1U, bits / vector_register_bits());
}

double scalar_cost(const llvm::Instruction &instruction) {
  if (is_free(instruction) || is_operand_in_memory(instruction)) {
    return 0;
  }
  if (instruction.isAtomic()) {
    return is_local_access(instruction) ? tuning::local_atomic : tuning::global_atomic;
  }
  if (is_runtime_call(instruction)) {
    return tuning::call;
  }
  if (const auto *intrinsic = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction)) {
    const std::optional<double> cost = cost_across_elements(*intrinsic);
    if (cost.has_value()) {
      return *cost;
    }
  }
  const uint64_t bits =
      stored_or_result_type(instruction)->getPrimitiveSizeInBits().getKnownMinValue();
  const uint64_t registers = std::max<uint64_t>(1, llvm::divideCeil(bits, vector_register_bits()));
  return instructions_of(instruction) * static_cast<double>(registers);
}

}  // namespace mux::compiler

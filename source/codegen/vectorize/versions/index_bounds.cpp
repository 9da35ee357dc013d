#include "codegen/vectorize/versions/index_bounds.h"

#include <llvm/Analysis/ScalarEvolutionExpressions.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/PatternMatch.h>
#include <llvm/TargetParser/Triple.h>
#include <llvm/Transforms/Utils/ScalarEvolutionExpander.h>

#include "codegen/ir/work_item_context.h"
#include "codegen/vectorize/packet/tuning.h"
#include "codegen/vectorize/versions/tuning.h"

namespace mux::compiler {

namespace {

using llvm::CmpInst;

const llvm::MinMaxIntrinsic *as_extremum(const llvm::Instruction &instruction) {
  return llvm::dyn_cast<llvm::MinMaxIntrinsic>(&instruction);
}

bool is_absolute(const llvm::Instruction &instruction) {
  const auto *intrinsic = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction);
  return intrinsic != nullptr && intrinsic->getIntrinsicID() == llvm::Intrinsic::abs;
}

/// Whether a comparison of an index with a uniform bound is true only for the few work-items at a
/// border.
bool is_border_test(const llvm::ICmpInst &comparison) {
  const auto *constant = llvm::dyn_cast<llvm::ConstantInt>(comparison.getOperand(1));
  switch (comparison.getPredicate()) {
    case CmpInst::ICMP_EQ:
      return true;
    case CmpInst::ICMP_NE:
      return false;
    case CmpInst::ICMP_SLT:
    case CmpInst::ICMP_SLE:
    case CmpInst::ICMP_ULT:
    case CmpInst::ICMP_ULE:
      // Below a constant is the lower border; below any other bound is the interior.
      return constant != nullptr && constant->getValue().sle(tuning::max_border_width);
    default:
      return constant == nullptr || constant->getValue().sgt(tuning::max_border_width);
  }
}

}  // namespace

IndexBounds::IndexBounds(llvm::Function &linearized)
    : function_(linearized),
      shapes_(linearized, {tuning::lanes_to_compare_shapes}),
      dominators_(linearized),
      loops_(dominators_),
      assumptions_(linearized),
      library_(llvm::Triple(linearized.getParent()->getTargetTriple())),
      library_of_function_(library_),
      evolution_(linearized, library_of_function_, assumptions_, dominators_, loops_) {}

bool IndexBounds::may_be_bounded_index(const llvm::Instruction &instruction) {
  const auto *select = llvm::dyn_cast<llvm::SelectInst>(&instruction);
  // Excludes conditions and pixel values.
  constexpr unsigned narrowest_index = 16;
  return instruction.getType()->isIntegerTy() &&
         instruction.getType()->getIntegerBitWidth() >= narrowest_index &&
         (as_extremum(instruction) != nullptr || is_absolute(instruction) ||
          (select != nullptr && llvm::isa<llvm::ICmpInst>(select->getCondition())));
}

bool IndexBounds::is_counted(const llvm::Value &value) const {
  return shapes_.of(value).is_strided();
}

std::optional<BoundedIndex> IndexBounds::bounded_index(llvm::Instruction &instruction) {
  if (!may_be_bounded_index(instruction) || !shapes_.of(instruction).is_varying()) {
    return std::nullopt;
  }
  BoundedIndex index{&instruction, nullptr, {}};
  if (const auto *extremum = as_extremum(instruction)) {
    const unsigned own = is_counted(*extremum->getArgOperand(0)) ? 0 : 1;
    index.unbounded = extremum->getArgOperand(own);
    index.condition = {CmpInst::getNonStrictPredicate(extremum->getPredicate()), index.unbounded,
                       extremum->getArgOperand(1 - own)};
  } else if (is_absolute(instruction)) {
    index.unbounded = instruction.getOperand(0);
    index.condition = {CmpInst::ICMP_SGE, index.unbounded,
                       llvm::Constant::getNullValue(instruction.getType())};
  } else {
    auto &select = llvm::cast<llvm::SelectInst>(instruction);
    auto &comparison = llvm::cast<llvm::ICmpInst>(*select.getCondition());
    const bool is_border = is_border_test(comparison);
    index.unbounded = is_border ? select.getFalseValue() : select.getTrueValue();
    if (shapes_.of(*index.unbounded).is_varying()) {
      return std::nullopt;
    }
    index.condition = {is_border ? comparison.getInversePredicate() : comparison.getPredicate(),
                       comparison.getOperand(0), comparison.getOperand(1)};
  }
  const bool is_told = is_counted(*index.condition.index) &&
                       depends_on_group_id(evolution_.getSCEV(index.condition.index)) &&
                       corners_of(index.condition, *instruction.getParent()).has_value();
  return is_told ? std::optional(index) : std::nullopt;
}

bool IndexBounds::depends_on_group_id(const llvm::SCEV *index) const {
  const WorkItemContext context = WorkItemContext::of(function_);
  return llvm::SCEVExprContains(index, [&](const llvm::SCEV *part) {
    const auto *unknown = llvm::dyn_cast<llvm::SCEVUnknown>(part);
    return unknown != nullptr && (unknown->getValue() == context.first_global_id[0] ||
                                  unknown->getValue() == context.group_id[0]);
  });
}

bool IndexBounds::is_known_at_entry(const llvm::SCEV *value) {
  const llvm::BasicBlock &entry = function_.getEntryBlock();
  return !llvm::isa<llvm::SCEVCouldNotCompute>(value) &&
         !llvm::SCEVExprContains(value, [&](const llvm::SCEV *part) {
           // Divisions may trap.
           const auto *unknown = llvm::dyn_cast<llvm::SCEVUnknown>(part);
           const auto *instruction = unknown == nullptr
                                         ? nullptr
                                         : llvm::dyn_cast<llvm::Instruction>(unknown->getValue());
           return llvm::isa<llvm::SCEVUDivExpr, llvm::SCEVAddRecExpr>(part) ||
                  (instruction != nullptr && instruction->getParent() != &entry);
         });
}

/// Adds the values at the first and last iterations of the loops in which the value is an induction
/// variable.
bool IndexBounds::find_corners(const llvm::SCEV *value, const llvm::BasicBlock &block,
                               Corners &corners) {
  const auto *counter = llvm::dyn_cast<llvm::SCEVAddRecExpr>(value);
  if (counter == nullptr) {
    corners.push_back(value);
    return corners.size() <= tuning::max_corners && is_known_at_entry(value);
  }
  const llvm::Loop &loop = *counter->getLoop();
  const auto *step = llvm::dyn_cast<llvm::SCEVConstant>(counter->getStepRecurrence(evolution_));
  const auto *backedges =
      llvm::dyn_cast<llvm::SCEVConstant>(evolution_.getBackedgeTakenCount(&loop));
  if (!counter->isAffine() || step == nullptr || backedges == nullptr ||
      step->getAPInt().abs().sgt(tuning::max_counted_step) ||
      backedges->getAPInt().ugt(tuning::max_counted_iterations)) {
    return false;
  }
  uint64_t last = backedges->getAPInt().getZExtValue();
  // The body of a loop that exits from its header does not execute with the last value.
  if (loop.getExitingBlock() == loop.getHeader() && &block != loop.getHeader() && last > 0) {
    --last;
  }
  const llvm::SCEV *iteration = evolution_.getConstant(counter->getType(), last);
  return find_corners(counter->getStart(), block, corners) &&
         find_corners(counter->evaluateAtIteration(iteration, evolution_), block, corners);
}

std::optional<IndexBounds::Corners> IndexBounds::corners_of(const IndexCondition &condition,
                                                            const llvm::BasicBlock &block) {
  Corners corners;
  const bool is_told = shapes_.of(*condition.bound).is_uniform() &&
                       is_known_at_entry(evolution_.getSCEV(condition.bound)) &&
                       find_corners(evolution_.getSCEV(condition.index), block, corners);
  return is_told ? std::optional(corners) : std::nullopt;
}

llvm::Value *IndexBounds::holds(llvm::IRBuilder<> &builder, const BoundedIndex &index) {
  llvm::Instruction *end = function_.getEntryBlock().getTerminator();
  llvm::SCEVExpander expander(evolution_, function_.getParent()->getDataLayout(), "bound");
  const auto expand = [&](const llvm::SCEV *value) {
    return expander.expandCodeFor(value, value->getType(), end);
  };
  const IndexCondition &condition = index.condition;
  llvm::Value *bound = expand(evolution_.getSCEV(condition.bound));
  const Corners corners = *corners_of(condition, *index.instruction->getParent());
  const auto all = [&](CmpInst::Predicate predicate) {
    llvm::Value *holds = builder.getTrue();
    for (const llvm::SCEV *corner : corners) {
      holds = builder.CreateAnd(holds, builder.CreateICmp(predicate, expand(corner), bound));
    }
    return holds;
  };
  // An inequality at all corners does not exclude equality in between.
  const bool is_met_between = condition.predicate == CmpInst::ICMP_NE && corners.size() > 1;
  return is_met_between ? builder.CreateOr(all(CmpInst::ICMP_SLT), all(CmpInst::ICMP_SGT))
                        : all(condition.predicate);
}

}  // namespace mux::compiler

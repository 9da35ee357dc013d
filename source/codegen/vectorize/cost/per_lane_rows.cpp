#include "codegen/vectorize/cost/per_lane_rows.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Operator.h>

#include <cstdint>

#include "codegen/vectorize/analysis/shapes.h"
#include "codegen/vectorize/cost/instruction_cost.h"
#include "codegen/vectorize/cost/nearby_lanes.h"

namespace mux::compiler {

namespace {

/// Whether a sum or difference contains the loop's induction variable with a step of 1 or -1.
bool contains_unit_induction(const llvm::Value &value, const llvm::Loop &loop, unsigned depth) {
  constexpr unsigned deepest_sum = 6;
  const auto *instruction = llvm::dyn_cast<llvm::Instruction>(&value);
  if (instruction == nullptr || depth == deepest_sum || loop.isLoopInvariant(&value)) {
    return false;
  }
  if (const auto *phi = llvm::dyn_cast<llvm::PHINode>(instruction)) {
    const llvm::BasicBlock *latch = loop.getLoopLatch();
    const auto *step =
        latch == nullptr || phi->getParent() != loop.getHeader()
            ? nullptr
            : llvm::dyn_cast<llvm::BinaryOperator>(phi->getIncomingValueForBlock(latch));
    const auto *distance = step == nullptr || step->getOpcode() != llvm::Instruction::Add
                               ? nullptr
                               : llvm::dyn_cast<llvm::ConstantInt>(step->getOperand(1));
    return distance != nullptr && step->getOperand(0) == phi &&
           (distance->isOne() || distance->isMinusOne());
  }
  const auto *disjoint = llvm::dyn_cast<llvm::PossiblyDisjointInst>(instruction);
  const bool passes_on = instruction->getOpcode() == llvm::Instruction::Add ||
                         instruction->getOpcode() == llvm::Instruction::Sub ||
                         (disjoint != nullptr && disjoint->isDisjoint()) ||
                         llvm::isa<llvm::CastInst>(instruction);
  return passes_on && llvm::any_of(instruction->operand_values(), [&](const llvm::Value *operand) {
           return contains_unit_induction(*operand, loop, depth + 1);
         });
}

/// Whether a pointer is an induction variable that advances by one element per iteration, or by
/// several if the loop was unrolled (prepare/unroll_strided_loops.h).
bool is_unit_stride_pointer(const llvm::Value &pointer, const llvm::Loop &loop, int64_t size,
                            const llvm::DataLayout &layout) {
  constexpr int64_t most_elements_at_once = 4;
  const auto *phi = llvm::dyn_cast<llvm::PHINode>(&pointer);
  const llvm::BasicBlock *latch = loop.getLoopLatch();
  if (phi == nullptr || latch == nullptr || phi->getParent() != loop.getHeader()) {
    return false;
  }
  const auto *next = llvm::dyn_cast<llvm::GEPOperator>(phi->getIncomingValueForBlock(latch));
  llvm::APInt distance(layout.getIndexTypeSizeInBits(pointer.getType()), 0);
  return next != nullptr && next->getPointerOperand() == phi &&
         next->accumulateConstantOffset(layout, distance) && distance.abs().sge(size) &&
         distance.abs().sle(most_elements_at_once * size);
}

}  // namespace

bool accesses_own_row(const llvm::Instruction &access, const llvm::LoopInfo &loops,
                      const Shapes &shapes, const llvm::DataLayout &layout) {
  const llvm::Loop *loop = loops.getLoopFor(access.getParent());
  const llvm::Value *pointer = llvm::getLoadStorePointerOperand(&access);
  const auto size =
      static_cast<int64_t>(layout.getTypeStoreSize(stored_or_result_type(access)).getFixedValue());
  // Private variables are laid out for vectors. Accesses of lanes to overlapping parts of one row
  // do not count: `row[i + k]` with a start of k that differs at the edges of an image.
  if (loop == nullptr || llvm::isa<llvm::AllocaInst>(llvm::getUnderlyingObject(pointer)) ||
      NearbyLanes(shapes, size).are_near(*pointer)) {
    return false;
  }
  for (const auto *address = llvm::dyn_cast<llvm::GetElementPtrInst>(pointer); address != nullptr;
       address = llvm::dyn_cast<llvm::GetElementPtrInst>(address->getPointerOperand())) {
    if (llvm::any_of(address->indices(), [&](const llvm::Value *index) {
          return contains_unit_induction(*index, *loop, 0);
        })) {
      return true;
    }
    pointer = address->getPointerOperand();
  }
  return is_unit_stride_pointer(*pointer, *loop, size, layout);
}

}  // namespace mux::compiler

#include "compiler/pipeline/vectorise/packet_cost.h"

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>

#include <algorithm>
#include <cmath>

#include "compiler/pipeline/reciprocal_roots.h"
#include "compiler/pipeline/vectorise/lanes.h"
#include "compiler/pipeline/vectorise/shapes.h"

namespace mux::compiler {

namespace {

// In units of one instruction. From the kernels of muxbench on two cores of a Xeon (Sapphire
// Rapids), run both ways (docs/performance.md, "Kernels"): the sparse product and the histogram
// must come out as not worth it, all others as worth it.

/// For each lane of a load from addresses without order.
constexpr double gather = 1.0;
/// For each lane of such a store.
constexpr double scatter = 1.5;
/// For each lane of what is done one lane after the other.
constexpr double one_by_one = 6.0;
/// How much longer a loop runs until the last lane has left it, compared with what its lanes need
/// each for itself.
constexpr double waiting_for_the_last = 3.0;
/// How much more often what is in a loop runs than what is around it.
constexpr double loop_weight = 16.0;
constexpr unsigned deepest_loop = 4;

/// Loops that run until the last lane has left.
bool is_left_lane_by_lane(const llvm::Loop &loop) {
  llvm::SmallVector<llvm::BasicBlock *> exiting;
  loop.getExitingBlocks(exiting);
  return std::any_of(exiting.begin(), exiting.end(), [](const llvm::BasicBlock *block) {
    const auto *branch = llvm::dyn_cast<llvm::BranchInst>(block->getTerminator());
    return branch != nullptr && branch->isConditional() &&
           is_lane_call(*branch->getCondition(), LaneFunction::any);
  });
}

class PacketCost {
 public:
  PacketCost(llvm::Function &function, const Packet &packet)
      : function_(function), packet_(packet), shapes_(function, packet) {}

  /// Negative if packets are faster.
  double disadvantage() {
    const llvm::DominatorTree dominators(function_);
    const llvm::LoopInfo loops(dominators);
    double together = 0;
    double apart = 0;
    for (const llvm::BasicBlock &block : function_) {
      double weight = std::pow(loop_weight, std::min(loops.getLoopDepth(&block), deepest_loop));
      double slower = 1;
      for (const llvm::Loop *loop = loops.getLoopFor(&block); loop != nullptr;
           loop = loop->getParentLoop()) {
        slower = is_left_lane_by_lane(*loop) ? waiting_for_the_last : slower;
      }
      for (const llvm::Instruction &instruction : block) {
        if (is_free(instruction)) {
          continue;
        }
        together += weight * slower * of_packet(instruction);
        apart += is_for_masks(instruction) ? 0 : weight * packet_.lanes;
      }
    }
    return together - apart;
  }

  bool does_lanes_one_by_one() const { return one_by_one_; }

 private:
  /// Single work-items branch instead.
  static bool is_for_masks(const llvm::Instruction &instruction) {
    return llvm::isa<llvm::SelectInst>(instruction) ||
           (instruction.getType()->isIntegerTy(1) && instruction.isBitwiseLogicOp());
  }

  /// What takes no instruction of its own in either form: addresses are part of an access.
  static bool is_free(const llvm::Instruction &instruction) {
    return llvm::isa<llvm::PHINode>(instruction) || llvm::isa<llvm::CastInst>(instruction) ||
           llvm::isa<llvm::GetElementPtrInst>(instruction) || instruction.isTerminator() ||
           llvm::isa<llvm::AllocaInst>(instruction) ||
           is_lane_call(instruction, LaneFunction::mask) ||
           is_lane_call(instruction, LaneFunction::any) ||
           is_lane_call(instruction, LaneFunction::all) ||
           llvm::isa<llvm::DbgInfoIntrinsic>(instruction);
  }

  double of_packet(const llvm::Instruction &instruction) {
    if (const auto *load = llvm::dyn_cast<llvm::LoadInst>(&instruction)) {
      return of_access(*load->getPointerOperand(), *load->getType(), gather);
    }
    if (const auto *store = llvm::dyn_cast<llvm::StoreInst>(&instruction)) {
      return of_access(*store->getPointerOperand(), *store->getValueOperand()->getType(), scatter);
    }
    const auto *call = llvm::dyn_cast<llvm::CallInst>(&instruction);
    if (instruction.isAtomic() ||
        (call != nullptr && !llvm::isa<llvm::IntrinsicInst>(call) && !is_reciprocal_root(*call))) {
      one_by_one_ = true;
      return one_by_one * packet_.lanes;
    }
    return 1;
  }

  double of_access(const llvm::Value &pointer, llvm::Type &type, double without_order) const {
    const Shape shape = shapes_.of(pointer);
    const auto size = static_cast<int64_t>(
        function_.getParent()->getDataLayout().getTypeStoreSize(&type).getFixedValue());
    if (shape.is_uniform()) {
      return 1;
    }
    const int64_t distance = shape.is_strided() ? std::abs(shape.stride) / size : packet_.lanes;
    return distance <= 1 ? 1 : std::min<double>(distance, without_order * packet_.lanes);
  }

  llvm::Function &function_;
  const Packet &packet_;
  Shapes shapes_;
  bool one_by_one_ = false;
};

}  // namespace

bool packets_pay(llvm::Function &linearised, const Packet &packet, std::string &reason) {
  PacketCost cost(linearised, packet);
  if (cost.disadvantage() <= 0) {
    return true;
  }
  reason = cost.does_lanes_one_by_one()
               ? "most of it is atomic operations or calls, which vectors do one after the other"
               : "its work-items read memory without order, for different numbers of times";
  return false;
}

}  // namespace mux::compiler

#include "codegen/vectorize/cost/live_vectors.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/DenseSet.h>
#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/Instructions.h>

#include <algorithm>

#include "codegen/ir/work_item_functions.h"
#include "codegen/vectorize/analysis/shapes.h"
#include "codegen/vectorize/cost/instruction_cost.h"

namespace mux::compiler {

namespace {

class Liveness {
 public:
  Liveness(llvm::Function &function, const Packet &packet)
      : function_(function), packet_(packet), shapes_(function, packet) {}

  LiveVectors most() {
    bool changed = true;
    while (changed) {
      changed = false;
      for (llvm::BasicBlock *block : llvm::post_order(&function_)) {
        changed |= visit(*block);
      }
    }
    LiveVectors most;
    for (const auto &[block, vectors] : most_) {
      most.anywhere = std::max(most.anywhere, vectors);
    }
    most.at_barriers = most_at_barriers_;
    if (has_barrier(function_)) {
      most.in_loops_without_barriers = most_in_loops_without_barriers();
    }
    return most;
  }

 private:
  using Values = llvm::DenseSet<const llvm::Value *>;

  unsigned most_in_loops_without_barriers() const {
    const llvm::DominatorTree dominators(function_);
    const llvm::LoopInfo loops(dominators);
    unsigned most = 0;
    for (const llvm::Loop *loop : loops.getLoopsInPreorder()) {
      if (llvm::any_of(loop->blocks(), [](const llvm::BasicBlock *block) {
            return llvm::any_of(*block, is_barrier_call);
          })) {
        continue;
      }
      for (const llvm::BasicBlock *block : loop->blocks()) {
        most = std::max(most, most_.lookup(block));
      }
    }
    return most;
  }

  /// Updates the live-in values of a block, and its maximum of live vectors.
  /// @return whether the live-in set changed.
  bool visit(llvm::BasicBlock &block) {
    Values live;
    unsigned vectors = 0;
    const auto use = [&](const llvm::Value &value) {
      if (vectors_of(value) != 0 && live.insert(&value).second) {
        vectors += vectors_of(value);
      }
    };
    for (llvm::BasicBlock *next : llvm::successors(&block)) {
      for (const llvm::Value *value : into_[next]) {
        use(*value);
      }
      for (const llvm::PHINode &phi : next->phis()) {
        use(*phi.getIncomingValueForBlock(&block));
      }
    }
    unsigned &most = most_[&block];
    most = std::max(most, vectors);
    for (const llvm::Instruction &instruction : llvm::reverse(block)) {
      if (live.erase(&instruction)) {
        vectors -= vectors_of(instruction);
      }
      if (!llvm::isa<llvm::PHINode>(instruction)) {
        for (const llvm::Value *operand : instruction.operand_values()) {
          use(*operand);
        }
      }
      most = std::max(most, vectors);
      if (is_barrier_call(instruction)) {
        most_at_barriers_ = std::max(most_at_barriers_, vectors);
      }
    }
    Values &before = into_[&block];
    const bool changed = before.size() != live.size();
    before = std::move(live);
    return changed;
  }

  /// Returns the number of vector registers of a value; 0 for values that stay scalar.
  unsigned vectors_of(const llvm::Value &value) const {
    const Shape shape = shapes_.of(value);
    if (!shape.is_varying() || value.getType()->isVoidTy() || value.getType()->isPointerTy()) {
      return 0;
    }
    return shape.distinct_parts(packet_) * registers_of(*value.getType(), packet_.lanes);
  }

  llvm::Function &function_;
  const Packet &packet_;
  Shapes shapes_;
  llvm::DenseMap<const llvm::BasicBlock *, Values> into_;
  /// Maximum of live vectors per block.
  llvm::DenseMap<const llvm::BasicBlock *, unsigned> most_;
  unsigned most_at_barriers_ = 0;
};

}  // namespace

LiveVectors live_vectors(llvm::Function &linearized, const Packet &packet) {
  return Liveness(linearized, packet).most();
}

unsigned most_live_vectors(llvm::Function &linearized, const Packet &packet) {
  return live_vectors(linearized, packet).anywhere;
}

}  // namespace mux::compiler

#include "compiler/vectorize/cost/live_vectors.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/DenseSet.h>
#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/Instructions.h>

#include <algorithm>

#include "compiler/vectorize/analysis/shapes.h"
#include "compiler/vectorize/cost/instruction_cost.h"

namespace mux::compiler {

namespace {

class Liveness {
 public:
  Liveness(llvm::Function &function, const Packet &packet)
      : function_(function), packet_(packet), shapes_(function, packet) {}

  unsigned most() {
    bool changed = true;
    while (changed) {
      changed = false;
      for (llvm::BasicBlock *block : llvm::post_order(&function_)) {
        changed |= visit(*block);
      }
    }
    return most_;
  }

 private:
  using Values = llvm::DenseSet<const llvm::Value *>;

  /// @return whether more lives into the block than was known.
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
    most_ = std::max(most_, vectors);
    for (const llvm::Instruction &instruction : llvm::reverse(block)) {
      if (live.erase(&instruction)) {
        vectors -= vectors_of(instruction);
      }
      if (!llvm::isa<llvm::PHINode>(instruction)) {
        for (const llvm::Value *operand : instruction.operand_values()) {
          use(*operand);
        }
      }
      most_ = std::max(most_, vectors);
    }
    Values &before = into_[&block];
    const bool changed = before.size() != live.size();
    before = std::move(live);
    return changed;
  }

  /// 0 for what stays scalar.
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
  unsigned most_ = 0;
};

}  // namespace

unsigned most_live_vectors(llvm::Function &linearized, const Packet &packet) {
  return Liveness(linearized, packet).most();
}

}  // namespace mux::compiler

#include "codegen/pipeline/barriers/carried_values.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/Instructions.h>

#include "codegen/ir/liveness.h"

namespace mux::compiler {

namespace {

std::optional<unsigned> find_in(const llvm::DenseMap<const llvm::BasicBlock *, unsigned> &barriers,
                                const llvm::BasicBlock &block) {
  const auto found = barriers.find(&block);
  return found == barriers.end() ? std::nullopt : std::optional(found->second);
}

}  // namespace

void BarrierBlocks::add(const llvm::BasicBlock &before, const llvm::BasicBlock &after,
                        unsigned barrier) {
  befores_[&before] = barrier;
  afters_[&after] = barrier;
}

std::optional<unsigned> BarrierBlocks::ended_by(const llvm::BasicBlock &block) const {
  return find_in(befores_, block);
}

std::optional<unsigned> BarrierBlocks::begun_by(const llvm::BasicBlock &block) const {
  return find_in(afters_, block);
}

llvm::SmallVector<unsigned> BarrierBlocks::begun_by_any(
    const llvm::SmallPtrSetImpl<const llvm::BasicBlock *> &blocks) const {
  llvm::SmallVector<unsigned> result;
  for (const llvm::BasicBlock *block : blocks) {
    if (const std::optional<unsigned> barrier = begun_by(*block)) {
      result.push_back(*barrier);
    }
  }
  llvm::sort(result);
  return result;
}

CarriedValue::CarriedValue(const llvm::Instruction &value, const LiveBlocks &live,
                           const BarrierBlocks &barriers, bool is_stored) {
  Blocks users;
  for (const llvm::Use &use : value.uses()) {
    const auto *user = llvm::cast<llvm::Instruction>(use.getUser());
    const auto *phi = llvm::dyn_cast<llvm::PHINode>(user);
    users.push_back(phi == nullptr ? user->getParent() : phi->getIncomingBlock(use));
  }
  if (is_stored) {
    find_stores(value, live, barriers, users);
  }
  find_loads(*value.getParent(), barriers, std::move(users));
}

/// @param users receives the blocks that store the value.
void CarriedValue::find_stores(const llvm::Instruction &value, const LiveBlocks &live,
                               const BarrierBlocks &barriers, Blocks &users) {
  llvm::SmallPtrSet<const llvm::BasicBlock *, 16> seen;
  Blocks pending{value.getParent()};
  while (!pending.empty()) {
    const llvm::BasicBlock *block = pending.pop_back_val();
    const std::optional<unsigned> barrier = barriers.ended_by(*block);
    for (const llvm::BasicBlock *next : llvm::successors(block)) {
      if (!live.lives_into(*next)) {
        continue;
      }
      if (barrier.has_value()) {
        stored_.push_back(*barrier);
        users.push_back(block);
      } else if (seen.insert(next).second) {
        pending.push_back(next);
      }
    }
  }
}

void CarriedValue::find_loads(const llvm::BasicBlock &home, const BarrierBlocks &barriers,
                              Blocks users) {
  llvm::SmallPtrSet<const llvm::BasicBlock *, 16> seen;
  while (!users.empty()) {
    const llvm::BasicBlock *block = users.pop_back_val();
    // The value's own block needs no load.
    if (block == &home || !seen.insert(block).second) {
      continue;
    }
    if (const std::optional<unsigned> barrier = barriers.begun_by(*block)) {
      loaded_.push_back(*barrier);
    } else {
      users.append(llvm::pred_begin(block), llvm::pred_end(block));
    }
  }
}

}  // namespace mux::compiler

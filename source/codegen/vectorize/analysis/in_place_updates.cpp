#include "codegen/vectorize/analysis/in_place_updates.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/Instructions.h>

#include "codegen/ir/lane_functions.h"
#include "codegen/vectorize/analysis/shapes.h"

namespace mux::compiler {

namespace {

/// Maximum number of instructions of an update. A mispredicted branch costs about 20 cycles, more
/// than this many vector instructions.
constexpr size_t longest_update = 8;
constexpr unsigned most_stores = 2;

/// Whether one of the nearest blocks on the chain of single predecessors loads from the address.
bool is_loaded_before(const llvm::Value &pointer, const llvm::BasicBlock &block) {
  constexpr unsigned most_blocks = 4;
  const llvm::BasicBlock *before = block.getSinglePredecessor();
  for (unsigned i = 0; i < most_blocks && before != nullptr; ++i) {
    const bool loads = llvm::any_of(pointer.users(), [&](const llvm::User *user) {
      const auto *load = llvm::dyn_cast<llvm::LoadInst>(user);
      return load != nullptr && load->getParent() == before;
    });
    if (loads) {
      return true;
    }
    before = before->getSinglePredecessor();
  }
  return false;
}

}  // namespace

bool is_in_place_update(const llvm::BasicBlock &block) {
  const llvm::Value *mask = block_mask(block);
  if (mask == nullptr || llvm::isa<llvm::Constant>(mask) || block.getSingleSuccessor() == nullptr ||
      block.size() > longest_update) {
    return false;
  }
  unsigned stores = 0;
  for (const llvm::Instruction &instruction : block) {
    if (const auto *store = llvm::dyn_cast<llvm::StoreInst>(&instruction)) {
      if (!store->isSimple() || !is_loaded_before(*store->getPointerOperand(), block)) {
        return false;
      }
      ++stores;
    } else if (!instruction.isTerminator() && !is_lane_call(instruction, LaneFunction::mask) &&
               (instruction.mayReadOrWriteMemory() ||
                !llvm::isSafeToSpeculativelyExecute(&instruction))) {
      return false;
    }
  }
  return stores != 0 && stores <= most_stores;
}

bool guards_in_place_update(const llvm::BranchInst &branch, const Shapes &shapes) {
  const llvm::Value *mask = vote_operand(*branch.getParent(), LaneFunction::any);
  if (mask == nullptr) {
    return false;
  }
  const llvm::BasicBlock &update = *branch.getSuccessor(0);
  const llvm::BasicBlock &after = *branch.getSuccessor(1);
  if (!shapes.of(*mask).is_varying() || block_mask(update) != mask ||
      update.getSinglePredecessor() != branch.getParent() ||
      update.getSingleSuccessor() != &after || !after.phis().empty() ||
      !is_in_place_update(update)) {
    return false;
  }
  return llvm::all_of(update, [&](const llvm::Instruction &instruction) {
    const auto *store = llvm::dyn_cast<llvm::StoreInst>(&instruction);
    return store == nullptr || !shapes.of(*store->getPointerOperand()).is_uniform();
  });
}

}  // namespace mux::compiler

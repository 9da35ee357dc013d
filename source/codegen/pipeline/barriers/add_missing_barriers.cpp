#include "codegen/pipeline/barriers/add_missing_barriers.h"

#include <llvm/ADT/MapVector.h>
#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/Analysis/PostDominators.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/Instructions.h>

#include "codegen/ir/work_item_context.h"
#include "codegen/ir/work_item_functions.h"
#include "codegen/pipeline/barriers/barrier_divergence.h"
#include "codegen/pipeline/barriers/insert_barrier.h"
#include "codegen/vectorize/analysis/uniformity.h"
#include "compiler/abi/address_space.h"

namespace mux::compiler {

namespace {

class MissingBarriers {
 public:
  explicit MissingBarriers(llvm::Function &function)
      : scratch_(WorkItemContext::of(function).scratch),
        uniformity_(function, varying_parameters(function)),
        dominators_(function),
        post_dominators_(function) {
    for (llvm::BasicBlock &block : function) {
      if (uniformity_.branch_varies(block)) {
        add_influenced(block);
      }
    }
    for (llvm::BasicBlock *block : llvm::ReversePostOrderTraversal(&function)) {
      for (llvm::Instruction &instruction : *block) {
        if (auto *store = llvm::dyn_cast<llvm::StoreInst>(&instruction)) {
          classify(*store);
        }
      }
    }
  }

  /// @return the added barriers.
  llvm::SmallVector<llvm::CallInst *> add() {
    llvm::SmallVector<llvm::CallInst *> added;
    Stores exposed = find_exposed();
    for (const Store &single : single_) {
      if (!exposed.contains(single.store)) {
        continue;
      }
      if (llvm::CallInst *barrier = add_before(*single.store)) {
        added.push_back(barrier);
        // It may also precede other exposed stores.
        exposed = find_exposed();
      }
    }
    return added;
  }

 private:
  struct Store {
    llvm::StoreInst *store;
    const llvm::Value *object;
  };
  using Stores = llvm::SmallPtrSet<const llvm::StoreInst *, 16>;
  using Starts = llvm::SmallVector<const llvm::Instruction *>;

  /// Adds the blocks that only some work-items of a group may execute, or at different times.
  void add_influenced(llvm::BasicBlock &branch) {
    const auto *node = post_dominators_.getNode(&branch);
    const auto *next = node == nullptr ? nullptr : node->getIDom();
    const llvm::BasicBlock *meeting = next == nullptr ? nullptr : next->getBlock();
    llvm::SmallVector<llvm::BasicBlock *> open(llvm::successors(&branch));
    while (!open.empty()) {
      llvm::BasicBlock *block = open.pop_back_val();
      if (block != meeting && influenced_.insert(block).second) {
        open.append(llvm::succ_begin(block), llvm::succ_end(block));
      }
    }
  }

  /// The variable in local memory that a pointer is based on; NULL if unknown.
  const llvm::Value *local_object(const llvm::Value *pointer) const {
    while (true) {
      if (const auto *address = llvm::dyn_cast<llvm::GetElementPtrInst>(pointer)) {
        if (address->getPointerOperand() == scratch_) {
          return address;
        }
        pointer = address->getPointerOperand();
      } else if (const auto *cast = llvm::dyn_cast<llvm::AddrSpaceCastInst>(pointer)) {
        pointer = cast->getPointerOperand();
      } else {
        const bool is_parameter =
            llvm::isa<llvm::Argument>(pointer) && pointer != scratch_ &&
            pointer->getType()->getPointerAddressSpace() == address_space::local;
        return is_parameter ? pointer : nullptr;
      }
    }
  }

  void classify(llvm::StoreInst &store) {
    const llvm::Value *object = local_object(store.getPointerOperand());
    // Atomic operations of several work-items on one address are no data race.
    if (object == nullptr || store.isAtomic()) {
      return;
    }
    const bool is_common =
        !influenced_.contains(store.getParent()) && !uniformity_.varies(*store.getPointerOperand());
    (is_common ? common_ : single_).push_back({&store, object});
  }

  /// The stores of single work-items that are reachable from a common store to the same object
  /// without a barrier in between.
  Stores find_exposed() const {
    llvm::MapVector<const llvm::Value *, Starts> starts;
    if (!single_.empty()) {
      for (const Store &common : common_) {
        starts[common.object].push_back(common.store->getNextNode());
      }
    }
    Stores exposed;
    for (auto &[object, instructions] : starts) {
      Stores stores;
      for (const Store &single : single_) {
        if (single.object == object) {
          stores.insert(single.store);
        }
      }
      if (!stores.empty()) {
        add_reached(std::move(instructions), stores, exposed);
      }
    }
    return exposed;
  }

  static void add_reached(Starts open, const Stores &stores, Stores &reached) {
    llvm::SmallPtrSet<const llvm::BasicBlock *, 16> seen;
    while (!open.empty()) {
      const llvm::Instruction *instruction = open.pop_back_val();
      while (!instruction->isTerminator() && !is_barrier_call(*instruction)) {
        const auto *store = llvm::dyn_cast<llvm::StoreInst>(instruction);
        if (store != nullptr && stores.contains(store)) {
          reached.insert(store);
        }
        instruction = instruction->getNextNode();
      }
      if (!instruction->isTerminator()) {
        continue;
      }
      for (const llvm::BasicBlock *next : llvm::successors(instruction->getParent())) {
        if (seen.insert(next).second) {
          open.push_back(&next->front());
        }
      }
    }
  }

  /// Inserts a barrier at the last point that dominates the store and that all work-items execute.
  /// @return NULL if a barrier cannot be called.
  llvm::CallInst *add_before(llvm::StoreInst &store) {
    llvm::Instruction *insertion_point = &store;
    while (influenced_.contains(insertion_point->getParent())) {
      insertion_point =
          dominators_.getNode(insertion_point->getParent())->getIDom()->getBlock()->getTerminator();
    }
    return insert_barrier(insertion_point->getIterator());
  }

  const llvm::Value *scratch_;
  Uniformity uniformity_;
  llvm::DominatorTree dominators_;
  llvm::PostDominatorTree post_dominators_;
  llvm::SmallPtrSet<const llvm::BasicBlock *, 16> influenced_;
  /// Stores of all work-items to one address, and all other stores.
  llvm::SmallVector<Store> common_;
  llvm::SmallVector<Store> single_;
};

}  // namespace

void add_missing_barriers(WorkItemKernel &kernel) {
  const BarrierDivergence before = barrier_divergence(*kernel.work_item);
  const llvm::SmallVector<llvm::CallInst *> added = MissingBarriers(*kernel.work_item).add();
  if (added.empty()) {
    return;
  }
  if (barrier_divergence(*kernel.work_item) == before) {
    kernel.added_barriers = static_cast<unsigned>(added.size());
    return;
  }
  for (llvm::CallInst *barrier : added) {
    barrier->eraseFromParent();
  }
}

}  // namespace mux::compiler

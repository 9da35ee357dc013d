#include "codegen/pipeline/dimensions/dimension_order.h"

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <utility>

#include "codegen/ir/work_item_context.h"
#include "codegen/pipeline/dimensions/dimension_strides.h"
#include "codegen/vectorize/packet/tuning.h"

namespace mux::compiler {

namespace {

using Kind = Stride::Kind;
using Costs = std::array<double, 3>;

/// Cache line size in bytes.
constexpr int64_t line_size = 64;

/// Relative cost of an access when the lanes are laid along a dimension.
double cost_of_lanes(const Stride &stride, int64_t size, bool is_store) {
  const double without_order = is_store ? tuning::scattered_vector : tuning::gathered_vector;
  if (stride.kind == Kind::none) {
    return 1;
  }
  if (stride.kind != Kind::regular || stride.factors != 0) {
    return without_order;
  }
  return std::clamp(static_cast<double>(std::abs(stride.bytes)) / static_cast<double>(size), 1.0,
                    without_order);
}

/// Approximate distance in memory between neighbors along a dimension: each factor that is unknown
/// at compile time counts several times as much.
double distance(const Stride &stride) {
  constexpr double unknown_factor = 8;
  switch (stride.kind) {
    case Kind::unknown:
    case Kind::none:
      return 0;
    case Kind::regular:
      return stride.factors == 0 && std::abs(stride.bytes) <= line_size
                 ? 1
                 : 4 * std::pow(unknown_factor, stride.factors);
    case Kind::irregular:
      return 4 * unknown_factor;
  }
  return 0;
}

class OrderCosts {
 public:
  explicit OrderCosts(llvm::Function &function) : strides_(function) {
    const llvm::DominatorTree dominators(function);
    const llvm::LoopInfo loops(dominators);
    for (llvm::Instruction &instruction : llvm::instructions(function)) {
      llvm::Value *pointer = llvm::getLoadStorePointerOperand(&instruction);
      if (pointer == nullptr || instruction.isAtomic() ||
          llvm::isa<llvm::AllocaInst>(llvm::getUnderlyingObject(pointer, 0))) {
        continue;
      }
      const auto size =
          static_cast<int64_t>(function.getParent()
                                   ->getDataLayout()
                                   .getTypeStoreSize(llvm::getLoadStoreType(&instruction))
                                   .getFixedValue());
      const llvm::Loop *loop = loops.getLoopFor(instruction.getParent());
      const double weight =
          std::pow(tuning::assumed_trip_count,
                   std::min(loop == nullptr ? 0 : loop->getLoopDepth(), tuning::deepest_loop));
      const Strides strides = strides_.of(*pointer);
      for (unsigned i = 0; i < 3; ++i) {
        const double slower = has_divergent_exit(loop, i) ? tuning::divergent_loop_factor : 1;
        lanes_[i] += weight * slower *
                     cost_of_lanes(strides[i], size, llvm::isa<llvm::StoreInst>(instruction));
        distances_[i] += weight * distance(strides[i]);
      }
    }
  }

  /// Costs with the lanes along each dimension.
  const Costs &lanes() const { return lanes_; }
  /// Distances from one work-item to the next along each dimension.
  const Costs &distances() const { return distances_; }

 private:
  bool has_divergent_exit(const llvm::Loop *loop, unsigned dimension) const {
    for (; loop != nullptr; loop = loop->getParentLoop()) {
      llvm::SmallVector<llvm::BasicBlock *> exiting;
      loop->getExitingBlocks(exiting);
      for (const llvm::BasicBlock *block : exiting) {
        const auto *branch = llvm::dyn_cast<llvm::BranchInst>(block->getTerminator());
        if (branch != nullptr && branch->isConditional() &&
            strides_.of(*branch->getCondition())[dimension].kind != Kind::none) {
          return true;
        }
      }
    }
    return false;
  }

  DimensionStrides strides_;
  Costs lanes_{};
  Costs distances_{};
};

}  // namespace

unsigned position_of(const DimensionOrder &order, unsigned dimension) {
  return static_cast<unsigned>(std::find(order.begin(), order.end(), dimension) - order.begin());
}

DimensionOrder with_first(const DimensionOrder &order, unsigned dimension) {
  DimensionOrder result = order;
  auto *const found = std::find(result.begin(), result.end(), dimension);
  std::rotate(result.begin(), found, found + 1);
  return result;
}

DimensionOrder find_dimension_order(llvm::Function &work_item_function) {
  const OrderCosts costs(work_item_function);
  DimensionOrder used{};
  unsigned count = 0;
  for (unsigned i = 0; i < 3; ++i) {
    if (costs.distances()[i] != 0) {
      used[count] = i;
      ++count;
    }
  }
  if (count < 2) {
    return natural_order;
  }
  DimensionOrder sorted = used;
  unsigned fastest = 0;
  for (unsigned i = 1; i < count; ++i) {
    const double limit =
        costs.lanes()[used[fastest]] * (fastest == 0 ? tuning::required_order_cost_ratio : 1);
    fastest = costs.lanes()[used[i]] < limit ? i : fastest;
  }
  std::rotate(sorted.begin(), sorted.begin() + fastest, sorted.begin() + fastest + 1);
  if (count == 3 && costs.distances()[sorted[2]] <
                        tuning::required_order_cost_ratio * costs.distances()[sorted[1]]) {
    std::swap(sorted[1], sorted[2]);
  }
  // Dimensions that no address depends on keep their position.
  DimensionOrder order = natural_order;
  for (unsigned i = 0; i < count; ++i) {
    order[used[i]] = sorted[i];
  }
  return order;
}

void rename_dimensions(llvm::Function &work_item_function, const DimensionOrder &order) {
  if (order == natural_order) {
    return;
  }
  WorkItemContext context = WorkItemContext::of(work_item_function);
  if (!context.local_index->use_empty()) {
    llvm::BasicBlock &entry = work_item_function.getEntryBlock();
    llvm::IRBuilder<> builder(&entry, entry.getFirstInsertionPt());
    llvm::Value *row = builder.CreateMul(context.local_id[2], context.local_size[1], "", true);
    row = builder.CreateAdd(row, context.local_id[1], "", true);
    row = builder.CreateMul(row, context.local_size[0], "", true);
    context.local_index->replaceAllUsesWith(
        builder.CreateAdd(row, context.local_id[0], "local_linear_id", true));
  }
  for (WorkItemContext::Vector *vector : context.vectors()) {
    std::array<llvm::SmallVector<llvm::Use *>, 3> uses;
    for (unsigned i = 0; i < 3; ++i) {
      for (llvm::Use &use : (*vector)[i]->uses()) {
        uses[i].push_back(&use);
      }
    }
    for (unsigned i = 0; i < 3; ++i) {
      for (llvm::Use *use : uses[order[i]]) {
        use->set((*vector)[i]);
      }
    }
  }
}

}  // namespace mux::compiler

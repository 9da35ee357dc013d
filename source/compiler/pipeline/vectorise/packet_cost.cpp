#include "compiler/pipeline/vectorise/packet_cost.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/InstCombine/InstCombine.h>
#include <llvm/Transforms/Scalar/ADCE.h>
#include <llvm/Transforms/Vectorize/SLPVectorizer.h>

#include <algorithm>
#include <cmath>

#include "compiler/pipeline/local_atomics.h"
#include "compiler/pipeline/processor_operations.h"
#include "compiler/pipeline/vectorise/function_passes.h"
#include "compiler/pipeline/vectorise/gather_members.h"
#include "compiler/pipeline/vectorise/lanes.h"
#include "compiler/pipeline/vectorise/shapes.h"
#include "compiler/pipeline/vectorise/strided_access.h"
#include "compiler/pipeline/vectorise/temporary_function.h"

namespace mux::compiler {

namespace {

// In units of one instruction. From the kernels of muxbench and small ones of other kinds on two
// cores of a Xeon (Sapphire Rapids), run both ways (docs/performance.md, "Kernels"): the sparse
// product must come out as not worth it, all others of muxbench as worth it.

/// For each lane of a load from addresses without order, and for elements of less than 32 bits,
/// which are shifted out of what is gathered: a table of 256 bytes took 120 us instead of 187 of
/// single work-items, bytes all over a megabyte 332 instead of 312. With 2 for the latter, a median
/// of nine bytes in a private array, which LLVM's loops keep in registers, took 1400 us instead of
/// 363.
constexpr double gather = 1.0;
constexpr double narrow_gather = 3.0;
/// The same for several members of a structure that are gathered together, if they have more than
/// 32 bits: a sum of two float4 took 154 us instead of 113 of single work-items, of two float2 60.
constexpr double wide_gather = 1.5;
/// For each lane of such a store.
constexpr double scatter = 1.5;
constexpr double narrow_scatter = 4.0;
/// The same where each lane walks along a row of its own. A single work-item writes one line after
/// the other, while here all lanes' lines compete for the cache: sums along rows took 503 us
/// instead of 341, and 3270 where rows lie a multiple of 1024 bytes apart.
constexpr double scatter_to_rows = 6.0;
/// An atomic operation on local memory, which is a plain one, or on other memory.
constexpr double local_atomic = 3.0;
constexpr double global_atomic = 20.0;
/// A call of a function of the runtime.
constexpr double call = 10.0;
/// For each lane of what is done one lane after the other: to take an operand out of a vector, if
/// it was just loaded from neighbouring addresses and otherwise, and to put a result into one.
/// Maxima in local memory, of indices and values that are calculated, took 1190 us instead of 570;
/// counts in local memory, each of which is looked at, 1600 instead of 1040. The histogram takes 5
/// ms instead of 43.
constexpr double loaded_operand = 0.5;
constexpr double operand_from_vector = 3.0;
constexpr double result_to_vector = 8.0;
/// How much longer a loop runs until the last lane has left it, compared with what its lanes need
/// each for itself.
constexpr double waiting_for_the_last = 3.0;
/// How much more often what is in a loop runs than what is around it.
constexpr double loop_weight = 16.0;
constexpr unsigned deepest_loop = 4;
/// Bits that an instruction of a single work-item handles at once, if its types are vectors.
constexpr uint64_t bits_at_once = 512;

/// Whether lanes find a condition to change at nearly the same time: what differs between them are
/// comparisons of numbers that grow from lane to lane with ones that are the same for all.
bool changes_together(const llvm::Value &condition, const Shapes &shapes,
                      llvm::SmallPtrSetImpl<const llvm::Value *> &seen) {
  if (!shapes.of(condition).is_varying() || !seen.insert(&condition).second) {
    return true;
  }
  const auto *instruction = llvm::dyn_cast<llvm::Instruction>(&condition);
  if (instruction == nullptr) {
    return true;
  }
  const bool compares = llvm::isa<llvm::ICmpInst>(instruction);
  const bool joins = instruction->getType()->isIntegerTy(1) &&
                     (llvm::isa<llvm::PHINode, llvm::SelectInst, llvm::FreezeInst>(instruction) ||
                      instruction->isBitwiseLogicOp());
  if (!compares && !joins) {
    return false;
  }
  return llvm::all_of(instruction->operand_values(), [&](const llvm::Value *operand) {
    return compares ? !shapes.of(*operand).is_varying() : changes_together(*operand, shapes, seen);
  });
}

/// Loops that run until the last lane has left, where lanes leave at very different times.
bool is_left_lane_by_lane(const llvm::Loop &loop, const Shapes &shapes) {
  llvm::SmallVector<llvm::BasicBlock *> exiting;
  loop.getExitingBlocks(exiting);
  return llvm::any_of(exiting, [&](const llvm::BasicBlock *block) {
    const auto *branch = llvm::dyn_cast<llvm::BranchInst>(block->getTerminator());
    if (branch == nullptr || !branch->isConditional() ||
        !is_lane_call(*branch->getCondition(), LaneFunction::any)) {
      return false;
    }
    llvm::SmallPtrSet<const llvm::Value *, 8> seen;
    const auto &any = llvm::cast<llvm::CallInst>(*branch->getCondition());
    return !changes_together(*any.getArgOperand(0), shapes, seen);
  });
}

double weight_of(const llvm::BasicBlock &block, const llvm::LoopInfo &loops) {
  return std::pow(loop_weight, std::min(loops.getLoopDepth(&block), deepest_loop));
}

/// What takes no instruction of its own in either form: addresses are part of an access.
bool is_free(const llvm::Instruction &instruction) {
  return llvm::isa<llvm::PHINode>(instruction) || llvm::isa<llvm::CastInst>(instruction) ||
         llvm::isa<llvm::GetElementPtrInst>(instruction) || instruction.isTerminator() ||
         llvm::isa<llvm::AllocaInst>(instruction) ||
         is_lane_call(instruction, LaneFunction::mask) ||
         is_lane_call(instruction, LaneFunction::any) ||
         is_lane_call(instruction, LaneFunction::all) ||
         llvm::isa<llvm::DbgInfoIntrinsic>(instruction);
}

/// What is stored, or else comes out.
llvm::Type *handled_type(const llvm::Instruction &instruction) {
  const auto *store = llvm::dyn_cast<llvm::StoreInst>(&instruction);
  return store == nullptr ? instruction.getType() : store->getValueOperand()->getType();
}

/// What an instruction takes in one work-item alone.
double of_one(const llvm::Instruction &instruction) {
  if (is_free(instruction)) {
    return 0;
  }
  if (instruction.isAtomic()) {
    return is_local_access(instruction) ? local_atomic : global_atomic;
  }
  if (is_runtime_call(instruction)) {
    return call;
  }
  const uint64_t bits = handled_type(instruction)->getPrimitiveSizeInBits().getKnownMinValue();
  return static_cast<double>(std::max<uint64_t>(1, (bits + bits_at_once - 1) / bits_at_once));
}

bool uses_vectors(llvm::Function &function) {
  return llvm::any_of(llvm::instructions(function), [](const llvm::Instruction &instruction) {
    return instruction.getType()->isVectorTy();
  });
}

/// What LLVM makes of a work-item with vectors of its own when it runs alone: what is written
/// element by element becomes operations on vectors. Without that, a multiplication of float8 that
/// is written so took 0.20 ms in packets instead of 0.056.
void join_elements(llvm::Function &work_item, llvm::TargetMachine &machine) {
  llvm::FunctionPassManager passes;
  passes.addPass(llvm::SLPVectorizerPass());
  passes.addPass(llvm::InstCombinePass());
  passes.addPass(llvm::ADCEPass());
  FunctionPasses(work_item, machine).run(std::move(passes));
}

double cost_of_instructions(llvm::Function &work_item) {
  const llvm::DominatorTree dominators(work_item);
  const llvm::LoopInfo loops(dominators);
  double cost = 0;
  for (const llvm::BasicBlock &block : work_item) {
    for (const llvm::Instruction &instruction : block) {
      cost += weight_of(block, loops) * of_one(instruction);
    }
  }
  return cost;
}

/// Of a work-item function that may use vectors of its own.
double cost_of_one(llvm::Function &work_item, llvm::TargetMachine &machine) {
  if (!uses_vectors(work_item)) {
    return cost_of_instructions(work_item);
  }
  const TemporaryFunction joined(work_item);
  join_elements(*joined, machine);
  return cost_of_instructions(*joined);
}

class PacketCost {
 public:
  PacketCost(llvm::Function &function, const Packet &packet)
      : function_(function),
        layout_(function.getParent()->getDataLayout()),
        packet_(packet),
        shapes_(function, packet),
        dominators_(function),
        loops_(dominators_) {}

  /// Of one part.
  double total() {
    double cost = 0;
    for (llvm::BasicBlock &block : function_) {
      double slower = 1;
      for (const llvm::Loop *loop = loops_.getLoopFor(&block); loop != nullptr;
           loop = loop->getParentLoop()) {
        slower = is_left_lane_by_lane(*loop, shapes_) ? waiting_for_the_last : slower;
      }
      for (llvm::Instruction &instruction : block) {
        if (!is_free(instruction)) {
          cost += weight_of(block, loops_) * slower * of_packet(instruction);
        }
      }
    }
    return cost;
  }

  bool does_lanes_one_by_one() const { return one_by_one_; }

 private:
  double of_packet(llvm::Instruction &instruction) {
    if (is_done_one_by_one(instruction)) {
      one_by_one_ = true;
      return of_lane(instruction) * packet_.lanes;
    }
    if (llvm::isa<llvm::LoadInst, llvm::StoreInst>(instruction)) {
      return of_access(instruction);
    }
    return 1;
  }

  bool is_done_one_by_one(const llvm::Instruction &instruction) const {
    if (const auto *update = llvm::dyn_cast<llvm::AtomicRMWInst>(&instruction)) {
      return !shapes_.of(*update->getPointerOperand()).is_uniform();
    }
    return instruction.isAtomic() || is_runtime_call(instruction);
  }

  double of_lane(const llvm::Instruction &instruction) const {
    double cost = of_one(instruction);
    for (const llvm::Value *operand : instruction.operand_values()) {
      if (shapes_.of(*operand).is_varying()) {
        cost += is_loaded_from_neighbours(*operand) ? loaded_operand : operand_from_vector;
      }
    }
    return instruction.use_empty() ? cost : cost + result_to_vector;
  }

  /// Whether a value comes from neighbouring addresses, or is an address with such an index.
  bool is_loaded_from_neighbours(const llvm::Value &value) const {
    if (const auto *load = llvm::dyn_cast<llvm::LoadInst>(&value)) {
      return is_of_neighbours(*load);
    }
    const auto *instruction = llvm::dyn_cast<llvm::Instruction>(&value);
    return instruction != nullptr &&
           llvm::isa<llvm::GetElementPtrInst, llvm::CastInst>(instruction) &&
           llvm::all_of(instruction->operand_values(), [&](const llvm::Value *operand) {
             return !shapes_.of(*operand).is_varying() || is_loaded_from_neighbours(*operand);
           });
  }

  int64_t size_of(const llvm::Instruction &access) const {
    return static_cast<int64_t>(layout_.getTypeStoreSize(handled_type(access)).getFixedValue());
  }

  bool is_of_neighbours(const llvm::Instruction &access) const {
    const Shape shape = shapes_.of(*llvm::getLoadStorePointerOperand(&access));
    return shape.is_strided() && std::abs(shape.stride) == size_of(access);
  }

  double of_access(llvm::Instruction &access) {
    const Shape shape = shapes_.of(*llvm::getLoadStorePointerOperand(&access));
    if (shape.is_uniform() || is_of_neighbours(access)) {
      return 1;
    }
    const double without_order = packet_.lanes * of_lane_without_order(access);
    const int64_t size = size_of(access);
    const bool is_near = shape.is_strided() && std::abs(shape.stride) <= largest_stride * size;
    return is_near ? static_cast<double>(std::abs(shape.stride)) / static_cast<double>(size)
                   : without_order;
  }

  double of_lane_without_order(llvm::Instruction &access) {
    constexpr int64_t narrowest = 4;
    const bool narrow = size_of(access) < narrowest;
    if (auto *load = llvm::dyn_cast<llvm::LoadInst>(&access)) {
      const unsigned together = members_gathered_with(*load, packet_.lanes, layout_);
      if (together > 1) {
        return (together * size_of(access) > narrowest ? wide_gather : gather) / together;
      }
      return narrow ? narrow_gather : gather;
    }
    if (walks_along_row(access)) {
      return scatter_to_rows;
    }
    return narrow ? narrow_scatter : scatter;
  }

  /// Whether the next round of the loop accesses what lies beside this.
  bool walks_along_row(const llvm::Instruction &access) {
    const llvm::Loop *loop = loops_.getLoopFor(access.getParent());
    const auto *pointer =
        llvm::dyn_cast<llvm::GetElementPtrInst>(llvm::getLoadStorePointerOperand(&access));
    // Variables of a work-item's own are laid out for vectors.
    if (loop == nullptr || pointer == nullptr ||
        llvm::isa<llvm::AllocaInst>(llvm::getUnderlyingObject(pointer))) {
      return false;
    }
    return llvm::any_of(pointer->indices(),
                        [&](const llvm::Value *index) { return grows_by_one(*index, *loop, 0); });
  }

  /// Whether a sum contains the loop's counter as it is.
  static bool grows_by_one(const llvm::Value &value, const llvm::Loop &loop, unsigned depth) {
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
      return distance != nullptr && step->getOperand(0) == phi && distance->isOne();
    }
    const bool passes_on = instruction->getOpcode() == llvm::Instruction::Add ||
                           llvm::isa<llvm::CastInst>(instruction);
    return passes_on &&
           llvm::any_of(instruction->operand_values(), [&](const llvm::Value *operand) {
             return grows_by_one(*operand, loop, depth + 1);
           });
  }

  llvm::Function &function_;
  const llvm::DataLayout &layout_;
  const Packet &packet_;
  Shapes shapes_;
  llvm::DominatorTree dominators_;
  llvm::LoopInfo loops_;
  bool one_by_one_ = false;
};

}  // namespace

bool is_runtime_call(const llvm::Instruction &instruction) {
  const auto *called = llvm::dyn_cast<llvm::CallInst>(&instruction);
  return called != nullptr && !llvm::isa<llvm::IntrinsicInst>(called) &&
         !is_operation_call(*called) && !is_lane_call(*called, LaneFunction::any) &&
         !is_lane_call(*called, LaneFunction::all) && !is_lane_call(*called, LaneFunction::mask);
}

bool packets_pay(llvm::Function &linearised, llvm::Function &work_item,
                 llvm::TargetMachine &machine, const Packet &packet, std::string &reason) {
  PacketCost cost(linearised, packet);
  if (cost.total() <= packet.lanes * cost_of_one(work_item, machine)) {
    return true;
  }
  reason = cost.does_lanes_one_by_one()
               ? "most of it is atomic operations or calls, which vectors do one after the other"
               : "vectors would take longer for what it reads and writes";
  return false;
}

}  // namespace mux::compiler

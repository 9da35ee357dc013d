#include "codegen/vectorize/cost/packet_cost.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SetVector.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ScalarEvolutionExpressions.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>

#include <cmath>

#include "codegen/ir/lane_functions.h"
#include "codegen/vectorize/accesses/interleaved_group.h"
#include "codegen/vectorize/analysis/shapes.h"
#include "codegen/vectorize/cost/coherent_conditions.h"
#include "codegen/vectorize/cost/instruction_cost.h"
#include "codegen/vectorize/cost/live_vectors.h"
#include "codegen/vectorize/cost/per_lane_rows.h"
#include "codegen/vectorize/cost/work_item_cost.h"
#include "codegen/vectorize/packet/tuning.h"
#include "codegen/vectorize/widen/memory/gather_members.h"
#include "codegen/vectorize/widen/memory/scatter_members.h"
#include "compiler/processor/host_target.h"

namespace mux::compiler {

bool has_divergent_trip_count(const llvm::Loop &loop, const Shapes &shapes) {
  llvm::SmallVector<llvm::BasicBlock *> exiting;
  loop.getExitingBlocks(exiting);
  return llvm::any_of(exiting, [&](const llvm::BasicBlock *block) {
    const llvm::Value *mask = vote_operand(*block, LaneFunction::any);
    return mask != nullptr && !is_coherent_condition(*mask, shapes);
  });
}

PacketCost::PacketCost(llvm::Function &function, const Packet &packet)
    : function_(function),
      layout_(function.getParent()->getDataLayout()),
      packet_(packet),
      shapes_(function, packet),
      weights_(function) {}

double PacketCost::total() {
  double cost = 0;
  for (llvm::BasicBlock &block : function_) {
    double slower = 1;
    for (const llvm::Loop *loop = weights_.loops().getLoopFor(&block); loop != nullptr;
         loop = loop->getParentLoop()) {
      slower = has_divergent_trip_count(*loop, shapes_) ? tuning::divergent_loop_factor : slower;
    }
    for (llvm::Instruction &instruction : block) {
      if (!is_free(instruction)) {
        cost += weights_.of(block) * slower * of_packet(instruction);
      }
    }
  }
  return cost;
}

double PacketCost::scalar_stride_cost() {
  double cost = 0;
  for (llvm::BasicBlock &block : function_) {
    const llvm::Loop *loop = weights_.loops().getLoopFor(&block);
    if (loop == nullptr) {
      continue;
    }
    const auto strides = llvm::count_if(block, [&](const llvm::Instruction &instruction) {
      return llvm::isa<llvm::LoadInst, llvm::StoreInst>(instruction) &&
             is_contiguous_across_lanes(instruction) &&
             has_large_stride(*llvm::getLoadStorePointerOperand(&instruction), *loop);
    });
    cost += weights_.of(block) * tuning::strided_scalar_access * static_cast<double>(strides);
  }
  return cost;
}

double PacketCost::scalar_misprediction_cost() {
  double cost = 0;
  for (llvm::BasicBlock &block : function_) {
    const llvm::Value *mask = vote_operand(block, LaneFunction::any);
    if (mask == nullptr || is_coherent_condition(*mask, shapes_)) {
      continue;
    }
    const llvm::Loop *loop = weights_.loops().getLoopFor(&block);
    const bool leaves = loop != nullptr && loop->isLoopExiting(&block);
    // The exit of a loop is mispredicted once per execution of the loop.
    const double weight = !leaves ? weights_.of(block) * tuning::branch_misprediction_rate
                          : loop->getLoopPreheader() != nullptr
                              ? weights_.of(*loop->getLoopPreheader())
                              : weights_.of(block) / tuning::assumed_trip_count;
    cost += weight * tuning::branch_misprediction_cost;
  }
  return cost;
}

double PacketCost::of_packet(llvm::Instruction &instruction) {
  if (is_executed_lane_by_lane(instruction)) {
    serialized_by_lane_ = true;
    return of_lane(instruction) * packet_.lanes;
  }
  if (llvm::isa<llvm::LoadInst, llvm::StoreInst>(instruction)) {
    return of_access(instruction);
  }
  return is_arithmetic(instruction) && shapes_.of(instruction).is_varying()
             ? instructions_of(instruction) * registers_of(*instruction.getType(), packet_.lanes)
             : 1;
}

bool PacketCost::is_arithmetic(const llvm::Instruction &instruction) {
  return llvm::isa<llvm::BinaryOperator, llvm::IntrinsicInst>(instruction) &&
         !llvm::all_of(instruction.users(), [](const llvm::User *user) {
           return llvm::isa<llvm::GetElementPtrInst>(user);
         });
}

bool PacketCost::is_executed_lane_by_lane(const llvm::Instruction &instruction) const {
  if (const auto *update = llvm::dyn_cast<llvm::AtomicRMWInst>(&instruction)) {
    return !shapes_.of(*update->getPointerOperand()).is_uniform();
  }
  return instruction.isAtomic() || is_runtime_call(instruction);
}

double PacketCost::of_lane(const llvm::Instruction &instruction) const {
  double cost = scalar_cost(instruction);
  for (const llvm::Value *operand : instruction.operand_values()) {
    if (shapes_.of(*operand).is_varying()) {
      cost +=
          is_loaded_contiguously(*operand) ? tuning::loaded_operand : tuning::operand_extraction;
    }
  }
  return instruction.use_empty() ? cost : cost + tuning::result_insertion;
}

bool PacketCost::is_loaded_contiguously(const llvm::Value &value) const {
  llvm::SmallSetVector<const llvm::Value *, 8> origins;
  origins.insert(&value);
  for (size_t i = 0; i < origins.size(); ++i) {
    if (const auto *load = llvm::dyn_cast<llvm::LoadInst>(origins[i])) {
      if (!is_contiguous_across_lanes(*load)) {
        return false;
      }
      continue;
    }
    const auto *instruction = llvm::dyn_cast<llvm::Instruction>(origins[i]);
    if (instruction == nullptr ||
        !llvm::isa<llvm::GetElementPtrInst, llvm::CastInst>(instruction)) {
      return false;
    }
    for (const llvm::Value *operand : instruction->operand_values()) {
      if (shapes_.of(*operand).is_varying()) {
        origins.insert(operand);
      }
    }
  }
  return true;
}

int64_t PacketCost::size_of(const llvm::Instruction &access) const {
  return static_cast<int64_t>(
      layout_.getTypeStoreSize(stored_or_result_type(access)).getFixedValue());
}

bool PacketCost::is_contiguous_across_lanes(const llvm::Instruction &access) const {
  const Shape shape = shapes_.of(*llvm::getLoadStorePointerOperand(&access));
  return shape.is_strided() && std::abs(shape.stride) == size_of(access);
}

double PacketCost::of_access(llvm::Instruction &access) {
  const Shape shape = shapes_.of(*llvm::getLoadStorePointerOperand(&access));
  if (shape.is_uniform() || is_contiguous_across_lanes(access)) {
    return is_operand_in_memory(access) ? 0 : 1;
  }
  const int64_t size = size_of(access);
  if (shape.is_strided() && std::abs(shape.stride) <= largest_stride * size) {
    return static_cast<double>(std::abs(shape.stride)) / static_cast<double>(size);
  }
  if (is_of_whole_structures(access, shapes_, layout_, packet_.lanes)) {
    // One access, and a shuffle per power of two of the stride.
    return 1 + std::log2(static_cast<double>(std::abs(shape.stride)) / static_cast<double>(size));
  }
  return packet_.lanes * irregular_lane_cost(access);
}

double PacketCost::irregular_lane_cost(llvm::Instruction &access) {
  constexpr int64_t narrowest = 4;
  const bool along_row = accesses_own_row(access, weights_.loops(), shapes_, layout_);
  along_rows_ |= along_row;
  const bool narrow = size_of(access) < narrowest;
  if (auto *load = llvm::dyn_cast<llvm::LoadInst>(&access)) {
    const unsigned together = members_gathered_with(*load, packet_.lanes, shapes_, layout_);
    if (together > 1) {
      return (together * size_of(access) > narrowest ? tuning::wide_gather : tuning::gather) /
             together;
    }
    return !narrow                                       ? tuning::gather
           : has_common_base(*load->getPointerOperand()) ? tuning::narrow_gather
                                                         : tuning::narrow_gather_of_pointers;
  }
  const unsigned together =
      members_scattered_with(llvm::cast<llvm::StoreInst>(access), packet_.lanes, shapes_, layout_);
  const double cost = along_row                ? tuning::scatter_to_rows
                      : narrow && together < 2 ? tuning::narrow_scatter
                                               : tuning::scatter;
  return cost / together;
}

bool PacketCost::has_common_base(const llvm::Value &pointer) const {
  const llvm::Value *base = &pointer;
  while (shapes_.of(*base).is_varying()) {
    const auto *step = llvm::dyn_cast<llvm::Instruction>(base);
    if (step == nullptr || !llvm::isa<llvm::GetElementPtrInst, llvm::AddrSpaceCastInst>(step)) {
      return false;
    }
    base = step->getOperand(0);
  }
  return true;
}

bool PacketCost::has_large_stride(const llvm::Value &pointer, const llvm::Loop &loop) {
  const auto *address = llvm::dyn_cast<llvm::GetElementPtrInst>(&pointer);
  if (address == nullptr || address->getNumIndices() != 1) {
    return false;
  }
  // Casts can hide an induction variable from scalar evolution.
  llvm::Value *index = address->getOperand(1);
  while (auto *cast = llvm::dyn_cast<llvm::CastInst>(index)) {
    index = cast->getOperand(0);
  }
  if (!index->getType()->isIntegerTy()) {
    return false;
  }
  llvm::ScalarEvolution &evolution = weights_.evolution();
  const auto *counter = llvm::dyn_cast<llvm::SCEVAddRecExpr>(evolution.getSCEV(index));
  if (counter == nullptr || counter->getLoop() != &loop) {
    return loop.isLoopInvariant(index) && has_large_stride(*address->getPointerOperand(), loop);
  }
  const auto *step = llvm::dyn_cast<llvm::SCEVConstant>(counter->getStepRecurrence(evolution));
  const uint64_t size = layout_.getTypeAllocSize(address->getResultElementType());
  return step == nullptr ||
         step->getAPInt().abs().getLimitedValue() > tuning::shortest_stride / size;
}

double scalar_work_item_cost(PacketCost &cost, llvm::Function &work_item,
                             llvm::TargetMachine &machine) {
  return work_item_cost(work_item, machine) + cost.scalar_stride_cost() +
         cost.scalar_misprediction_cost();
}

bool needs_spills(llvm::Function &linearized, const Packet &packet) {
  return most_live_vectors(linearized, packet) > tuning::spill_threshold * vector_register_count();
}

}  // namespace mux::compiler

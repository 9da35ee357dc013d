#include "codegen/vectorize/cost/packet_cost.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SetVector.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ScalarEvolutionExpressions.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>

#include <algorithm>
#include <cmath>

#include "codegen/ir/lane_functions.h"
#include "codegen/vectorize/accesses/interleaved_group.h"
#include "codegen/vectorize/accesses/memory_types.h"
#include "codegen/vectorize/accesses/structures.h"
#include "codegen/vectorize/analysis/shapes.h"
#include "codegen/vectorize/cost/coherent_conditions.h"
#include "codegen/vectorize/cost/instruction_cost.h"
#include "codegen/vectorize/cost/live_vectors.h"
#include "codegen/vectorize/cost/per_lane_rows.h"
#include "codegen/vectorize/cost/work_item_cost.h"
#include "codegen/vectorize/packet/tuning.h"
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

PacketCost::PacketCost(const AccessPlan &plan)
    : function_(plan.function()),
      layout_(function_.getParent()->getDataLayout()),
      plan_(plan),
      packet_(plan.packet()),
      shapes_(plan.shapes()),
      weights_(function_) {}

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
      const Access *access = plan_.find(instruction);
      return access != nullptr && access->is_contiguous() &&
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

namespace {

/// Whether an access costs as much as its lanes one after the other. Not intrinsics, such as those
/// that read a clock, nor atomic operations on one address, on which scalar work-items wait for
/// each other too.
bool is_counted_by_lane(const Access &access) {
  const bool is_on_one_address =
      llvm::isa<llvm::AtomicRMWInst>(*access.instruction) && access.stride == 0;
  return access.form == AccessForm::lane_by_lane &&
         !llvm::isa<llvm::IntrinsicInst>(*access.instruction) && !is_on_one_address;
}

}  // namespace

double PacketCost::of_packet(llvm::Instruction &instruction) {
  if (const Access *access = plan_.find(instruction)) {
    serialized_by_lane_ |= is_counted_by_lane(*access);
    return of_access(*access);
  }
  if (llvm::isa<llvm::FenceInst>(instruction) || is_runtime_call(instruction)) {
    serialized_by_lane_ = true;
    return of_lane(instruction) * packet_.lanes;
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
      if (!plan_.of(*load).is_contiguous()) {
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

double PacketCost::of_access(const Access &access) {
  switch (access.form) {
    case AccessForm::uniform:
    case AccessForm::contiguous:
    case AccessForm::reversed:
      return is_operand_in_memory(*access.instruction) ? 0 : 1;
    case AccessForm::combined:
      return 1;
    case AccessForm::interleaved: {
      const auto stride = static_cast<double>(access.group->stride);
      // A longer structure is accessed once, with a shuffle per power of two of the stride.
      return stride <= largest_stride ? stride : 1 + std::log2(stride);
    }
    case AccessForm::lane_by_lane:
      return is_counted_by_lane(access) ? packet_.lanes * of_lane(*access.instruction) : 1;
    case AccessForm::exchanged:
    case AccessForm::nearby:
    case AccessForm::structures:
    case AccessForm::words:
    case AccessForm::indexed:
      // The vectors of the first two are only used if a run-time check succeeds.
      return packet_.lanes * (llvm::isa<llvm::LoadInst>(*access.instruction)
                                  ? of_irregular_load(access)
                                  : of_irregular_store(access));
  }
  return 0;
}

namespace {

/// Elements of fewer bytes have no gathers and scatters.
constexpr int64_t narrowest = 4;

/// Returns the number of members that an access of one lane covers.
int64_t members_together(const Access &access) {
  return access.structure == nullptr ? 1 : static_cast<int64_t>(access.structure->members.size());
}

}  // namespace

bool PacketCost::is_along_row(const Access &access) {
  const bool along_row = accesses_own_row(*access.instruction, weights_.loops(), shapes_, layout_);
  along_rows_ |= along_row;
  return along_row;
}

double PacketCost::of_irregular_load(const Access &access) {
  is_along_row(access);
  const int64_t size = size_in_memory(layout_, access.type);
  // A structure that is loaded at once is transposed: it costs as much as gathers of words.
  const int64_t together =
      std::min(members_together(access), std::max<int64_t>(1, largest_word / size));
  if (together > 1) {
    return (together * size > narrowest ? tuning::wide_gather : tuning::gather) /
           static_cast<double>(together);
  }
  const auto &load = llvm::cast<llvm::LoadInst>(*access.instruction);
  return size >= narrowest                            ? tuning::gather
         : has_common_base(*load.getPointerOperand()) ? tuning::narrow_gather
                                                      : tuning::narrow_gather_of_pointers;
}

double PacketCost::of_irregular_store(const Access &access) {
  const int64_t together = members_together(access);
  const bool narrow = size_in_memory(layout_, access.type) < narrowest;
  const double cost = is_along_row(access)     ? tuning::scatter_to_rows
                      : narrow && together < 2 ? tuning::narrow_scatter
                                               : tuning::scatter;
  return cost / static_cast<double>(together);
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

#include "codegen/vectorize/accesses/access_planner.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>

#include <cstdlib>
#include <utility>

#include "codegen/ir/annotation_calls.h"
#include "codegen/ir/lane_functions.h"
#include "codegen/ir/sub_group_functions.h"
#include "codegen/ir/work_item_functions.h"
#include "codegen/vectorize/accesses/memory_types.h"
#include "codegen/vectorize/accesses/near_loads.h"
#include "codegen/vectorize/analysis/components.h"
#include "codegen/vectorize/analysis/shapes.h"

namespace mux::compiler {

namespace {

/// Whether the vectorizer omits the call, or expands it to code of its own.
bool is_expanded_call(const llvm::CallInst &call) {
  constexpr LaneFunction lane_functions[] = {LaneFunction::any, LaneFunction::all,
                                             LaneFunction::few, LaneFunction::first,
                                             LaneFunction::mask};
  return is_annotation_call(call) || is_barrier_call(call) ||
         call.getIntrinsicID() == llvm::Intrinsic::experimental_noalias_scope_decl ||
         llvm::any_of(lane_functions,
                      [&](LaneFunction function) { return is_lane_call(call, function); }) ||
         sub_group_call(call).has_value();
}

bool is_access(const llvm::Instruction &instruction) {
  if (const auto *call = llvm::dyn_cast<llvm::CallInst>(&instruction)) {
    return (call->mayHaveSideEffects() || call->mayReadFromMemory()) && !is_expanded_call(*call);
  }
  return llvm::isa<llvm::LoadInst, llvm::StoreInst, llvm::AtomicRMWInst, llvm::AtomicCmpXchgInst>(
      instruction);
}

bool is_associative(llvm::AtomicRMWInst::BinOp operation) {
  switch (operation) {
    case llvm::AtomicRMWInst::Add:
    case llvm::AtomicRMWInst::Sub:
    case llvm::AtomicRMWInst::And:
    case llvm::AtomicRMWInst::Or:
    case llvm::AtomicRMWInst::Xor:
    case llvm::AtomicRMWInst::Max:
    case llvm::AtomicRMWInst::Min:
    case llvm::AtomicRMWInst::UMax:
    case llvm::AtomicRMWInst::UMin:
      return true;
    default:
      return false;
  }
}

llvm::Value *address_of(llvm::Instruction &instruction) {
  if (auto *update = llvm::dyn_cast<llvm::AtomicRMWInst>(&instruction)) {
    return update->getPointerOperand();
  }
  if (auto *exchange = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&instruction)) {
    return exchange->getPointerOperand();
  }
  return llvm::getLoadStorePointerOperand(&instruction);
}

llvm::Type *accessed_type(const llvm::Instruction &instruction) {
  if (const auto *store = llvm::dyn_cast<llvm::StoreInst>(&instruction)) {
    return store->getValueOperand()->getType();
  }
  if (const auto *exchange = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&instruction)) {
    return exchange->getCompareOperand()->getType();
  }
  return instruction.getType();
}

llvm::Align stated_alignment(llvm::Instruction &instruction) {
  if (const auto *update = llvm::dyn_cast<llvm::AtomicRMWInst>(&instruction)) {
    return update->getAlign();
  }
  if (const auto *exchange = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&instruction)) {
    return exchange->getAlign();
  }
  return llvm::isa<llvm::CallInst>(instruction) ? llvm::Align()
                                                : llvm::getLoadStoreAlignment(&instruction);
}

void set_lane_by_lane(Access &access, const char *obstacle) {
  access.form = AccessForm::lane_by_lane;
  access.obstacle = obstacle;
}

constexpr const char *has_no_vector_form = "its type has no vector form in memory";
constexpr const char *is_too_large = "its type is larger than a vector of 64-bit elements";

}  // namespace

bool has_adjacent_elements(const Shape &address, int64_t size) {
  return address.is_strided() && std::abs(address.stride) == size;
}

AccessPlanner::AccessPlanner(llvm::Function &linearized, const Packet &packet, const Shapes &shapes)
    : layout_(linearized.getParent()->getDataLayout()), packet_(packet), shapes_(shapes) {}

std::optional<Access> AccessPlanner::plan(llvm::Instruction &instruction,
                                          const llvm::Value *block_mask) {
  if (!is_access(instruction)) {
    return std::nullopt;
  }
  Access access;
  access.instruction = &instruction;
  access.mask = mask_of(block_mask);
  access.type = accessed_type(instruction);
  access.alignment = stated_alignment(instruction);
  if (llvm::Value *address = address_of(instruction)) {
    const Shape shape = shapes_.of(*address);
    if (!shape.is_varying()) {
      access.stride = shape.is_uniform() ? 0 : shape.stride;
    }
  }
  if (auto *load = llvm::dyn_cast<llvm::LoadInst>(&instruction)) {
    plan_load(*load, access);
  } else if (auto *store = llvm::dyn_cast<llvm::StoreInst>(&instruction)) {
    plan_store(*store, access);
  } else if (auto *update = llvm::dyn_cast<llvm::AtomicRMWInst>(&instruction)) {
    plan_atomic(*update, access);
  } else {
    set_lane_by_lane(access, llvm::isa<llvm::CallInst>(instruction)
                                 ? "calls have no vector form"
                                 : "a compare-and-exchange has no vector form");
  }
  return access;
}

void AccessPlanner::plan_load(llvm::LoadInst &load, Access &access) {
  const bool is_uniform = access.stride == 0;
  if (!load.isSimple()) {
    set_lane_by_lane(access, load.isVolatile() ? "it is volatile" : "it is atomic");
  } else if (is_uniform && !fits_dummy(access.type)) {
    set_lane_by_lane(access, is_too_large);
  } else if (is_uniform) {
    access.form = AccessForm::uniform;
  } else if (!has_vector_form(layout_, access.type)) {
    set_lane_by_lane(access, has_no_vector_form);
  } else if (!has_regular_form(access)) {
    plan_irregular_load(load, access);
  }
}

void AccessPlanner::plan_store(llvm::StoreInst &store, Access &access) {
  const bool is_uniform = access.stride == 0;
  if (!store.isSimple()) {
    set_lane_by_lane(access, store.isVolatile() ? "it is volatile" : "it is atomic");
  } else if (is_uniform && !fits_dummy(access.type)) {
    set_lane_by_lane(access, is_too_large);
  } else if (is_uniform) {
    const bool has_last_value =
        can_be_element(access.type) || shapes_.of(*store.getValueOperand()).is_uniform();
    has_last_value ? static_cast<void>(access.form = AccessForm::uniform)
                   : set_lane_by_lane(access, "its value has several components");
  } else if (!has_vector_form(layout_, access.type)) {
    set_lane_by_lane(access, has_no_vector_form);
  } else if (!has_regular_form(access)) {
    plan_irregular_store(access);
  }
}

void AccessPlanner::plan_atomic(llvm::AtomicRMWInst &update, Access &access) const {
  const Shape result = shapes_.of(update);
  const bool is_result_by_lane =
      result.is_varying() && result.distinct_parts(packet_) == packet_.part_count();
  if (access.stride != 0) {
    set_lane_by_lane(access, "it is atomic, and the addresses differ");
  } else if (update.isVolatile()) {
    set_lane_by_lane(access, "it is volatile");
  } else if (!is_associative(update.getOperation())) {
    set_lane_by_lane(access, "its operation is not associative");
  } else if (!has_vector_form(layout_, access.type)) {
    set_lane_by_lane(access, has_no_vector_form);
  } else if (!update.use_empty() && !is_result_by_lane) {
    set_lane_by_lane(access, "several parts share its result");
  } else {
    access.form = AccessForm::combined;
  }
}

bool AccessPlanner::has_regular_form(Access &access) {
  const int64_t size = size_in_memory(layout_, access.type);
  if (access.stride == size) {
    access.form = AccessForm::contiguous;
  } else if (access.stride == -size) {
    access.form = AccessForm::reversed;
  } else {
    return is_in_group(access);
  }
  return true;
}

bool AccessPlanner::is_in_group(Access &access) {
  if (!access.stride.has_value()) {
    return false;
  }
  if (const auto found = group_of_.find(access.instruction); found != group_of_.end()) {
    access.group = found->second;
  } else {
    std::optional<InterleavedGroup> group =
        find_interleaved_group(*access.instruction, shapes_, layout_, packet_.lanes);
    if (!group.has_value()) {
      return false;
    }
    groups_.push_back(std::move(*group));
    access.group = &groups_.back();
    if (access.group->is_shared) {
      for (const GroupMember &member : access.group->members) {
        group_of_[member.access] = access.group;
      }
    }
  }
  access.form = AccessForm::interleaved;
  return true;
}

bool AccessPlanner::is_exchange(Access &access) {
  std::optional<ExchangeAddress> exchange =
      find_exchange(shapes_, layout_, *address_of(*access.instruction), access.type);
  if (!exchange.has_value()) {
    return false;
  }
  exchanges_.push_back(std::move(*exchange));
  access.exchange = &exchanges_.back();
  access.form = AccessForm::exchanged;
  return true;
}

void AccessPlanner::plan_irregular_load(llvm::LoadInst &load, Access &access) {
  if (is_exchange(access)) {
    return;
  }
  if (access.mask == AccessMask::none) {
    const Structure &whole = structure_of(load, largest_structure);
    if (whole.bytes() == largest_structure && whole.members.size() > 1) {
      set_structure(access, AccessForm::structures, whole);
      return;
    }
  }
  const Structure &structure = structure_of(load, largest_word);
  set_structure(access,
                is_near(structure)             ? AccessForm::nearby
                : structure.members.size() > 1 ? AccessForm::words
                                               : AccessForm::indexed,
                structure);
}

void AccessPlanner::plan_irregular_store(Access &access) {
  if (is_exchange(access)) {
    return;
  }
  const bool runs_everywhere =
      access.mask == AccessMask::none || access.mask == AccessMask::of_packet;
  const Structure &whole = structure_of(*access.instruction, largest_structure);
  const bool is_whole = whole.bytes() == largest_structure;
  const Structure &structure =
      is_whole && !runs_everywhere ? structure_of(*access.instruction, largest_word) : whole;
  set_structure(access,
                structure.members.size() < 2             ? AccessForm::indexed
                : structure.bytes() == largest_structure ? AccessForm::structures
                                                         : AccessForm::words,
                structure);
}

bool AccessPlanner::is_near(const Structure &structure) const {
  return may_be_near(structure, shapes_, layout_, packet_.lanes);
}

void AccessPlanner::set_structure(Access &access, AccessForm form,
                                  const Structure &structure) const {
  access.form = form;
  access.structure = &structure;
  access.member = static_cast<size_t>(llvm::find(structure.members, access.instruction) -
                                      structure.members.begin());
}

const Structure &AccessPlanner::structure_of(llvm::Instruction &access, int64_t largest) {
  auto &known = structure_of_[largest == largest_word ? 0 : 1];
  if (const auto found = known.find(&access); found != known.end()) {
    return *found->second;
  }
  structures_.push_back(find_structure(access, packet_.lanes, largest, shapes_, layout_));
  const Structure &structure = structures_.back();
  if (structure.is_shared) {
    for (const llvm::Instruction *member : structure.members) {
      known[member] = &structure;
    }
  }
  return structure;
}

AccessMask AccessPlanner::mask_of(const llvm::Value *block_mask) const {
  if (block_mask == nullptr) {
    return AccessMask::none;
  }
  const Shape shape = shapes_.of(*block_mask);
  if (shape.is_varying()) {
    return AccessMask::of_lanes;
  }
  return shape.is_uniform() && !shape.varies_by_part() ? AccessMask::of_packet
                                                       : AccessMask::of_part;
}

bool AccessPlanner::fits_dummy(llvm::Type *type) const {
  return layout_.getTypeStoreSize(type).getFixedValue() <= dummy_size(packet_.lanes);
}

}  // namespace mux::compiler

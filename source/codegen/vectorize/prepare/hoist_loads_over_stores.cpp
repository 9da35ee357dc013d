#include "codegen/vectorize/prepare/hoist_loads_over_stores.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

#include <cstdint>

namespace mux::compiler {

namespace {

/// Maximum number of stores that a load is hoisted over.
constexpr size_t most_passed_stores = 16;
/// Maximum depth of the address computation that is hoisted with it.
constexpr unsigned longest_address = 4;

/// A byte range at constant offsets from a base address.
struct MemberAddress {
  const llvm::Value *base = nullptr;
  int64_t first = 0;
  int64_t end = 0;
};

MemberAddress member_address(llvm::Instruction &access, const llvm::DataLayout &layout) {
  const llvm::Value *pointer = llvm::getLoadStorePointerOperand(&access);
  llvm::APInt offset(layout.getIndexTypeSizeInBits(pointer->getType()), 0);
  const llvm::Value *base = pointer->stripAndAccumulateConstantOffsets(layout, offset, true);
  const auto size = static_cast<int64_t>(
      layout.getTypeStoreSize(llvm::getLoadStoreType(&access)).getFixedValue());
  return {base, offset.getSExtValue(), offset.getSExtValue() + size};
}

bool are_other_members(const MemberAddress &one, const MemberAddress &other) {
  return one.base == other.base && (one.end <= other.first || other.end <= one.first);
}

/// Whether a value is available before an instruction of the same block, or can be hoisted there.
bool can_precede(const llvm::Value &value, const llvm::Instruction &position, unsigned depth) {
  const auto *instruction = llvm::dyn_cast<llvm::Instruction>(&value);
  if (instruction == nullptr || instruction->getParent() != position.getParent() ||
      instruction->comesBefore(&position)) {
    return true;
  }
  return depth < longest_address &&
         llvm::isa<llvm::GetElementPtrInst, llvm::CastInst>(instruction) &&
         llvm::all_of(
             instruction->operand_values(),
             [&](const llvm::Value *operand) {
               return can_precede(*operand, position, depth + 1);
             });
}

void move_before(llvm::Instruction &instruction, llvm::Instruction &position) {
  for (llvm::Value *operand : instruction.operand_values()) {
    auto *own = llvm::dyn_cast<llvm::Instruction>(operand);
    if (own != nullptr && own->getParent() == position.getParent() &&
        !own->comesBefore(&position)) {
      move_before(*own, position);
    }
  }
  instruction.moveBefore(&position);
}

bool hoist_loads_over_stores(llvm::BasicBlock &block, const llvm::DataLayout &layout) {
  /// Stores without any other side effect between them.
  llvm::SmallVector<llvm::StoreInst *, most_passed_stores> stores;
  bool changed = false;
  for (llvm::Instruction &instruction : llvm::make_early_inc_range(block)) {
    if (auto *store = llvm::dyn_cast<llvm::StoreInst>(&instruction)) {
      if (!store->isSimple() || stores.size() == most_passed_stores) {
        stores.clear();
      }
      if (store->isSimple()) {
        stores.push_back(store);
      }
      continue;
    }
    auto *load = llvm::dyn_cast<llvm::LoadInst>(&instruction);
    if (load == nullptr || !load->isSimple()) {
      if (instruction.mayHaveSideEffects()) {
        stores.clear();
      }
      continue;
    }
    if (stores.empty()) {
      continue;
    }
    const MemberAddress address = member_address(*load, layout);
    const bool is_free = llvm::all_of(stores, [&](llvm::StoreInst *store) {
      return are_other_members(address, member_address(*store, layout));
    });
    if (is_free && can_precede(*load->getPointerOperand(), *stores.front(), 0)) {
      move_before(*load, *stores.front());
      changed = true;
    }
  }
  return changed;
}

}  // namespace

bool hoist_loads_over_stores(llvm::Function &work_item_function) {
  const llvm::DataLayout &layout = work_item_function.getParent()->getDataLayout();
  bool changed = false;
  for (llvm::BasicBlock &block : work_item_function) {
    changed |= hoist_loads_over_stores(block, layout);
  }
  return changed;
}

}  // namespace mux::compiler

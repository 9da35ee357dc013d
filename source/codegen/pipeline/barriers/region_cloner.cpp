#include "codegen/pipeline/barriers/region_cloner.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/ValueMapper.h>

#include <cassert>

namespace mux::compiler {

namespace {

using Blocks = llvm::SmallVector<const llvm::BasicBlock *>;

Blocks reachable_from(const llvm::BasicBlock &start) {
  llvm::SmallPtrSet<const llvm::BasicBlock *, 16> seen{&start};
  Blocks result{&start};
  for (size_t i = 0; i < result.size(); ++i) {
    for (const llvm::BasicBlock *next : llvm::successors(result[i])) {
      if (seen.insert(next).second) {
        result.push_back(next);
      }
    }
  }
  return result;
}

/// The instructions of the entry block that the blocks use, transitively.
llvm::SmallVector<const llvm::Instruction *> used_of_entry(const llvm::BasicBlock &entry,
                                                           const Blocks &blocks) {
  llvm::SmallPtrSet<const llvm::Instruction *, 16> seen;
  llvm::SmallVector<const llvm::Instruction *> used;
  const auto add_operands = [&](const llvm::Instruction &instruction) {
    for (const llvm::Value *operand : instruction.operands()) {
      const auto *value = llvm::dyn_cast<llvm::Instruction>(operand);
      if (value != nullptr && value->getParent() == &entry && seen.insert(value).second) {
        used.push_back(value);
      }
    }
  };
  for (const llvm::BasicBlock *block : blocks) {
    for (const llvm::Instruction &instruction : *block) {
      add_operands(instruction);
    }
  }
  for (size_t i = 0; i < used.size(); ++i) {
    add_operands(*used[i]);
  }
  llvm::sort(used, [](const llvm::Instruction *left, const llvm::Instruction *right) {
    return left->comesBefore(right);
  });
  return used;
}

llvm::Function &create_like(llvm::Function &function, llvm::ValueToValueMapTy &map) {
  llvm::Function &copy =
      *llvm::Function::Create(function.getFunctionType(), function.getLinkage(),
                              function.getAddressSpace(), function.getName(), function.getParent());
  copy.copyAttributesFrom(&function);
  llvm::SmallVector<std::pair<unsigned, llvm::MDNode *>> metadata;
  function.getAllMetadata(metadata);
  for (const auto &[kind, node] : metadata) {
    copy.addMetadata(kind, *node);
  }
  for (const auto &[from, to] : llvm::zip_equal(function.args(), copy.args())) {
    to.setName(from.getName());
    map[&from] = &to;
  }
  return copy;
}

/// Appends a clone whose operands are still the original's.
void clone_instruction(const llvm::Instruction &instruction, llvm::BasicBlock &end,
                       llvm::ValueToValueMapTy &map) {
  llvm::Instruction *copy = instruction.clone();
  copy->setName(instruction.getName());
  copy->insertInto(&end, end.end());
  map[&instruction] = copy;
}

/// Appends a clone that has only the cloned predecessors.
void clone_phi(const llvm::PHINode &phi, llvm::BasicBlock &end, llvm::ValueToValueMapTy &map) {
  llvm::PHINode *copy =
      llvm::PHINode::Create(phi.getType(), phi.getNumIncomingValues(), phi.getName(), &end);
  copy->copyMetadata(phi);
  copy->copyIRFlags(&phi);
  for (const llvm::Use &value : phi.incoming_values()) {
    llvm::BasicBlock *block = phi.getIncomingBlock(value);
    if (map.count(block) != 0) {
      copy->addIncoming(value, block);
    }
  }
  map[&phi] = copy;
}

}  // namespace

RegionCloner::RegionCloner(llvm::Function &function) : function_(function) {
  unsigned number = 0;
  for (const llvm::BasicBlock &block : function) {
    numbers_[&block] = number;
    ++number;
  }
}

llvm::Function &RegionCloner::clone(llvm::BasicBlock &start) const {
  assert(!llvm::isa<llvm::PHINode>(start.front()));
  Blocks blocks = reachable_from(start);
  llvm::sort(blocks, [this](const llvm::BasicBlock *left, const llvm::BasicBlock *right) {
    return numbers_.lookup(left) < numbers_.lookup(right);
  });
  llvm::ValueToValueMapTy map;
  llvm::Function &copy = create_like(function_, map);
  llvm::LLVMContext &context = function_.getContext();
  const llvm::BasicBlock &entry = function_.getEntryBlock();
  llvm::BasicBlock *begin = llvm::BasicBlock::Create(context, entry.getName(), &copy);
  for (const llvm::Instruction *instruction : used_of_entry(entry, blocks)) {
    clone_instruction(*instruction, *begin, map);
  }
  for (const llvm::BasicBlock *block : blocks) {
    map[block] = llvm::BasicBlock::Create(context, block->getName(), &copy);
  }
  for (const llvm::BasicBlock *block : blocks) {
    auto &end = *llvm::cast<llvm::BasicBlock>(map[block]);
    for (const llvm::Instruction &instruction : *block) {
      if (const auto *phi = llvm::dyn_cast<llvm::PHINode>(&instruction)) {
        clone_phi(*phi, end, map);
      } else {
        clone_instruction(instruction, end, map);
      }
    }
  }
  for (llvm::BasicBlock &block : copy) {
    for (llvm::Instruction &instruction : block) {
      llvm::RemapInstruction(&instruction, map, llvm::RF_NoModuleLevelChanges);
    }
  }
  llvm::BranchInst::Create(llvm::cast<llvm::BasicBlock>(map[&start]), begin);
  return copy;
}

}  // namespace mux::compiler

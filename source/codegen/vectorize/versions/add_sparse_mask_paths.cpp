#include "codegen/vectorize/versions/add_sparse_mask_paths.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SetVector.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/Cloning.h>
#include <llvm/Transforms/Utils/ValueMapper.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "codegen/ir/lane_functions.h"
#include "codegen/ir/sub_group_functions.h"
#include "codegen/ir/work_item_functions.h"
#include "codegen/vectorize/analysis/shapes.h"
#include "codegen/vectorize/packet/tuning.h"
#include "codegen/vectorize/versions/dominated_region.h"
#include "codegen/vectorize/versions/tuning.h"

namespace mux::compiler {

namespace {

/// `if any(mask), go to body`, in a block without a mask; `start` is the target of that branch: the
/// body, or a test of whether the mask is all true.
struct SparseGuard {
  llvm::BranchInst *branch;
  llvm::Value *mask;
  llvm::BasicBlock *start;
  llvm::BasicBlock *body;
};

std::optional<SparseGuard> sparse_guard_of(llvm::BasicBlock &block) {
  const llvm::Value *own = block_mask(block);
  llvm::Value *mask = vote_operand(block, LaneFunction::any);
  if (mask == nullptr || llvm::isa<llvm::Constant>(mask) ||
      (own != nullptr && !llvm::isa<llvm::Constant>(own))) {
    return std::nullopt;
  }
  auto *branch = llvm::cast<llvm::BranchInst>(block.getTerminator());
  llvm::BasicBlock *start = branch->getSuccessor(0);
  llvm::BasicBlock *body = start;
  if (vote_operand(*start, LaneFunction::all) == mask) {
    body = start->getTerminator()->getSuccessor(1);
  }
  if (block_mask(*body) != mask || body->getSinglePredecessor() == nullptr ||
      start->getSinglePredecessor() != &block) {
    return std::nullopt;
  }
  return SparseGuard{branch, mask, start, body};
}

bool can_be_outlined(const llvm::Instruction &instruction) {
  if (llvm::isa<llvm::AllocaInst>(instruction) || is_barrier_call(instruction) ||
      sub_group_call(instruction).has_value() || instruction.getType()->isTokenTy()) {
    return false;
  }
  const auto *call = llvm::dyn_cast<llvm::CallInst>(&instruction);
  return call == nullptr || (!call->isMustTailCall() && !call->isConvergent());
}

/// The region under the guard's mask, from the body to its single exit.
class MaskedRegion {
 public:
  MaskedRegion(const SparseGuard &guard, const llvm::DominatorTree &dominators)
      : guard_(guard),
        is_small_(find_dominated_region(*guard.body, dominators,
                                        tuning::max_sparse_copy_instructions, blocks_)) {}

  /// Whether the region can be outlined, and contains a loop that makes it worthwhile.
  bool is_suitable(const llvm::LoopInfo &loops, const Shapes &shapes) {
    if (!is_small_) {
      return false;
    }
    bool has_loop = false;
    const unsigned depth = loops.getLoopDepth(guard_.body);
    for (llvm::BasicBlock *block : blocks_) {
      has_loop |= loops.getLoopDepth(block) > depth;
      if (!llvm::all_of(*block, can_be_outlined) || !note_exits(*block)) {
        return false;
      }
    }
    if (!has_loop || exit_block_ == nullptr || !bypass_reaches_exit(loops)) {
      return false;
    }
    find_inputs();
    return has_suitable_values(shapes);
  }

  /// Returns the number of active work-items below which scalar code is estimated to be faster than
  /// vectors.
  unsigned max_lanes(const llvm::LoopInfo &loops, const Shapes &shapes,
                     const Packet &packet) const {
    double of_vectors = 0;
    double of_one = 0;
    for (const llvm::BasicBlock *block : blocks_) {
      const double weight = std::pow(tuning::assumed_trip_count,
                                     std::min(loops.getLoopDepth(block), tuning::deepest_loop));
      for (const llvm::Instruction &instruction : *block) {
        if (instruction.isTerminator() ||
            llvm::isa<llvm::PHINode, llvm::CastInst, llvm::GetElementPtrInst>(instruction)) {
          continue;
        }
        of_one += weight;
        of_vectors += weight * cost_in_vectors(instruction, shapes, packet);
      }
    }
    return of_one == 0 ? 0
                       : static_cast<unsigned>(of_vectors / (tuning::serial_lane_factor * of_one));
  }

  /// Calls the outlined function if at most `most` work-items are active.
  void call_outlined_if_sparse(unsigned most) {
    llvm::Function &alone = build_function();
    llvm::Function &function = *guard_.body->getParent();
    llvm::LLVMContext &context = function.getContext();
    auto *choice = llvm::BasicBlock::Create(context, "few", &function, guard_.start);
    auto *calls = llvm::BasicBlock::Create(context, "few.calls", &function, guard_.start);
    llvm::BasicBlock *before = guard_.branch->getParent();
    guard_.branch->setSuccessor(0, choice);
    guard_.start->replacePhiUsesWith(before, choice);
    llvm::IRBuilder<> builder(choice);
    builder.CreateCondBr(call_few(builder, guard_.mask, most), calls, guard_.start);
    builder.SetInsertPoint(calls);
    call_lane_function(builder, LaneFunction::mask, guard_.mask);
    llvm::Value *result = builder.CreateCall(&alone, inputs_.getArrayRef());
    unsigned index = 0;
    for (llvm::PHINode &phi : exit_block_->phis()) {
      llvm::Value *value = results_ == 1 ? result : builder.CreateExtractValue(result, index++);
      // Inactive work-items keep the values of the bypassing edge.
      llvm::Value *other = phi.getIncomingValueForBlock(before);
      phi.addIncoming(builder.CreateSelect(guard_.mask, value, other), calls);
    }
    builder.CreateBr(exit_block_);
  }

 private:
  /// Collects the exiting edges of a block.
  /// @return false if the region has several exit blocks.
  bool note_exits(llvm::BasicBlock &block) {
    if (!llvm::isa<llvm::BranchInst>(block.getTerminator())) {
      return false;
    }
    for (llvm::BasicBlock *next : llvm::successors(&block)) {
      if (blocks_.contains(next)) {
        continue;
      }
      if (exit_block_ != nullptr && exit_block_ != next) {
        return false;
      }
      exit_block_ = next;
      exits_.push_back(&block);
    }
    return true;
  }

  /// Whether the bypassing edge leads directly to the exit block, in the same loop.
  bool bypass_reaches_exit(const llvm::LoopInfo &loops) const {
    return guard_.branch->getSuccessor(1) == exit_block_ && !exits_.empty() &&
           loops.getLoopFor(exit_block_) == loops.getLoopFor(guard_.branch->getParent());
  }

  void find_inputs() {
    for (llvm::BasicBlock *block : blocks_) {
      for (llvm::Instruction &instruction : *block) {
        for (llvm::Value *operand : instruction.operand_values()) {
          note_input(*operand);
        }
      }
    }
    for (const llvm::PHINode &phi : exit_block_->phis()) {
      for (llvm::BasicBlock *exit : exits_) {
        note_input(*phi.getIncomingValueForBlock(exit));
      }
    }
  }

  void note_input(llvm::Value &value) {
    auto *instruction = llvm::dyn_cast<llvm::Instruction>(&value);
    const bool is_outside = llvm::isa<llvm::Argument>(value) ||
                            (instruction != nullptr && !blocks_.contains(instruction->getParent()));
    if (is_outside && &value != guard_.mask) {
      inputs_.insert(&value);
    }
  }

  bool has_suitable_values(const Shapes &shapes) {
    // Private variables have a layout for vectors.
    const bool uses_variables = llvm::any_of(inputs_, [](const llvm::Value *input) {
      return input->getType()->isPointerTy() &&
             llvm::isa<llvm::AllocaInst>(llvm::getUnderlyingObject(input, 0));
    });
    if (uses_variables) {
      return false;
    }
    for (const llvm::PHINode &phi : exit_block_->phis()) {
      llvm::Type *type = phi.getType();
      const bool is_element = type->isIntegerTy() || type->isFloatTy() || type->isDoubleTy();
      // Uniform results must remain uniform.
      if (!is_element || !shapes.of(phi).is_varying()) {
        return false;
      }
      ++results_;
    }
    return results_ <= tuning::max_sparse_copy_results;
  }

  double cost_in_vectors(const llvm::Instruction &instruction, const Shapes &shapes,
                         const Packet &packet) const {
    const llvm::Value *pointer = llvm::getLoadStorePointerOperand(&instruction);
    if (pointer != nullptr) {
      const Shape shape = shapes.of(*pointer);
      return shape.is_varying() ? tuning::gather * packet.lanes * packet.part_count()
                                : shape.distinct_parts(packet);
    }
    return shapes.of(instruction).is_varying() ? packet.part_count() : 1;
  }

  llvm::Type *result_type() const {
    llvm::SmallVector<llvm::Type *> types;
    for (const llvm::PHINode &phi : exit_block_->phis()) {
      types.push_back(phi.getType());
    }
    llvm::LLVMContext &context = exit_block_->getContext();
    return types.empty()       ? llvm::Type::getVoidTy(context)
           : types.size() == 1 ? types.front()
                               : llvm::StructType::get(context, types);
  }

  llvm::Function &declare_function() {
    llvm::SmallVector<llvm::Type *> types;
    for (const llvm::Value *input : inputs_) {
      types.push_back(input->getType());
    }
    llvm::Function &original = *guard_.body->getParent();
    auto *function = llvm::Function::Create(
        llvm::FunctionType::get(result_type(), types, false), llvm::GlobalValue::InternalLinkage,
        original.getAddressSpace(), original.getName() + ".alone", original.getParent());
    // Attributes of the target CPU and the floating-point mode.
    for (const llvm::Attribute attribute : original.getAttributes().getFnAttrs()) {
      if (attribute.isStringAttribute()) {
        function->addFnAttr(attribute);
      }
    }
    function->addFnAttr(llvm::Attribute::NoUnwind);
    return *function;
  }

  llvm::Function &build_function() {
    llvm::Function &function = declare_function();
    llvm::LLVMContext &context = function.getContext();
    llvm::ValueToValueMapTy values;
    for (unsigned i = 0; i < inputs_.size(); ++i) {
      values[inputs_[i]] = function.getArg(i);
    }
    values[guard_.mask] = llvm::ConstantInt::getTrue(context);
    auto *entry = llvm::BasicBlock::Create(context, "entry", &function);
    values[guard_.body->getSinglePredecessor()] = entry;
    llvm::SmallVector<llvm::BasicBlock *> copies;
    for (llvm::BasicBlock *block : blocks_) {
      llvm::BasicBlock *copy = llvm::CloneBasicBlock(block, values, "", &function);
      values[block] = copy;
      copies.push_back(copy);
    }
    llvm::BranchInst::Create(copies.front(), entry);
    values[exit_block_] = &build_end(function, values);
    llvm::remapInstructionsInBlocks(copies, values);
    for (llvm::BasicBlock *copy : copies) {
      make_scalar(*copy);
    }
    return function;
  }

  /// Builds the return block, with a phi for each phi of the exit block.
  llvm::BasicBlock &build_end(llvm::Function &function, llvm::ValueToValueMapTy &values) const {
    auto *end = llvm::BasicBlock::Create(function.getContext(), "end", &function);
    llvm::IRBuilder<> builder(end);
    llvm::SmallVector<llvm::Value *> results;
    for (llvm::PHINode &phi : exit_block_->phis()) {
      llvm::PHINode *result = builder.CreatePHI(phi.getType(), exits_.size());
      for (llvm::BasicBlock *exit : exits_) {
        llvm::Value *value = phi.getIncomingValueForBlock(exit);
        llvm::Value *copy = values.lookup(value);
        result->addIncoming(copy == nullptr ? value : copy,
                            llvm::cast<llvm::BasicBlock>(values.lookup(exit)));
      }
      results.push_back(result);
    }
    if (results.empty()) {
      builder.CreateRetVoid();
    } else if (results.size() == 1) {
      builder.CreateRet(results.front());
    } else {
      builder.CreateAggregateRet(results.data(), results.size());
    }
    return *end;
  }

  /// Replaces lane functions by their meaning for a single work-item.
  static void make_scalar(llvm::BasicBlock &block) {
    for (llvm::Instruction &instruction : llvm::make_early_inc_range(block)) {
      instruction.setDebugLoc({});
      instruction.dropDbgRecords();
      if (is_lane_call(instruction, LaneFunction::any) ||
          is_lane_call(instruction, LaneFunction::all)) {
        instruction.replaceAllUsesWith(llvm::cast<llvm::CallInst>(instruction).getArgOperand(0));
        instruction.eraseFromParent();
      } else if (is_lane_call(instruction, LaneFunction::few)) {
        // A nested region that has such a version uses the vector form here.
        instruction.replaceAllUsesWith(llvm::ConstantInt::getFalse(block.getContext()));
        instruction.eraseFromParent();
      } else if (is_lane_call(instruction, LaneFunction::mask) ||
                 instruction.isDebugOrPseudoInst()) {
        instruction.eraseFromParent();
      }
    }
  }

  SparseGuard guard_;
  llvm::SetVector<llvm::BasicBlock *> blocks_;
  bool is_small_;
  llvm::BasicBlock *exit_block_ = nullptr;
  /// The predecessors of the exit block, one entry per edge.
  llvm::SmallVector<llvm::BasicBlock *> exits_;
  llvm::SetVector<llvm::Value *> inputs_;
  unsigned results_ = 0;
};

/// Analyses that are valid until the function changes.
struct FunctionAnalyses {
  FunctionAnalyses(llvm::Function &function, const Packet &packet)
      : dominators(function), loops(dominators), shapes(function, packet) {}

  llvm::DominatorTree dominators;
  llvm::LoopInfo loops;
  Shapes shapes;
};

}  // namespace

bool add_sparse_mask_paths(llvm::Function &linearized, const Packet &packet) {
  llvm::SmallVector<llvm::BasicBlock *> blocks;
  for (llvm::BasicBlock &block : linearized) {
    blocks.push_back(&block);
  }
  unsigned copies = 0;
  // Recalculated only after a clone, since a kernel may have thousands of guards.
  std::optional<FunctionAnalyses> known;
  for (llvm::BasicBlock *block : blocks) {
    const std::optional<SparseGuard> guard = sparse_guard_of(*block);
    if (!guard.has_value() || copies == tuning::max_sparse_copies) {
      continue;
    }
    if (!known.has_value()) {
      known.emplace(linearized, packet);
    }
    MaskedRegion region(*guard, known->dominators);
    if (!region.is_suitable(known->loops, known->shapes)) {
      continue;
    }
    const unsigned most = region.max_lanes(known->loops, known->shapes, packet);
    if (most != 0) {
      region.call_outlined_if_sparse(std::min(most, packet.lanes * packet.part_count() / 2));
      known.reset();
      ++copies;
    }
  }
  return copies != 0;
}

}  // namespace mux::compiler

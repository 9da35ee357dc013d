#include "compiler/vectorize/versions/row_versions.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/MDBuilder.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/PatternMatch.h>
#include <llvm/Transforms/Utils/Cloning.h>
#include <llvm/Transforms/Utils/ValueMapper.h>

#include <optional>

#include "compiler/ir/flattened_rows.h"
#include "compiler/ir/guarded_divisor.h"
#include "compiler/ir/lane_functions.h"
#include "compiler/ir/work_item_context.h"
#include "compiler/vectorize/analysis/shapes.h"
#include "compiler/vectorize/packet/tuning.h"
#include "compiler/vectorize/versions/index_bounds.h"

namespace mux::compiler {

namespace {

/// Instructions of a function that gets a version.
constexpr size_t most_row_instructions = 600;
/// Steps from a value back to the parameters it is calculated from.
constexpr unsigned most_index_steps = 12;
/// Bounds that are within each other.
constexpr unsigned most_rounds = 3;

/// What an index is divided by, and how: one row for all questions about it.
struct Row {
  llvm::Value *index = nullptr;
  /// An integer of the index's type, the same for all work-items.
  llvm::Value *length = nullptr;
  bool is_signed = false;

  bool operator==(const Row &) const = default;
};

/// An instruction that asks for the row of an index, or for its place in that.
struct Question {
  llvm::Instruction *instruction = nullptr;
  Row row;
  bool is_place = false;
};

/// The index and the length that an instruction divides, by whatever operation.
std::optional<Question> question_of(llvm::Instruction &instruction) {
  using namespace llvm::PatternMatch;
  llvm::Value *index = nullptr;
  llvm::Value *divisor = nullptr;
  const llvm::APInt *constant = nullptr;
  const auto ask = [&](llvm::Value *length, bool is_signed, bool is_place) {
    return Question{&instruction, {index, length, is_signed}, is_place};
  };
  const auto power = [&](const llvm::APInt &value) {
    return llvm::ConstantInt::get(instruction.getType(), value);
  };
  constexpr unsigned most_bits_of_index = 64;
  if (!instruction.getType()->isIntegerTy() ||
      instruction.getType()->getIntegerBitWidth() > most_bits_of_index) {
    return std::nullopt;
  }
  if (match(&instruction, m_UDiv(m_Value(index), m_Value(divisor)))) {
    return ask(unguarded_divisor(*divisor), false, false);
  }
  if (match(&instruction, m_URem(m_Value(index), m_Value(divisor)))) {
    return ask(unguarded_divisor(*divisor), false, true);
  }
  if (match(&instruction, m_SDiv(m_Value(index), m_Value(divisor)))) {
    return ask(unguarded_divisor(*divisor), true, false);
  }
  if (match(&instruction, m_SRem(m_Value(index), m_Value(divisor)))) {
    return ask(unguarded_divisor(*divisor), true, true);
  }
  if (match(&instruction, m_Shr(m_Value(index), m_APInt(constant)))) {
    const unsigned bits = constant->getBitWidth();
    const bool is_signed = instruction.getOpcode() == llvm::Instruction::AShr;
    if (constant->uge(bits - 1)) {
      return std::nullopt;
    }
    return ask(
        power(llvm::APInt::getOneBitSet(bits, static_cast<unsigned>(constant->getZExtValue()))),
        is_signed, false);
  }
  if (match(&instruction, m_And(m_Value(index), m_LowBitMask(constant))) &&
      !constant->isAllOnes()) {
    return ask(power(*constant + 1), false, true);
  }
  return std::nullopt;
}

class RowVersions {
 public:
  explicit RowVersions(llvm::Function &function)
      : function_(function),
        shapes_(function, {tuning::lanes_to_compare_shapes}),
        context_(WorkItemContext::of(function)),
        builder_(function.getContext()) {}

  bool find() {
    for (llvm::Instruction &instruction : llvm::instructions(function_)) {
      const std::optional<Question> question = question_of(instruction);
      if (question.has_value() && shapes_.of(instruction).is_varying() &&
          shapes_.of(*question->row.index).is_strided() && is_long(*question->row.length) &&
          is_known_at_entry(*question->row.index, most_index_steps) &&
          counts_over_groups(*question->row.index) &&
          is_known_at_entry(*question->row.length, most_index_steps)) {
        questions_.push_back(*question);
      }
    }
    return !questions_.empty() || has_bounded_index();
  }

  void build() {
    llvm::SmallVector<llvm::BasicBlock *> original;
    for (llvm::BasicBlock &block : function_) {
      original.push_back(&block);
    }
    llvm::BasicBlock *old_entry = original.front();
    auto *entry = llvm::BasicBlock::Create(function_.getContext(), "rows", &function_, old_entry);
    for (llvm::Instruction &instruction : llvm::make_early_inc_range(*old_entry)) {
      // Both versions have the same variables.
      if (llvm::isa<llvm::AllocaInst>(instruction)) {
        instruction.moveBefore(*entry, entry->end());
      }
    }
    llvm::BasicBlock *fast = copy(original);
    builder_.SetInsertPoint(entry);
    llvm::BranchInst *branch = builder_.CreateCondBr(builder_.getTrue(), fast, old_entry);
    branch->setMetadata(llvm::LLVMContext::MD_prof,
                        llvm::MDBuilder(function_.getContext()).createLikelyBranchWeights());
    builder_.SetInsertPoint(branch);
    for (llvm::Value *id : {context_.local_id[0], context_.local_index}) {
      first_[id] = call_first(builder_, id);
    }
    llvm::Value *is_one_row = builder_.getTrue();
    for (const Question &question : questions_) {
      if (!llvm::is_contained(rows_, question.row)) {
        rows_.push_back(question.row);
        if (const auto *length = llvm::dyn_cast<llvm::ConstantInt>(question.row.length)) {
          note_row_length(function_, length->getLimitedValue());
        }
        is_one_row = builder_.CreateAnd(is_one_row, place_in_row(question.row));
      }
    }
    answer_questions();
    for (unsigned round = 0; round < most_rounds; ++round) {
      llvm::Value *is_inside = leave_out_bounds();
      if (is_inside == nullptr) {
        break;
      }
      is_one_row = builder_.CreateAnd(is_one_row, is_inside);
    }
    branch->setCondition(
        call_lane_function(builder_, LaneFunction::all, builder_.CreateFreeze(is_one_row)));
  }

 private:
  bool has_bounded_index() {
    std::optional<IndexBounds> bounds;
    return llvm::any_of(llvm::instructions(function_), [&](llvm::Instruction &instruction) {
      if (!IndexBounds::may_bound(instruction) || !shapes_.of(instruction).is_varying()) {
        return false;
      }
      if (!bounds.has_value()) {
        bounds.emplace(function_);
      }
      return bounds->bounded_index(instruction).has_value();
    });
  }

  /// What the entry knows of a row.
  struct Place {
    llvm::Value *row = nullptr;
    llvm::Value *in_row = nullptr;
  };

  /// Packets never lie within shorter rows.
  static bool is_long(const llvm::Value &length) {
    const auto *constant = llvm::dyn_cast<llvm::ConstantInt>(&length);
    return constant == nullptr || constant->getValue().sge(tuning::shortest_flattened_row);
  }

  /// Of an index within a group, what a packet has in common is mostly known without a version: by
  /// the alignment of packets (analysis/shapes.h).
  bool counts_over_groups(const llvm::Value &index) const {
    const auto *instruction = llvm::dyn_cast<llvm::Instruction>(&index);
    return &index == context_.first_global_id[0] || &index == context_.group_id[0] ||
           (instruction != nullptr &&
            llvm::any_of(instruction->operand_values(),
                         [&](const llvm::Value *operand) { return counts_over_groups(*operand); }));
  }

  /// Whether a value is calculated from parameters alone, without what might trap.
  bool is_known_at_entry(const llvm::Value &value, unsigned steps) const {
    if (llvm::isa<llvm::Argument, llvm::Constant>(value)) {
      return !shapes_.of(value).is_varying();
    }
    const auto *instruction = llvm::dyn_cast<llvm::Instruction>(&value);
    return instruction != nullptr && steps != 0 && value.getType()->isIntegerTy() &&
           !shapes_.of(value).is_varying() &&
           llvm::isa<llvm::BinaryOperator, llvm::CastInst, llvm::SelectInst, llvm::ICmpInst,
                     llvm::FreezeInst>(instruction) &&
           llvm::isSafeToSpeculativelyExecute(instruction) &&
           llvm::all_of(instruction->operand_values(), [&](const llvm::Value *operand) {
             return is_known_at_entry(*operand, steps - 1);
           });
  }

  using Values = llvm::DenseMap<llvm::Value *, llvm::Value *>;

  /// Calculates a value again at the entry, from the local id that the map has.
  llvm::Value *at_entry(llvm::Value &value, Values &known) {
    auto *instruction = llvm::dyn_cast<llvm::Instruction>(&value);
    if (const auto found = known.find(&value); found != known.end()) {
      return found->second;
    }
    if (instruction == nullptr) {
      return &value;
    }
    llvm::Instruction *again = instruction->clone();
    for (llvm::Use &operand : again->operands()) {
      operand.set(at_entry(*operand.get(), known));
    }
    // Promises hold where the function comes to the value, and here it decides about a branch.
    again->dropPoisonGeneratingAnnotations();
    return known[&value] = builder_.Insert(again);
  }

  /// Calculates row and place for the first work-item of the packet, and from these for each.
  /// @return whether a work-item is in the same row as the first one.
  llvm::Value *place_in_row(const Row &row) {
    llvm::Type *type = row.index->getType();
    llvm::Constant *one = llvm::ConstantInt::get(type, 1);
    llvm::Value *own = at_entry(*row.index, own_);
    llvm::Value *first = at_entry(*row.index, first_);
    llvm::Value *length = builder_.CreateFreeze(at_entry(*row.length, own_));
    llvm::Constant *zero = llvm::Constant::getNullValue(type);
    llvm::Value *is_positive =
        row.is_signed ? builder_.CreateICmpSGT(length, zero) : builder_.CreateICmpNE(length, zero);
    length = builder_.CreateSelect(is_positive, length, one);
    llvm::Value *number = builder_.CreateUDiv(first, length);
    llvm::Value *start = builder_.CreateURem(first, length);
    llvm::Value *distance = builder_.CreateSub(own, first);
    llvm::Value *left = builder_.CreateSub(builder_.CreateSub(length, one), start);
    places_.push_back({number, builder_.CreateAdd(start, distance)});
    llvm::Value *is_in_row = builder_.CreateICmpULE(distance, left);
    if (!row.is_signed) {
      return builder_.CreateAnd(is_in_row, builder_.CreateICmpUGE(own, first));
    }
    // Of numbers below zero, division rounds the other way.
    llvm::Value *grows =
        builder_.CreateAnd(builder_.CreateICmpSGE(first, zero), builder_.CreateICmpSGE(own, first));
    return builder_.CreateAnd(is_in_row, builder_.CreateAnd(is_positive, grows));
  }

  /// @return the first block of the copy.
  llvm::BasicBlock *copy(llvm::ArrayRef<llvm::BasicBlock *> original) {
    for (llvm::BasicBlock *block : original) {
      llvm::BasicBlock *copied = llvm::CloneBasicBlock(block, copies_, ".row", &function_);
      copies_[block] = copied;
      blocks_.push_back(copied);
    }
    llvm::remapInstructionsInBlocks(blocks_, copies_);
    return blocks_.front();
  }

  /// In the copy, the answers are those of the entry.
  void answer_questions() {
    for (const Question &question : questions_) {
      const auto row =
          static_cast<size_t>(std::distance(rows_.begin(), llvm::find(rows_, question.row)));
      auto *copied = llvm::cast<llvm::Instruction>(copies_.lookup(question.instruction));
      copied->replaceAllUsesWith(question.is_place ? places_[row].in_row : places_[row].row);
      copied->eraseFromParent();
    }
  }

  /// In the copy, indices are what they are without the bounds that no work-item meets. What is
  /// bounded by two is so by one afterwards.
  /// @return whether a work-item meets none; NULL if there are no such indices.
  llvm::Value *leave_out_bounds() {
    IndexBounds bounds(function_);
    llvm::SmallVector<BoundedIndex> indices;
    for (llvm::BasicBlock *block : blocks_) {
      for (llvm::Instruction &instruction : *block) {
        if (const std::optional<BoundedIndex> index = bounds.bounded_index(instruction)) {
          indices.push_back(*index);
        }
      }
    }
    llvm::Value *is_inside = nullptr;
    for (const BoundedIndex &index : indices) {
      llvm::Value *holds = bounds.holds(builder_, index);
      is_inside = is_inside == nullptr ? holds : builder_.CreateAnd(is_inside, holds);
    }
    for (const BoundedIndex &index : indices) {
      index.instruction->replaceAllUsesWith(index.unbounded);
      index.instruction->eraseFromParent();
    }
    return is_inside;
  }

  llvm::Function &function_;
  Shapes shapes_;
  WorkItemContext context_;
  llvm::IRBuilder<> builder_;
  /// The copy of the function.
  llvm::ValueToValueMapTy copies_;
  llvm::SmallVector<llvm::BasicBlock *> blocks_;
  llvm::SmallVector<Question> questions_;
  llvm::SmallVector<Row> rows_;
  /// Of each row.
  llvm::SmallVector<Place> places_;
  /// What has been calculated at the entry, for a work-item and for the first one of its packet.
  Values own_;
  Values first_;
};

}  // namespace

bool has_flattened_rows(llvm::Function &linearized) {
  return linearized.getInstructionCount() <= most_row_instructions &&
         RowVersions(linearized).find();
}

bool add_row_versions(llvm::Function &linearized) {
  if (linearized.getInstructionCount() > most_row_instructions) {
    return false;
  }
  RowVersions versions(linearized);
  if (!versions.find()) {
    return false;
  }
  versions.build();
  return true;
}

}  // namespace mux::compiler

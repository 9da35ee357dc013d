#include "codegen/vectorize/versions/add_row_versions.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SmallVector.h>
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

#include "codegen/ir/flattened_rows.h"
#include "codegen/ir/guarded_divisor.h"
#include "codegen/ir/lane_functions.h"
#include "codegen/ir/work_item_context.h"
#include "codegen/vectorize/analysis/shapes.h"
#include "codegen/vectorize/packet/tuning.h"
#include "codegen/vectorize/versions/entry_values.h"
#include "codegen/vectorize/versions/index_bounds.h"
#include "codegen/vectorize/versions/tuning.h"

namespace mux::compiler {

namespace {

/// A division of an index by the length of a row. Divisions with equal operands share one Row.
struct Row {
  llvm::Value *index = nullptr;
  /// A uniform integer of the index's type.
  llvm::Value *length = nullptr;
  bool is_signed = false;

  bool operator==(const Row &) const = default;
};

/// An instruction that calculates the row of an index, or its position in the row.
struct Question {
  llvm::Instruction *instruction = nullptr;
  Row row;
  bool is_place = false;
};

/// Matches an instruction that divides an index by a length, as a division, remainder, shift or
/// mask.
std::optional<Question> row_division_of(llvm::Instruction &instruction) {
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
      const std::optional<Question> question = row_division_of(instruction);
      if (question.has_value() && shapes_.of(instruction).is_varying() &&
          shapes_.of(*question->row.index).is_strided() && is_long(*question->row.length) &&
          is_known_at_entry(*question->row.index) && depends_on_group_id(*question->row.index) &&
          is_known_at_entry(*question->row.length)) {
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
    llvm::BasicBlock *entry = insert_entry(function_, "rows");
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
    replace_row_divisions();
    for (unsigned round = 0; round < tuning::max_bound_nesting; ++round) {
      llvm::Value *is_inside = drop_bounds();
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
      if (!IndexBounds::may_be_bounded_index(instruction) ||
          !shapes_.of(instruction).is_varying()) {
        return false;
      }
      if (!bounds.has_value()) {
        bounds.emplace(function_);
      }
      return bounds->bounded_index(instruction).has_value();
    });
  }

  /// Row number and position in the row, calculated at the entry.
  struct Place {
    llvm::Value *row = nullptr;
    llvm::Value *in_row = nullptr;
  };

  /// Packets never fit in shorter rows.
  static bool is_long(const llvm::Value &length) {
    const auto *constant = llvm::dyn_cast<llvm::ConstantInt>(&length);
    return constant == nullptr || constant->getValue().sge(tuning::shortest_flattened_row);
  }

  /// Whether an index depends on the group id. For an index within a group, uniformity mostly
  /// follows from the alignment of packets without a version (analysis/shapes.h).
  bool depends_on_group_id(const llvm::Value &index) const {
    const auto *instruction = llvm::dyn_cast<llvm::Instruction>(&index);
    return &index == context_.first_global_id[0] || &index == context_.group_id[0] ||
           (instruction != nullptr &&
            llvm::any_of(instruction->operand_values(), [&](const llvm::Value *operand) {
              return depends_on_group_id(*operand);
            }));
  }

  /// Whether a value is an integer, calculated from parameters, and not varying.
  bool is_known_at_entry(const llvm::Value &value) const {
    return is_calculated_from_parameters(
        value, tuning::max_row_index_steps, [this](const llvm::Value &part) {
          return !shapes_.of(part).is_varying() &&
                 (!llvm::isa<llvm::Instruction>(part) || part.getType()->isIntegerTy());
        });
  }

  using Values = llvm::DenseMap<llvm::Value *, llvm::Value *>;

  /// Clones the calculation of a value to the entry, with the local id that `known` maps to.
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
    // Poison-generating flags are only valid where the original is executed; here the value decides
    // a branch.
    again->dropPoisonGeneratingAnnotations();
    return known[&value] = builder_.Insert(again);
  }

  /// Calculates the row and position of the packet's first work-item, and from these the position
  /// of each.
  /// @return whether a work-item is in the row of the first one.
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
    // Signed division of negative numbers rounds towards zero.
    llvm::Value *grows =
        builder_.CreateAnd(builder_.CreateICmpSGE(first, zero), builder_.CreateICmpSGE(own, first));
    return builder_.CreateAnd(is_in_row, builder_.CreateAnd(is_positive, grows));
  }

  /// Clones the blocks of the function.
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

  /// Replaces row and position in the copy by the values calculated at the entry.
  void replace_row_divisions() {
    for (const Question &question : questions_) {
      const auto row =
          static_cast<size_t>(std::distance(rows_.begin(), llvm::find(rows_, question.row)));
      auto *copied = llvm::cast<llvm::Instruction>(copies_.lookup(question.instruction));
      copied->replaceAllUsesWith(question.is_place ? places_[row].in_row : places_[row].row);
      copied->eraseFromParent();
    }
  }

  /// Replaces bounded indices in the copy by the unbounded ones. An index with two bounds has one
  /// left afterwards.
  /// @return the condition that no work-item reaches a bound; NULL if there are no bounded indices.
  llvm::Value *drop_bounds() {
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
  /// Places by index in rows_.
  llvm::SmallVector<Place> places_;
  /// Values calculated at the entry, for a work-item and for the first one of its packet.
  Values own_;
  Values first_;
};

}  // namespace

bool has_flattened_rows(llvm::Function &linearized) {
  return linearized.getInstructionCount() <= tuning::max_row_instructions &&
         RowVersions(linearized).find();
}

bool add_row_versions(llvm::Function &linearized) {
  if (linearized.getInstructionCount() > tuning::max_row_instructions) {
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

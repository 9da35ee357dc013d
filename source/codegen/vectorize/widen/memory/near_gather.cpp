#include "codegen/vectorize/widen/memory/near_gather.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/PatternMatch.h>

#include <cstdlib>
#include <optional>

#include "codegen/vectorize/widen/active_lanes.h"
#include "codegen/vectorize/widen/memory/lane_addresses.h"
#include "codegen/vectorize/widen/memory/memory_access.h"
#include "codegen/vectorize/widen/permutation.h"
#include "codegen/vectorize/widen/widener.h"

namespace mux::compiler {

namespace {

/// Maximum depth of the search from an index to its operands.
constexpr unsigned most_steps = 12;
/// Maximum number of values visited from an index.
constexpr unsigned most_asked = 64;
/// Maximum distance in elements between consecutive values of the divided index.
constexpr int64_t largest_step = 4;
/// Narrower indices may wrap within an array.
constexpr unsigned fewest_index_bits = 32;
/// Smallest page size; larger ones are multiples of it.
constexpr uint64_t page_size = 4096;

class IndexOrigin {
 public:
  explicit IndexOrigin(const Widener &widener) : widener_(widener) {}

  /// Whether the value grows slowly along the lanes: the result of a division, shift or rounding of
  /// values computed from ids.
  bool is_slow(const llvm::Value &value, unsigned steps = most_steps) const {
    const auto *instruction = llvm::dyn_cast<llvm::Instruction>(&value);
    if (!widener_.shape(value).is_varying() || instruction == nullptr || steps == 0) {
      return widener_.shape(value).is_uniform();
    }
    switch (instruction->getOpcode()) {
      case llvm::Instruction::UDiv:
      case llvm::Instruction::SDiv:
      case llvm::Instruction::LShr:
      case llvm::Instruction::AShr:
      case llvm::Instruction::FPToSI:
      case llvm::Instruction::FPToUI:
        return is_calculated(value, steps);
      case llvm::Instruction::Mul:
      case llvm::Instruction::Shl:
        return has_small_factor(*instruction) && is_slow(*instruction->getOperand(0), steps - 1);
      case llvm::Instruction::Select:
        return operands_are_slow(llvm::drop_begin(instruction->operand_values()), steps);
      case llvm::Instruction::Call:
        return is_bound(*instruction) &&
               operands_are_slow(llvm::cast<llvm::CallBase>(instruction)->args(), steps);
      case llvm::Instruction::Add:
      case llvm::Instruction::Sub:
      case llvm::Instruction::SExt:
      case llvm::Instruction::ZExt:
      case llvm::Instruction::Trunc:
      case llvm::Instruction::Freeze:
        return operands_are_slow(instruction->operand_values(), steps);
      default:
        return false;
    }
  }

  /// Whether consecutive lanes probably have consecutive values: selected among several values with
  /// stride 1 or 0, as at the borders of an image, or a remainder of such a value.
  bool is_nearly_contiguous(const llvm::Value &value) const {
    llvm::SmallPtrSet<const llvm::Value *, 16> asked;
    return is_nearly_contiguous(value, asked);
  }

  /// Whether the value appears to decrease along the lanes.
  bool descends(const llvm::Value &value, unsigned steps = most_steps) const {
    const Shape shape = widener_.shape(value);
    const auto *instruction = llvm::dyn_cast<llvm::Instruction>(&value);
    if (!shape.is_varying() || instruction == nullptr || steps == 0) {
      return shape.is_strided() && shape.stride < 0;
    }
    const auto *varying = llvm::find_if(instruction->operands(), [&](const llvm::Use &operand) {
      return !widener_.shape(*operand.get()).is_uniform();
    });
    if (varying == instruction->op_end()) {
      return false;
    }
    const bool is_subtracted =
        varying->getOperandNo() == 1 && (instruction->getOpcode() == llvm::Instruction::Sub ||
                                         instruction->getOpcode() == llvm::Instruction::FSub);
    const bool is_negative = is_subtracted || instruction->getOpcode() == llvm::Instruction::FNeg;
    return descends(*varying->get(), steps - 1) != is_negative;
  }

 private:
  /// @param asked visited values, which are assumed to fulfill the condition.
  bool is_nearly_contiguous(const llvm::Value &value,
                            llvm::SmallPtrSet<const llvm::Value *, 16> &asked) const {
    const Shape shape = widener_.shape(value);
    const auto *instruction = llvm::dyn_cast<llvm::Instruction>(&value);
    if (!shape.is_varying()) {
      return shape.is_uniform() || std::abs(shape.stride) == 1;
    }
    if (instruction == nullptr || asked.size() > most_asked) {
      return false;
    }
    if (!asked.insert(instruction).second) {
      return true;
    }
    const auto all_are = [&](auto &&operands) {
      return llvm::all_of(operands, [&](const llvm::Value *operand) {
        return is_nearly_contiguous(*operand, asked);
      });
    };
    switch (instruction->getOpcode()) {
      case llvm::Instruction::URem:
      case llvm::Instruction::SRem:
        return widener_.shape(*instruction->getOperand(1)).is_uniform() &&
               is_nearly_contiguous(*instruction->getOperand(0), asked);
      case llvm::Instruction::Select:
        return all_are(llvm::drop_begin(instruction->operand_values()));
      case llvm::Instruction::Call:
        return is_bound(*instruction) && all_are(llvm::cast<llvm::CallBase>(instruction)->args());
      case llvm::Instruction::Add:
      case llvm::Instruction::Sub:
        return has_uniform_operand(*instruction) && all_are(instruction->operand_values());
      case llvm::Instruction::PHI:
      case llvm::Instruction::SExt:
      case llvm::Instruction::ZExt:
      case llvm::Instruction::Trunc:
      case llvm::Instruction::Freeze:
        return all_are(instruction->operand_values());
      default:
        return false;
    }
  }

  template <typename Operands>
  bool operands_are_slow(Operands &&operands, unsigned steps) const {
    return llvm::all_of(operands,
                        [&](const llvm::Value *operand) { return is_slow(*operand, steps - 1); });
  }

  /// Whether the value is computed from the lanes' ids only, without loads.
  bool is_calculated(const llvm::Value &value, unsigned steps) const {
    if (!widener_.shape(value).is_varying()) {
      return true;
    }
    const auto *instruction = llvm::dyn_cast<llvm::Instruction>(&value);
    const bool is_arithmetic =
        instruction != nullptr &&
        (llvm::isa<llvm::BinaryOperator, llvm::UnaryOperator, llvm::CastInst, llvm::CmpInst,
                   llvm::SelectInst, llvm::FreezeInst, llvm::IntrinsicInst>(instruction)) &&
        !instruction->mayReadOrWriteMemory();
    return is_arithmetic && steps != 0 &&
           llvm::all_of(instruction->operand_values(), [&](const llvm::Value *operand) {
             return is_calculated(*operand, steps - 1);
           });
  }

  static bool has_small_factor(const llvm::Instruction &product) {
    const auto *factor = llvm::dyn_cast<llvm::ConstantInt>(product.getOperand(1));
    if (factor == nullptr) {
      return false;
    }
    const bool is_shift = product.getOpcode() == llvm::Instruction::Shl;
    return is_shift ? factor->getValue().ule(2)
                    : factor->getValue().sge(1) && factor->getValue().sle(largest_step);
  }

  bool has_uniform_operand(const llvm::Instruction &sum) const {
    return llvm::any_of(sum.operand_values(), [&](const llvm::Value *operand) {
      return widener_.shape(*operand).is_uniform();
    });
  }

  static bool is_bound(const llvm::Instruction &instruction) {
    const auto *call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction);
    return llvm::isa<llvm::MinMaxIntrinsic>(instruction) ||
           (call != nullptr && call->getIntrinsicID() == llvm::Intrinsic::abs);
  }

  const Widener &widener_;
};

class NearGather {
 public:
  NearGather(Widener &widener, const NearLoads &near, unsigned part)
      : widener_(widener),
        builder_(widener.builder()),
        near_(near),
        part_(part),
        lanes_(widener.packet().lanes),
        element_(type_in_memory(first().getType())),
        size_(static_cast<int64_t>(widener.layout().getTypeStoreSize(element_).getFixedValue())),
        running_(active_lanes_of_sharing_parts(widener, first(), part)) {}

  llvm::SmallVector<llvm::Value *, 8> load(
      llvm::function_ref<llvm::SmallVector<llvm::Value *, 8>()> gather) {
    const std::optional<IndexedAddress> address =
        indexed_address(widener_, *first().getPointerOperand());
    llvm::Value *index = widener_.vector(*address->index.index, part_);
    // If the lanes read backwards, the last lane has the lowest address.
    lowest_lane_ = IndexOrigin(widener_).descends(*address->index.index) ? lanes_ - 1 : 0;
    llvm::Value *first_index = builder_.CreateExtractElement(index, lowest_lane_);
    const int64_t offset = -static_cast<int64_t>(near_.earliest) * size_;
    llvm::Value *start =
        advance(widener_, address_at(widener_, *address, part_, first_index), offset);
    llvm::Value *distance =
        builder_.CreateSub(index, builder_.CreateVectorSplat(lanes_, first_index));
    const int64_t step = address->index.scale / size_;

    llvm::BasicBlock *near = new_block("near");
    llvm::BasicBlock *far = new_block("far");
    llvm::BasicBlock *after = new_block("near.done");
    llvm::Value *all_near =
        builder_.CreateAnd(is_near(distance, step), ends_before_wrapping(first_index, *address));
    builder_.CreateCondBr(builder_.CreateAnd(all_near, is_in_page(start)), near, far);
    builder_.SetInsertPoint(near);
    const llvm::SmallVector<llvm::Value *, 8> permuted = load_near(start, distance, step);
    builder_.CreateBr(after);
    builder_.SetInsertPoint(far);
    const llvm::SmallVector<llvm::Value *, 8> gathered = gather();
    far = builder_.GetInsertBlock();
    builder_.CreateBr(after);
    builder_.SetInsertPoint(after);
    llvm::SmallVector<llvm::Value *, 8> results;
    for (size_t i = 0; i < near_.loads.size(); ++i) {
      llvm::PHINode *result = builder_.CreatePHI(permuted[i]->getType(), 2);
      result->addIncoming(permuted[i], near);
      result->addIncoming(gathered[i], far);
      results.push_back(result);
    }
    return results;
  }

 private:
  llvm::LoadInst &first() const { return *near_.loads[near_.earliest]; }

  /// Whether every active lane reads within one vector from the lowest lane's element on, and the
  /// lowest lane is active. Inactive lanes may have any index.
  llvm::Value *is_near(llvm::Value *distance, int64_t step) {
    const uint64_t end = (lanes_ + static_cast<uint64_t>(step) - 1) / static_cast<uint64_t>(step);
    llvm::Value *is_far =
        builder_.CreateICmpUGE(distance, llvm::ConstantInt::get(distance->getType(), end));
    llvm::Value *first_runs = builder_.getTrue();
    if (running_.each != nullptr) {
      // Indices of inactive lanes may be poison.
      is_far = builder_.CreateSelect(running_.each, is_far,
                                     llvm::Constant::getNullValue(is_far->getType()));
      first_runs = builder_.CreateExtractElement(running_.each, lowest_lane_);
    } else if (running_.together != nullptr) {
      first_runs = running_.together;
    }
    llvm::Value *bits = builder_.CreateBitCast(is_far, builder_.getIntNTy(lanes_));
    return builder_.CreateFreeze(builder_.CreateAnd(builder_.CreateIsNull(bits), first_runs));
  }

  /// Whether no index that is near the first one can wrap: the extended index would be far away.
  llvm::Value *ends_before_wrapping(llvm::Value *first_index, const IndexedAddress &address) {
    const unsigned bits = first_index->getType()->getIntegerBitWidth();
    if (bits >= widener_.layout().getPointerSizeInBits()) {
      return builder_.getTrue();
    }
    if (address.index.extension == Extension::zero) {
      const llvm::APInt last = llvm::APInt::getMaxValue(bits) - lanes_;
      return builder_.CreateICmpULE(first_index, builder_.getInt(last));
    }
    const llvm::APInt last = llvm::APInt::getSignedMaxValue(bits) - lanes_;
    return builder_.CreateICmpSLE(first_index, builder_.getInt(last));
  }

  /// Whether the loaded range lies in one page, together with an element that is read.
  llvm::Value *is_in_page(llvm::Value *start) {
    const uint64_t bytes = (lanes_ + near_.loads.size() - 1) * static_cast<uint64_t>(size_);
    llvm::Value *bits = builder_.CreatePtrToInt(start, builder_.getInt64Ty());
    llvm::Value *in_page = builder_.CreateAnd(bits, page_size - 1);
    return builder_.CreateFreeze(
        builder_.CreateICmpULE(in_page, builder_.getInt64(page_size - bytes)));
  }

  llvm::SmallVector<llvm::Value *, 8> load_near(llvm::Value *start, llvm::Value *distance,
                                                int64_t step) {
    distance = builder_.CreateFreeze(distance);
    if (step != 1) {
      distance = builder_.CreateMul(
          distance, llvm::ConstantInt::get(distance->getType(), static_cast<uint64_t>(step)));
    }
    llvm::SmallVector<llvm::Value *, 8> results;
    for (size_t i = 0; i < near_.loads.size(); ++i) {
      results.push_back(permute(widener_, load_vector(start, static_cast<int64_t>(i)), distance));
    }
    return results;
  }

  /// Frozen, since elements between those that lanes read may be uninitialized.
  llvm::Value *load_vector(llvm::Value *start, int64_t index) {
    llvm::LoadInst *vector = builder_.CreateAlignedLoad(
        widener_.vector_type(element_), advance(widener_, start, index * size_), alignment());
    return builder_.CreateFreeze(vector);
  }

  llvm::Align alignment() const {
    return std::min(first().getAlign(), llvm::Align(static_cast<uint64_t>(size_)));
  }

  llvm::BasicBlock *new_block(const char *name) {
    return llvm::BasicBlock::Create(builder_.getContext(), name, &widener_.function());
  }

  Widener &widener_;
  llvm::IRBuilder<> &builder_;
  const NearLoads &near_;
  unsigned part_;
  unsigned lanes_;
  llvm::Type *element_;
  int64_t size_;
  ActiveLanes running_;
  uint64_t lowest_lane_ = 0;
};

}  // namespace

bool may_be_near(const Widener &widener, const NearLoads &near) {
  llvm::LoadInst &first = *near.loads[near.earliest];
  llvm::Type *element = type_in_memory(first.getType());
  if (!can_permute(widener, element)) {
    return false;
  }
  const std::optional<IndexedAddress> address =
      indexed_address(widener, *first.getPointerOperand());
  if (!address.has_value() ||
      address->index.index->getType()->getIntegerBitWidth() < fewest_index_bits) {
    return false;
  }
  const auto size =
      static_cast<int64_t>(widener.layout().getTypeStoreSize(element).getFixedValue());
  const int64_t step = address->index.scale / size;
  const IndexOrigin origin(widener);
  const llvm::Value &index = *address->index.index;
  return address->index.scale % size == 0 && step >= 1 && step <= largest_step &&
         (origin.is_slow(index) || (step == 1 && origin.is_nearly_contiguous(index)));
}

llvm::SmallVector<llvm::Value *, 8> load_near(
    Widener &widener, const NearLoads &near, unsigned part,
    llvm::function_ref<llvm::SmallVector<llvm::Value *, 8>()> gather) {
  return NearGather(widener, near, part).load(gather);
}

}  // namespace mux::compiler

#include "codegen/vectorize/accesses/near_loads.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>

#include <cstdlib>
#include <optional>

#include "codegen/vectorize/accesses/address_terms.h"
#include "codegen/vectorize/accesses/memory_types.h"
#include "codegen/vectorize/accesses/permute_instruction.h"
#include "codegen/vectorize/accesses/structures.h"
#include "codegen/vectorize/analysis/shapes.h"

namespace mux::compiler {

namespace {

/// Maximum depth of the search from an index to its operands.
constexpr unsigned most_address_steps = 12;
/// Maximum number of values visited from an index.
constexpr unsigned most_asked = 64;
/// Maximum distance in elements between consecutive values of the divided index.
constexpr int64_t largest_step = 4;
/// Narrower indices may wrap within an array.
constexpr unsigned fewest_index_bits = 32;

class IndexOrigin {
 public:
  explicit IndexOrigin(const Shapes &shapes) : shapes_(shapes) {}

  /// Whether the value grows slowly along the lanes: the result of a division, shift or rounding of
  /// values computed from ids.
  bool is_slow(const llvm::Value &value, unsigned steps = most_address_steps) const {
    const auto *instruction = llvm::dyn_cast<llvm::Instruction>(&value);
    if (!shapes_.of(value).is_varying() || instruction == nullptr || steps == 0) {
      return shapes_.of(value).is_uniform();
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
  bool descends(const llvm::Value &value, unsigned steps = most_address_steps) const {
    const Shape shape = shapes_.of(value);
    const auto *instruction = llvm::dyn_cast<llvm::Instruction>(&value);
    if (!shape.is_varying() || instruction == nullptr || steps == 0) {
      return shape.is_strided() && shape.stride < 0;
    }
    const auto *varying = llvm::find_if(instruction->operands(), [&](const llvm::Use &operand) {
      return !shapes_.of(*operand.get()).is_uniform();
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
    const Shape shape = shapes_.of(value);
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
        return shapes_.of(*instruction->getOperand(1)).is_uniform() &&
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
    if (!shapes_.of(value).is_varying()) {
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
      return shapes_.of(*operand).is_uniform();
    });
  }

  static bool is_bound(const llvm::Instruction &instruction) {
    const auto *call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction);
    return llvm::isa<llvm::MinMaxIntrinsic>(instruction) ||
           (call != nullptr && call->getIntrinsicID() == llvm::Intrinsic::abs);
  }

  const Shapes &shapes_;
};

}  // namespace

bool may_be_near(const Structure &loads, const Shapes &shapes, const llvm::DataLayout &layout,
                 unsigned lanes) {
  auto &first = llvm::cast<llvm::LoadInst>(*loads.members[loads.earliest()]);
  llvm::Type *element = type_in_memory(first.getType());
  if (!can_permute(layout, lanes, element)) {
    return false;
  }
  const std::optional<IndexedAddress> address =
      indexed_address(shapes, layout, *first.getPointerOperand());
  if (!address.has_value() ||
      address->index.index->getType()->getIntegerBitWidth() < fewest_index_bits) {
    return false;
  }
  const int64_t size = size_in_memory(layout, element);
  const int64_t step = address->index.scale / size;
  const IndexOrigin origin(shapes);
  const llvm::Value &index = *address->index.index;
  return address->index.scale % size == 0 && step >= 1 && step <= largest_step &&
         (origin.is_slow(index) || (step == 1 && origin.is_nearly_contiguous(index)));
}

bool index_descends(const Shapes &shapes, const llvm::Value &index) {
  return IndexOrigin(shapes).descends(index);
}

}  // namespace mux::compiler

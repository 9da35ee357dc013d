#include "codegen/vectorize/analysis/shapes.h"

#include <llvm/ADT/MapVector.h>
#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/ADT/bit.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Operator.h>
#include <llvm/IR/PatternMatch.h>
#include <llvm/Support/MathExtras.h>

#include <optional>

#include "codegen/ir/lane_functions.h"
#include "codegen/ir/sub_group_functions.h"
#include "codegen/ir/work_item_context.h"
#include "codegen/vectorize/analysis/index_range.h"
#include "codegen/vectorize/analysis/private_layout.h"

namespace mux::compiler {

namespace {

using Lanes = Shape::Lanes;

using Parts = std::bitset<3>;
constexpr Parts in_x(1);
constexpr Parts all_parts(7);

Shape uniform_shape(Parts differing) {
  Shape shape;
  shape.differing_parts = differing;
  return shape;
}

Shape varying_shape(Parts differing) {
  Shape shape = uniform_shape(differing);
  shape.lanes = Lanes::varying;
  return shape;
}

bool exact_signed(const Shape &shape) {
  return shape.is_uniform() || shape.exact_signed;
}
bool exact_unsigned(const Shape &shape) {
  return shape.is_uniform() || shape.exact_unsigned;
}

/// Whether the difference between consecutive parts in x is `lanes * stride`.
bool continues(const Shape &shape) {
  return shape.is_uniform() ? !shape.differing_parts[0] : shape.continues_in_parts;
}

/// Returns the dimensions in which a value differs once its stride is lost: not x, if it differed
/// there only because of the stride.
Parts without_continuation(const Shape &shape) {
  return shape.continues_in_parts ? shape.differing_parts & ~in_x : shape.differing_parts;
}

/// Joins two shapes: the shape of a value that is one or the other for all lanes of a part.
Shape join(const Shape &left, const Shape &right) {
  const Parts differing = left.differing_parts | right.differing_parts;
  if (left.lanes != right.lanes || left.stride != right.stride) {
    return varying_shape(differing);
  }
  Shape shape = left;
  shape.differing_parts = differing;
  shape.continues_in_parts = left.continues_in_parts && right.continues_in_parts;
  shape.exact_signed = left.exact_signed && right.exact_signed;
  shape.exact_unsigned = left.exact_unsigned && right.exact_unsigned;
  return shape;
}

/// Returns the 32-bit value that a 64-bit index is an extension of; NULL if it is none.
const llvm::Value *extended_index(const llvm::Value &index) {
  if (!llvm::isa<llvm::SExtInst, llvm::ZExtInst>(index) || !index.getType()->isIntegerTy(64)) {
    return nullptr;
  }
  const llvm::Value &source = *llvm::cast<llvm::CastInst>(index).getOperand(0);
  return source.getType()->isIntegerTy(32) ? &source : nullptr;
}

/// Whether a pointer is only used to access memory.
bool is_only_accessed(const llvm::Value &pointer) {
  llvm::SmallVector<const llvm::Value *> pending{&pointer};
  const auto is_access = [&pending](const llvm::Use &use) {
    const auto *user = llvm::cast<llvm::Instruction>(use.getUser());
    switch (user->getOpcode()) {
      case llvm::Instruction::Load:
        return true;
      case llvm::Instruction::Store:
        return use.getOperandNo() == llvm::StoreInst::getPointerOperandIndex();
      case llvm::Instruction::AtomicRMW:
        return use.getOperandNo() == llvm::AtomicRMWInst::getPointerOperandIndex();
      case llvm::Instruction::AtomicCmpXchg:
        return use.getOperandNo() == llvm::AtomicCmpXchgInst::getPointerOperandIndex();
      case llvm::Instruction::GetElementPtr:
        pending.push_back(user);
        return use.getOperandNo() == llvm::GetElementPtrInst::getPointerOperandIndex();
      case llvm::Instruction::AddrSpaceCast:
        pending.push_back(user);
        return true;
      default:
        return false;
    }
  };
  while (!pending.empty()) {
    if (!llvm::all_of(pending.pop_back_val()->uses(), is_access)) {
      return false;
    }
  }
  return true;
}

/// Calculates the least fixed point of the shapes: a value starts without a shape, and only moves
/// from uniform or strided towards varying.
class ShapeAnalysis {
 public:
  ShapeAnalysis(llvm::Function &function, const Packet &packet,
                llvm::DenseMap<const llvm::Value *, Shape> &shapes)
      : function_(function),
        packet_(packet),
        layout_(function.getParent()->getDataLayout()),
        ranges_(function),
        shapes_(shapes) {
    for (unsigned dimension = 0; dimension < 3; ++dimension) {
      existing_[dimension] = packet.parts[dimension] > 1;
    }
  }

  void run() {
    set_parameters();
    const llvm::ReversePostOrderTraversal<llvm::Function *> order(&function_);
    bool changed = true;
    while (changed) {
      changed = false;
      for (llvm::BasicBlock *block : order) {
        for (llvm::Instruction &instruction : *block) {
          changed |= update(instruction);
        }
      }
    }
  }

 private:
  void set_parameters() {
    const WorkItemContext context = WorkItemContext::of(function_);
    Shape id;
    id.lanes = Lanes::strided;
    id.stride = 1;
    id.exact_signed = id.exact_unsigned = true;
    id.continues_in_parts = existing_[0];
    id.differing_parts = existing_ & in_x;
    shapes_[context.local_id[0]] = id;
    id.differing_parts = existing_;
    shapes_[context.local_index] = id;
    for (const unsigned dimension : {1U, 2U}) {
      shapes_[context.local_id[dimension]] =
          uniform_shape(existing_ & Parts(uint64_t{1} << dimension));
    }
  }

  bool update(const llvm::Instruction &instruction) {
    if (instruction.getType()->isVoidTy()) {
      return false;
    }
    std::optional<Shape> shape = transfer(instruction);
    if (!shape) {
      return false;
    }
    shape->differing_parts &= existing_;
    shape->continues_in_parts &= existing_[0];
    const auto [entry, is_new] = shapes_.try_emplace(&instruction, *shape);
    if (is_new) {
      return true;
    }
    const Shape joined = join(entry->second, *shape);
    const bool changed = joined != entry->second;
    entry->second = joined;
    return changed;
  }

  /// Returns the shape of a value; nothing if it has none yet.
  std::optional<Shape> known(const llvm::Value &value) const {
    const auto found = shapes_.find(&value);
    if (found != shapes_.end()) {
      return found->second;
    }
    return llvm::isa<llvm::Instruction>(value) ? std::nullopt : std::optional(Shape());
  }

  Shape of(const llvm::Value &value) const { return known(value).value_or(Shape()); }

  std::optional<Shape> transfer(const llvm::Instruction &instruction) const {
    if (const auto *phi = llvm::dyn_cast<llvm::PHINode>(&instruction)) {
      return of_phi(*phi);
    }
    switch (instruction.getOpcode()) {
      case llvm::Instruction::Add:
      case llvm::Instruction::Sub:
      case llvm::Instruction::Or:
      case llvm::Instruction::Mul:
      case llvm::Instruction::Shl:
        return of_arithmetic(llvm::cast<llvm::BinaryOperator>(instruction));
      case llvm::Instruction::And:
      case llvm::Instruction::Xor:
      case llvm::Instruction::LShr:
      case llvm::Instruction::AShr:
        return of_bits(instruction);
      case llvm::Instruction::ICmp:
        return of_comparison(llvm::cast<llvm::ICmpInst>(instruction));
      case llvm::Instruction::SExt:
      case llvm::Instruction::ZExt:
      case llvm::Instruction::Trunc:
        return of_integer_cast(llvm::cast<llvm::CastInst>(instruction));
      case llvm::Instruction::BitCast:
      case llvm::Instruction::AddrSpaceCast:
      case llvm::Instruction::PtrToInt:
      case llvm::Instruction::IntToPtr:
        return of_pointer_cast(llvm::cast<llvm::CastInst>(instruction));
      case llvm::Instruction::Freeze:
        return of_freeze(instruction);
      case llvm::Instruction::Select:
        return of_select(llvm::cast<llvm::SelectInst>(instruction));
      case llvm::Instruction::GetElementPtr:
        return of_address(llvm::cast<llvm::GetElementPtrInst>(instruction));
      case llvm::Instruction::Alloca:
        return of_variable(llvm::cast<llvm::AllocaInst>(instruction));
      case llvm::Instruction::Load:
        return of_load(llvm::cast<llvm::LoadInst>(instruction));
      default:
        break;
    }
    if (is_lane_call(instruction, LaneFunction::any) ||
        is_lane_call(instruction, LaneFunction::all) ||
        is_lane_call(instruction, LaneFunction::few) ||
        is_lane_call(instruction, LaneFunction::first)) {
      return Shape();
    }
    if (const std::optional<SubGroupCall> call = sub_group_call(instruction)) {
      return of_sub_group_call(llvm::cast<llvm::CallInst>(instruction), *call);
    }
    if (instruction.mayHaveSideEffects() || instruction.mayReadFromMemory()) {
      return varying_shape(all_parts);
    }
    return of_others(instruction);
  }

  /// The lanes of a part are a sub-group. The active lanes may differ between parts.
  Shape of_sub_group_call(const llvm::CallInst &instruction, const SubGroupCall &call) const {
    switch (call.function) {
      case SubGroupFunction::lane: {
        Shape shape;
        shape.exact_signed = shape.exact_unsigned = true;
        return strided(*instruction.getType(), shape, 1);
      }
      case SubGroupFunction::max_size:
        return Shape();
      case SubGroupFunction::ballot:
      case SubGroupFunction::reduce:
        return uniform_shape(all_parts);
      case SubGroupFunction::shuffle:
        return of(*instruction.getArgOperand(1)).is_uniform() ? uniform_shape(all_parts)
                                                              : varying_shape(all_parts);
      case SubGroupFunction::scan_inclusive:
      case SubGroupFunction::scan_exclusive:
      case SubGroupFunction::clustered_reduce:
        break;
    }
    return varying_shape(all_parts);
  }

  /// Equal operands give equal results; otherwise nothing is known.
  Shape of_others(const llvm::Instruction &instruction) const {
    Shape result;
    for (const llvm::Value *operand : instruction.operand_values()) {
      const Shape shape = of(*operand);
      if (!shape.is_uniform()) {
        result.lanes = Lanes::varying;
      }
      result.differing_parts |= shape.differing_parts;
    }
    return result;
  }

  std::optional<Shape> of_phi(const llvm::PHINode &phi) const {
    std::optional<Shape> result;
    bool is_undefined = true;
    for (const llvm::Value *value : phi.incoming_values()) {
      // An undefined value may have any shape.
      if (llvm::isa<llvm::UndefValue>(value)) {
        continue;
      }
      is_undefined = false;
      if (const std::optional<Shape> shape = known(*value)) {
        result = result ? join(*result, *shape) : *shape;
      }
    }
    return is_undefined ? Shape() : result;
  }

  Shape of_arithmetic(const llvm::BinaryOperator &operation) const {
    const Shape left = of(*operation.getOperand(0));
    const Shape right = of(*operation.getOperand(1));
    const bool has_strides = left.is_strided() || right.is_strided();
    if (!has_strides || left.is_varying() || right.is_varying()) {
      return of_others(operation);
    }
    switch (operation.getOpcode()) {
      case llvm::Instruction::Add:
        return sum(operation, left, right, 1);
      case llvm::Instruction::Sub:
        return sum(operation, left, right, -1);
      case llvm::Instruction::Or:
        if (llvm::cast<llvm::PossiblyDisjointInst>(operation).isDisjoint()) {
          return sum(operation, left, right, 1);
        }
        if (changes_common_bits(operation, left.stride)) {
          return left;
        }
        break;
      case llvm::Instruction::Mul:
        if (const auto *factor = llvm::dyn_cast<llvm::ConstantInt>(operation.getOperand(1))) {
          return product(operation, left, factor->getValue());
        }
        break;
      case llvm::Instruction::Shl:
        if (const auto *amount = llvm::dyn_cast<llvm::ConstantInt>(operation.getOperand(1))) {
          const unsigned bits = operation.getType()->getIntegerBitWidth();
          if (amount->getValue().ult(bits)) {
            return product(
                operation, left,
                llvm::APInt::getOneBitSet(bits, static_cast<unsigned>(amount->getZExtValue())));
          }
        }
        break;
      default:
        break;
    }
    return of_others(operation);
  }

  Shape sum(const llvm::BinaryOperator &operation, const Shape &left, const Shape &right,
            int64_t sign) const {
    int64_t stride = 0;
    Shape result = varying_shape(left.differing_parts | right.differing_parts);
    if (sign > 0 ? llvm::AddOverflow(left.stride, right.stride, stride)
                 : llvm::SubOverflow(left.stride, right.stride, stride)) {
      return result;
    }
    result.exact_signed = exact_signed(left) && exact_signed(right) && fits(operation, true);
    result.exact_unsigned = exact_unsigned(left) && exact_unsigned(right) && fits(operation, false);
    result.continues_in_parts = continues(left) && continues(right);
    return strided(*operation.getType(), result, stride);
  }

  Shape product(const llvm::BinaryOperator &operation, const Shape &left,
                const llvm::APInt &factor) const {
    int64_t stride = 0;
    Shape result = varying_shape(left.differing_parts);
    if (factor.getSignificantBits() > 64 ||
        llvm::MulOverflow(left.stride, factor.getSExtValue(), stride)) {
      return result;
    }
    // Shifting into the sign bit is a multiplication by a positive factor.
    const bool is_sign_shift =
        operation.getOpcode() == llvm::Instruction::Shl && factor.isNegative();
    result.exact_signed = left.exact_signed && !is_sign_shift && fits(operation, true);
    result.exact_unsigned = left.exact_unsigned && factor.isNonNegative() && fits(operation, false);
    result.continues_in_parts = continues(left);
    return strided(*operation.getType(), result, stride);
  }

  /// Whether the result does not overflow for active work-items. Poison-generating flags are
  /// sufficient: see Widener::extended_first_lane().
  bool fits(const llvm::BinaryOperator &operation, bool is_signed) const {
    if (operation.getOpcode() == llvm::Instruction::Or) {
      return true;
    }
    if (is_signed ? operation.hasNoSignedWrap() : operation.hasNoUnsignedWrap()) {
      return true;
    }
    const llvm::ConstantRange left = ranges_.of(*operation.getOperand(0));
    const llvm::ConstantRange right = ranges_.of(*operation.getOperand(1));
    const auto never = llvm::ConstantRange::OverflowResult::NeverOverflows;
    switch (operation.getOpcode()) {
      case llvm::Instruction::Add:
        return (is_signed ? left.signedAddMayOverflow(right)
                          : left.unsignedAddMayOverflow(right)) == never;
      case llvm::Instruction::Sub:
        return (is_signed ? left.signedSubMayOverflow(right)
                          : left.unsignedSubMayOverflow(right)) == never;
      default:
        break;
    }
    // A product with a constant second factor.
    const unsigned bits = operation.getType()->getIntegerBitWidth();
    const auto extended = [&](const llvm::ConstantRange &range) {
      return is_signed ? range.signExtend(2 * bits) : range.zeroExtend(2 * bits);
    };
    const llvm::ConstantRange whole =
        extended(left).binaryOp(operation.getOpcode(), extended(right));
    return is_signed ? whole.getMinSignedBits() <= bits : whole.getActiveBits() <= bits;
  }

  /// Returns the shape with a stride, or a varying one if the type has no strides.
  Shape strided(const llvm::Type &type, Shape shape, int64_t stride) const {
    const unsigned bits = type.isIntegerTy() ? type.getIntegerBitWidth() : 64;
    if (bits == 1 || bits > 64) {
      return varying_shape(shape.differing_parts);
    }
    shape.stride = llvm::SignExtend64(static_cast<uint64_t>(stride), bits);
    if (shape.stride != stride) {
      shape.exact_signed = shape.exact_unsigned = false;
    }
    if (shape.stride == 0) {
      return uniform_shape(without_continuation(shape));
    }
    shape.lanes = Lanes::strided;
    shape.continues_in_parts &= existing_[0];
    shape.differing_parts[0] = shape.differing_parts[0] || shape.continues_in_parts;
    return shape;
  }

  Shape of_integer_cast(const llvm::CastInst &cast) const {
    const llvm::Value &operand = *cast.getOperand(0);
    const Shape shape = of(operand);
    if (!shape.is_strided() || !cast.getType()->isIntegerTy()) {
      return of_others(cast);
    }
    Shape result = shape;
    switch (cast.getOpcode()) {
      case llvm::Instruction::Trunc: {
        const unsigned bits = cast.getType()->getIntegerBitWidth();
        const llvm::ConstantRange range = ranges_.of(operand);
        result.exact_signed = shape.exact_signed && range.getMinSignedBits() <= bits;
        result.exact_unsigned = shape.exact_unsigned && range.getActiveBits() <= bits;
        break;
      }
      case llvm::Instruction::SExt:
        if (!shape.exact_signed) {
          return of_others(cast);
        }
        result.exact_unsigned = ranges_.of(operand).isAllNonNegative();
        break;
      default:
        if (!shape.exact_unsigned && !(shape.exact_signed && cast.hasNonNeg()) &&
            !(shape.exact_signed && ranges_.of(operand).isAllNonNegative())) {
          return of_others(cast);
        }
        result.exact_signed = result.exact_unsigned = true;
        break;
    }
    return strided(*cast.getType(), result, shape.stride);
  }

  /// Returns the shape of a mask or shift, which stays strided if it does not change the bits that
  /// differ, and becomes uniform if it removes them.
  Shape of_bits(const llvm::Instruction &instruction) const {
    const bool swapped = instruction.isCommutative() && of(*instruction.getOperand(0)).is_uniform();
    const llvm::Value &value = *instruction.getOperand(swapped ? 1 : 0);
    const llvm::Value &other = *instruction.getOperand(swapped ? 0 : 1);
    const Shape operand = of(value);
    if (!operand.is_strided() || of(other) != Shape() ||
        other.getType()->getScalarSizeInBits() > 64) {
      return of_others(instruction);
    }
    if (const auto *constant = llvm::dyn_cast<llvm::ConstantInt>(&other);
        constant != nullptr && constant->isMinusOne() &&
        instruction.getOpcode() == llvm::Instruction::Xor) {
      return complement(instruction, operand);
    }
    if (changes_common_bits(instruction, operand.stride)) {
      return operand;
    }
    // The value is `first + difference`, and the bits of the difference are 0 in `first`.
    const std::optional<unsigned> bits = bits_that_differ(value, operand);
    if (!bits.has_value()) {
      return of_others(instruction);
    }
    const Shape same = uniform_shape(without_continuation(operand));
    Shape kept = operand;
    kept.exact_unsigned = true;
    kept.exact_signed = ranges_.of(instruction).isAllNonNegative();
    const auto *constant = llvm::dyn_cast<llvm::ConstantInt>(&other);
    switch (instruction.getOpcode()) {
      case llvm::Instruction::And:
        if (ranges_.aligned_bits(other, 1) >= *bits) {
          return same;
        }
        return lowest_set_bits(other) >= *bits ? kept : of_others(instruction);
      case llvm::Instruction::Xor:
        return ranges_.aligned_bits(other, 1) >= *bits ? kept : of_others(instruction);
      default:
        return constant != nullptr && constant->getValue().uge(*bits) ? same
                                                                      : of_others(instruction);
    }
  }

  /// `-1 - value`, to which LLVM canonicalizes `width - 1 - x`. It does not wrap, signed or
  /// unsigned.
  Shape complement(const llvm::Instruction &instruction, const Shape &value) const {
    int64_t stride = 0;
    if (llvm::SubOverflow(int64_t{0}, value.stride, stride)) {
      return of_others(instruction);
    }
    return strided(*instruction.getType(), value, stride);
  }

  /// Returns the number of low bits that are known to be 1.
  static unsigned lowest_set_bits(const llvm::Value &value) {
    using namespace llvm::PatternMatch;
    const llvm::APInt *constant = nullptr;
    const bool is_known =
        match(&value, m_APInt(constant)) || match(&value, m_c_Or(m_Value(), m_APInt(constant)));
    return is_known ? constant->countr_one() : 0;
  }

  /// Two values whose lanes differ only in low bits that are 0 in the first lane, and that have the
  /// same difference in each lane, compare as the first lanes do.
  Shape of_comparison(const llvm::ICmpInst &comparison) const {
    const llvm::Value &left = *comparison.getOperand(0);
    const llvm::Value &right = *comparison.getOperand(1);
    const Shape shapes[] = {of(left), of(right)};
    const bool grow_together = shapes[0].is_strided() && shapes[1].is_strided() &&
                               shapes[0].stride == shapes[1].stride &&
                               shapes[0].continues_in_parts == shapes[1].continues_in_parts;
    if (!grow_together || !left.getType()->isIntegerTy() ||
        !bits_that_differ(left, shapes[0]).has_value() ||
        !bits_that_differ(right, shapes[1]).has_value()) {
      return of_others(comparison);
    }
    return uniform_shape(without_continuation(shapes[0]) | without_continuation(shapes[1]));
  }

  /// Returns the number of low bits that are 0 in the first work-item and may differ in the others,
  /// while the higher bits are equal; nothing if that is not known.
  std::optional<unsigned> bits_that_differ(const llvm::Value &value, const Shape &shape) const {
    const auto width = static_cast<int64_t>(packet_.size(0));
    const int64_t counted = shape.continues_in_parts ? width : packet_.lanes;
    if (shape.stride < 0 || without_continuation(shape)[0]) {
      return std::nullopt;
    }
    int64_t largest = 0;
    if (llvm::MulOverflow(shape.stride, counted - 1, largest)) {
      return std::nullopt;
    }
    const auto bits = static_cast<unsigned>(llvm::bit_width(static_cast<uint64_t>(largest)));
    // A group starts at 0, which is a multiple of any alignment.
    const unsigned alignment = packet_.is_group ? 1U << 31 : static_cast<unsigned>(width);
    return bits <= ranges_.aligned_bits(value, alignment) ? std::optional(bits) : std::nullopt;
  }

  Shape of_pointer_cast(const llvm::CastInst &cast) const {
    Shape shape = of(*cast.getOperand(0));
    const bool keeps_value = cast.getType()->isIntOrPtrTy() &&
                             cast.getOperand(0)->getType()->isIntOrPtrTy() &&
                             layout_.getTypeSizeInBits(cast.getType()) ==
                                 layout_.getTypeSizeInBits(cast.getOperand(0)->getType());
    if (!shape.is_strided() || !keeps_value) {
      return of_others(cast);
    }
    shape.exact_signed = shape.exact_unsigned = false;
    return shape;
  }

  Shape of_freeze(const llvm::Instruction &freeze) const {
    Shape shape = of(*freeze.getOperand(0));
    // Inactive lanes are frozen as well.
    shape.exact_signed = shape.exact_unsigned = false;
    return shape;
  }

  Shape of_select(const llvm::SelectInst &select) const {
    const Shape condition = of(*select.getCondition());
    const Shape when_true = of(*select.getTrueValue());
    const Shape when_false = of(*select.getFalseValue());
    if (!condition.is_uniform() || select.getCondition()->getType()->isVectorTy()) {
      return of_others(select);
    }
    // An undefined value may have any shape.
    Shape result = llvm::isa<llvm::UndefValue>(select.getTrueValue()) ? when_false
                   : llvm::isa<llvm::UndefValue>(select.getFalseValue())
                       ? when_true
                       : join(when_true, when_false);
    result.differing_parts |= condition.differing_parts;
    result.continues_in_parts &= !condition.differing_parts[0];
    return result;
  }

  Shape of_address(const llvm::GetElementPtrInst &address) const {
    const llvm::Value &base = *address.getPointerOperand();
    const unsigned bits = layout_.getIndexTypeSizeInBits(address.getType());
    llvm::MapVector<llvm::Value *, llvm::APInt> variables;
    llvm::APInt constant(bits, 0);
    if (address.getType()->isVectorTy() ||
        !address.collectOffset(layout_, bits, variables, constant)) {
      return of_others(address);
    }
    Shape shape = of(base);
    bool is_varying = shape.is_varying();
    bool does_continue = continues(shape);
    int64_t stride = shape.stride;
    for (const auto &[index, scale] : variables) {
      const Shape other = of_index(*index, address);
      shape.differing_parts |= other.differing_parts;
      does_continue &= continues(other);
      int64_t distance = 0;
      is_varying |= other.is_varying() ||
                    (other.is_strided() && index->getType()->getIntegerBitWidth() < bits) ||
                    llvm::MulOverflow(other.stride, scale.getSExtValue(), distance) ||
                    llvm::AddOverflow(stride, distance, stride);
    }
    if (is_varying) {
      return varying_shape(shape.differing_parts);
    }
    shape.continues_in_parts = does_continue;
    return strided(*address.getType(), shape, stride);
  }

  Shape of_index(const llvm::Value &index, const llvm::GetElementPtrInst &address) const {
    const Shape shape = of(index);
    const llvm::Value *source = extended_index(index);
    if (!shape.is_varying() || source == nullptr) {
      return shape;
    }
    const Shape narrow = of(*source);
    // An index that wraps with a small stride would access both ends of 4 GiB. With a large one, as
    // in `i << 31`, it may well be in range again.
    constexpr int64_t largest_stride = int64_t{1} << 24;
    const bool wraps_out_of_range =
        narrow.stride <= largest_stride && narrow.stride >= -largest_stride;
    return narrow.is_strided() && wraps_out_of_range && is_only_accessed(address) ? narrow : shape;
  }

  /// The copies of another part are not at the addresses that the stride extrapolates to.
  Shape of_variable(const llvm::AllocaInst &variable) const {
    return strided(*variable.getType(), uniform_shape(all_parts),
                   static_cast<int64_t>(variable_lane_stride(variable)));
  }

  Shape of_load(const llvm::LoadInst &load) const {
    const Shape address = of(*load.getPointerOperand());
    if (!load.isSimple()) {
      return varying_shape(all_parts);
    }
    return address.is_uniform() ? uniform_shape(address.differing_parts)
                                : varying_shape(address.differing_parts);
  }

  llvm::Function &function_;
  Packet packet_;
  /// The dimensions with several parts.
  Parts existing_;
  const llvm::DataLayout &layout_;
  IndexRanges ranges_;
  llvm::DenseMap<const llvm::Value *, Shape> &shapes_;
};

}  // namespace

bool changes_common_bits(const llvm::Instruction &operation, int64_t stride) {
  const auto *constant = operation.isBitwiseLogicOp()
                             ? llvm::dyn_cast<llvm::ConstantInt>(operation.getOperand(1))
                             : nullptr;
  if (constant == nullptr || stride == 0) {
    return false;
  }
  const llvm::APInt &bits = constant->getValue();
  const llvm::APInt changed = operation.getOpcode() == llvm::Instruction::And ? ~bits : bits;
  return changed.getActiveBits() <=
         static_cast<unsigned>(llvm::countr_zero(static_cast<uint64_t>(stride)));
}

Shapes::Shapes(llvm::Function &linearized, const Packet &packet) {
  ShapeAnalysis(linearized, packet, shapes_).run();
}

Shape Shapes::of(const llvm::Value &value) const {
  return shapes_.lookup(&value);
}

}  // namespace mux::compiler

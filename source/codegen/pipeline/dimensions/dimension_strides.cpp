#include "codegen/pipeline/dimensions/dimension_strides.h"

#include <llvm/ADT/MapVector.h>
#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/Analysis/VectorUtils.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Operator.h>
#include <llvm/Support/MathExtras.h>

#include <algorithm>

#include "codegen/ir/truncations.h"
#include "codegen/ir/work_item_context.h"

namespace mux::compiler {

namespace {

using Kind = Stride::Kind;

constexpr Stride no_stride{Kind::none, 0, 0};
constexpr Stride irregular_stride{Kind::irregular, 0, 0};

Stride regular(int64_t bytes, unsigned factors) {
  return bytes == 0 ? no_stride : Stride{Kind::regular, bytes, factors};
}

/// Join of two alternatives. A value that is uniform on one path only, such as an index clamped at
/// a border, keeps the other path's stride.
Stride either(const Stride &left, const Stride &right) {
  if (left == right || right.kind == Kind::unknown) {
    return left;
  }
  if (left.kind == Kind::unknown || left.kind == Kind::none) {
    return right;
  }
  return right.kind == Kind::none ? left : irregular_stride;
}

Stride negated(Stride stride) {
  stride.bytes = static_cast<int64_t>(-static_cast<uint64_t>(stride.bytes));
  return stride;
}

Stride sum(const Stride &left, const Stride &right) {
  if (left.kind != Kind::regular || right.kind != Kind::regular) {
    return either(left, right);
  }
  if (left.factors != right.factors) {
    return left.factors > right.factors ? left : right;
  }
  int64_t bytes = 0;
  if (llvm::AddOverflow(left.bytes, right.bytes, bytes)) {
    return irregular_stride;
  }
  // Two unknown factors are unlikely to cancel out.
  return bytes == 0 && left.factors != 0 ? left : regular(bytes, left.factors);
}

Stride scaled(const Stride &stride, const llvm::APInt &factor) {
  int64_t bytes = 0;
  if (stride.kind != Kind::regular) {
    return stride;
  }
  if (factor.getSignificantBits() > 64 ||
      llvm::MulOverflow(stride.bytes, factor.getSExtValue(), bytes)) {
    return irregular_stride;
  }
  return regular(bytes, stride.factors);
}

const llvm::APInt *constant_in(const llvm::Value &value) {
  const auto *constant = llvm::dyn_cast<llvm::ConstantInt>(&value);
  return constant == nullptr ? nullptr : &constant->getValue();
}

Stride product(const Stride &left, const llvm::Value &left_value, const Stride &right,
               const llvm::Value &right_value) {
  if (left.kind != Kind::none && right.kind != Kind::none) {
    return irregular_stride;
  }
  const Stride &growing = left.kind == Kind::none ? right : left;
  const llvm::Value &factor = left.kind == Kind::none ? left_value : right_value;
  if (growing.kind != Kind::regular) {
    return growing;
  }
  if (const llvm::APInt *constant = constant_in(factor)) {
    return scaled(growing, *constant);
  }
  if (llvm::isa<llvm::ConstantFP>(factor)) {
    return growing;
  }
  return {Kind::regular, growing.bytes, growing.factors + 1};
}

/// Stride of a quotient whose divisor is uniform along the dimension.
Stride quotient(const Stride &stride, const llvm::Value &divisor) {
  if (stride.kind != Kind::regular) {
    return stride;
  }
  if (const llvm::APInt *constant = constant_in(divisor)) {
    const bool is_divisor = constant->getSignificantBits() <= 64 && constant->sgt(1);
    return is_divisor ? regular(stride.bytes / constant->getSExtValue(), stride.factors) : stride;
  }
  return stride.factors == 0 ? no_stride : Stride{Kind::regular, 1, stride.factors - 1};
}

/// Stride of a masked value.
Stride masked(const Stride &stride, const llvm::APInt *mask) {
  if (stride.kind == Kind::regular && stride.factors == 0 && mask != nullptr &&
      mask->countr_zero() < 63 && std::abs(stride.bytes) < int64_t{1} << mask->countr_zero()) {
    return no_stride;
  }
  return stride;
}

bool is_private(const llvm::Value &pointer) {
  return llvm::isa<llvm::AllocaInst>(llvm::getUnderlyingObject(&pointer, 0));
}

/// Transfer function: the stride of an instruction's result along one dimension, from those of its
/// operands.
class Transfer {
 public:
  Transfer(const DimensionStrides &strides, unsigned dimension)
      : strides_(strides), dimension_(dimension) {}

  Stride of(const llvm::Instruction &instruction) const {
    if (const auto *operation = llvm::dyn_cast<llvm::BinaryOperator>(&instruction)) {
      return of_operation(*operation);
    }
    switch (instruction.getOpcode()) {
      case llvm::Instruction::PHI: {
        Stride result;
        for (const llvm::Value *value : llvm::cast<llvm::PHINode>(instruction).incoming_values()) {
          result = either(result, of_value(*value));
        }
        return result;
      }
      case llvm::Instruction::Select:
        return of_select(llvm::cast<llvm::SelectInst>(instruction));
      case llvm::Instruction::FNeg:
        return negated(of_operand(instruction, 0));
      case llvm::Instruction::GetElementPtr:
        return of_address(llvm::cast<llvm::GEPOperator>(instruction));
      case llvm::Instruction::ExtractElement:
        return of_element(llvm::cast<llvm::ExtractElementInst>(instruction));
      case llvm::Instruction::Alloca:
        return no_stride;
      case llvm::Instruction::Load:
        return is_private(*instruction.getOperand(0)) ? irregular_stride
                                                      : of_operation_on_all(instruction);
      case llvm::Instruction::Call:
        return of_call(llvm::cast<llvm::CallInst>(instruction));
      default:
        break;
    }
    if (llvm::isa<llvm::CastInst>(instruction) || llvm::isa<llvm::FreezeInst>(instruction)) {
      return of_operand(instruction, 0);
    }
    return instruction.mayReadOrWriteMemory() ? irregular_stride : of_operation_on_all(instruction);
  }

 private:
  Stride of_value(const llvm::Value &value) const { return strides_.of(value)[dimension_]; }

  Stride of_operand(const llvm::Instruction &instruction, unsigned index) const {
    return of_value(*instruction.getOperand(index));
  }

  /// Uniform operands give a uniform result; otherwise the stride is irregular.
  Stride of_operation_on_all(const llvm::Instruction &instruction) const {
    Stride result = no_stride;
    for (const llvm::Value *operand : instruction.operand_values()) {
      const Stride stride = of_value(*operand);
      if (stride.kind == Kind::unknown) {
        return stride;
      }
      result = stride.kind == Kind::none ? result : irregular_stride;
    }
    return result;
  }

  Stride of_operation(const llvm::BinaryOperator &operation) const {
    const llvm::Value &left_value = *operation.getOperand(0);
    const llvm::Value &right_value = *operation.getOperand(1);
    const Stride left = of_value(left_value);
    const Stride right = of_value(right_value);
    if (left.kind == Kind::unknown || right.kind == Kind::unknown) {
      return {};
    }
    switch (operation.getOpcode()) {
      case llvm::Instruction::Add:
      case llvm::Instruction::FAdd:
      case llvm::Instruction::Or:
      case llvm::Instruction::Xor:
        return sum(left, right);
      case llvm::Instruction::Sub:
      case llvm::Instruction::FSub:
        return sum(left, negated(right));
      case llvm::Instruction::Mul:
      case llvm::Instruction::FMul:
        return product(left, left_value, right, right_value);
      case llvm::Instruction::And:
        return right.kind == Kind::none ? masked(left, constant_in(right_value))
                                        : of_operation_on_all(operation);
      default:
        break;
    }
    if (right.kind != Kind::none) {
      return irregular_stride;
    }
    const llvm::APInt *constant = constant_in(right_value);
    const bool is_shift = constant != nullptr && constant->ult(63);
    switch (operation.getOpcode()) {
      case llvm::Instruction::Shl:
        if (!is_shift) {
          return product(left, left_value, right, right_value);
        }
        return scaled(left, llvm::APInt(64, uint64_t{1} << constant->getZExtValue()));
      case llvm::Instruction::LShr:
      case llvm::Instruction::AShr:
        return is_shift && left.kind == Kind::regular
                   ? regular(left.bytes / (int64_t{1} << constant->getZExtValue()), left.factors)
                   : left;
      case llvm::Instruction::UDiv:
      case llvm::Instruction::SDiv:
        return quotient(left, right_value);
      default:
        return left;
    }
  }

  Stride of_address(const llvm::GEPOperator &address) const {
    const llvm::Module &module = *llvm::cast<llvm::Instruction>(&address)->getModule();
    const llvm::DataLayout &layout = module.getDataLayout();
    const unsigned bits = layout.getIndexTypeSizeInBits(address.getType());
    llvm::MapVector<llvm::Value *, llvm::APInt> variables;
    llvm::APInt constant(bits, 0);
    if (address.getType()->isVectorTy() ||
        !address.collectOffset(layout, bits, variables, constant)) {
      return irregular_stride;
    }
    Stride result = of_value(*address.getPointerOperand());
    for (const auto &[index, scale] : variables) {
      const Stride stride = of_value(*index);
      if (stride.kind == Kind::unknown || result.kind == Kind::unknown) {
        return {};
      }
      result = sum(result, scaled(stride, scale));
    }
    return result;
  }

  /// A query with a constant dimension is a select on a constant.
  Stride of_select(const llvm::SelectInst &select) const {
    if (const llvm::APInt *condition = constant_in(*select.getCondition())) {
      return of_operand(select, condition->isZero() ? 2 : 1);
    }
    return either(of_operand(select, 1), of_operand(select, 2));
  }

  Stride of_element(const llvm::ExtractElementInst &element) const {
    const llvm::APInt *index = constant_in(*element.getIndexOperand());
    const llvm::Value *scalar =
        index == nullptr
            ? nullptr
            : llvm::findScalarElement(element.getOperand(0),
                                      static_cast<unsigned>(index->getLimitedValue(~0U)));
    return scalar == nullptr ? of_operation_on_all(element) : of_value(*scalar);
  }

  Stride of_call(const llvm::CallInst &call) const {
    if (is_hidden_truncation(call)) {
      return of_operand(call, 0);
    }
    switch (call.getIntrinsicID()) {
      case llvm::Intrinsic::smin:
      case llvm::Intrinsic::smax:
      case llvm::Intrinsic::umin:
      case llvm::Intrinsic::umax:
      case llvm::Intrinsic::minnum:
      case llvm::Intrinsic::maxnum:
        return either(of_operand(call, 0), of_operand(call, 1));
      case llvm::Intrinsic::abs:
      case llvm::Intrinsic::fabs:
      case llvm::Intrinsic::floor:
      case llvm::Intrinsic::ceil:
      case llvm::Intrinsic::rint:
      case llvm::Intrinsic::round:
      case llvm::Intrinsic::trunc:
        return of_operand(call, 0);
      case llvm::Intrinsic::fma:
      case llvm::Intrinsic::fmuladd: {
        const Stride left = of_operand(call, 0);
        const Stride right = of_operand(call, 1);
        const Stride added = of_operand(call, 2);
        if (left.kind == Kind::unknown || right.kind == Kind::unknown ||
            added.kind == Kind::unknown) {
          return {};
        }
        return sum(product(left, *call.getArgOperand(0), right, *call.getArgOperand(1)), added);
      }
      default:
        return call.mayReadOrWriteMemory() ? irregular_stride : of_operation_on_all(call);
    }
  }

  const DimensionStrides &strides_;
  unsigned dimension_;
};

}  // namespace

DimensionStrides::DimensionStrides(llvm::Function &work_item_function) {
  const WorkItemContext context = WorkItemContext::of(work_item_function);
  for (unsigned i = 0; i < 3; ++i) {
    Strides strides{no_stride, no_stride, no_stride};
    strides[i] = regular(1, 0);
    strides_[context.local_id[i]] = strides;
  }
  strides_[context.local_index] = {regular(1, 0), regular(1, 1), regular(1, 2)};
  const llvm::ReversePostOrderTraversal<llvm::Function *> order(&work_item_function);
  bool changed = true;
  while (changed) {
    changed = false;
    for (const llvm::BasicBlock *block : order) {
      for (const llvm::Instruction &instruction : *block) {
        changed |= !instruction.getType()->isVoidTy() && update(instruction);
      }
    }
  }
}

bool DimensionStrides::update(const llvm::Instruction &instruction) {
  const Strides old = strides_.lookup(&instruction);
  Strides strides = old;
  for (unsigned i = 0; i < 3; ++i) {
    strides[i] = either(old[i], Transfer(*this, i).of(instruction));
  }
  strides_[&instruction] = strides;
  return strides != old;
}

Strides DimensionStrides::of(const llvm::Value &value) const {
  const auto found = strides_.find(&value);
  if (found != strides_.end()) {
    return found->second;
  }
  return llvm::isa<llvm::Instruction>(value) ? Strides{} : Strides{no_stride, no_stride, no_stride};
}

}  // namespace mux::compiler

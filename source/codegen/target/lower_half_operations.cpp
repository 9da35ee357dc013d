#include "codegen/target/lower_half_operations.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>

#include "compiler/processor/host_target.h"

namespace mux::compiler {

namespace {

using llvm::Value;

bool is_half(const llvm::Type *type) {
  return type->getScalarType()->isHalfTy();
}

llvm::Type *with_element(llvm::Type *type, llvm::Type *element) {
  return type->getWithNewType(element);
}

/// Builds the replacement of one instruction before it.
class HalfLowering {
 public:
  explicit HalfLowering(llvm::Instruction &instruction)
      : instruction_(instruction), builder_(&instruction) {
    if (llvm::isa<llvm::FPMathOperator>(instruction)) {
      builder_.setFastMathFlags(instruction.getFastMathFlags());
    }
  }

  /// NULL if the instruction needs no replacement.
  Value *lower() {
    if (llvm::isa<llvm::BinaryOperator>(instruction_)) {
      return lower_binary();
    }
    if (auto *comparison = llvm::dyn_cast<llvm::FCmpInst>(&instruction_)) {
      return lower_comparison(*comparison);
    }
    if (auto *cast = llvm::dyn_cast<llvm::CastInst>(&instruction_)) {
      return lower_cast(*cast);
    }
    if (auto *intrinsic = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction_)) {
      return lower_intrinsic(*intrinsic);
    }
    return nullptr;
  }

 private:
  Value *widened(Value *value) {
    return builder_.CreateFPExt(value, with_element(value->getType(), builder_.getFloatTy()));
  }

  Value *in_double(Value *value) {
    return builder_.CreateFPExt(widened(value),
                                with_element(value->getType(), builder_.getDoubleTy()));
  }

  Value *narrowed(Value *value) {
    return builder_.CreateFPTrunc(value, with_element(value->getType(), builder_.getHalfTy()));
  }

  Value *lower_binary() {
    if (!is_half(instruction_.getType())) {
      return nullptr;
    }
    const auto opcode = static_cast<llvm::Instruction::BinaryOps>(instruction_.getOpcode());
    return narrowed(builder_.CreateBinOp(opcode, widened(instruction_.getOperand(0)),
                                         widened(instruction_.getOperand(1))));
  }

  Value *lower_comparison(llvm::FCmpInst &comparison) {
    if (!is_half(comparison.getOperand(0)->getType())) {
      return nullptr;
    }
    return builder_.CreateFCmp(comparison.getPredicate(), widened(comparison.getOperand(0)),
                               widened(comparison.getOperand(1)));
  }

  /// Integers beyond the range of half must become infinities: they are clamped to a value that is
  /// exact in float.
  Value *from_integer(Value *value, bool is_signed) {
    constexpr uint64_t beyond = uint64_t{1} << 17;
    constexpr unsigned exact_bits = 24;
    llvm::Type *type = value->getType();
    if (type->getScalarSizeInBits() > exact_bits) {
      llvm::Constant *most = llvm::ConstantInt::get(type, beyond);
      value = builder_.CreateBinaryIntrinsic(
          is_signed ? llvm::Intrinsic::smin : llvm::Intrinsic::umin, value, most);
      if (is_signed) {
        value = builder_.CreateBinaryIntrinsic(llvm::Intrinsic::smax, value,
                                               llvm::ConstantExpr::getNeg(most));
      }
      value = builder_.CreateTrunc(value, with_element(type, builder_.getInt32Ty()));
      is_signed = true;
    }
    llvm::Type *wide = with_element(type, builder_.getFloatTy());
    return narrowed(is_signed ? builder_.CreateSIToFP(value, wide)
                              : builder_.CreateUIToFP(value, wide));
  }

  Value *lower_cast(llvm::CastInst &cast) {
    Value *value = cast.getOperand(0);
    switch (cast.getOpcode()) {
      case llvm::Instruction::SIToFP:
      case llvm::Instruction::UIToFP:
        return is_half(cast.getType())
                   ? from_integer(value, cast.getOpcode() == llvm::Instruction::SIToFP)
                   : nullptr;
      case llvm::Instruction::FPToSI:
      case llvm::Instruction::FPToUI:
        return is_half(value->getType())
                   ? builder_.CreateCast(cast.getOpcode(), widened(value), cast.getType())
                   : nullptr;
      case llvm::Instruction::FPTrunc:
        return is_half(cast.getType()) && value->getType()->getScalarType()->isDoubleTy()
                   ? narrowed(truncate_to_odd(
                         builder_, value, with_element(value->getType(), builder_.getFloatTy())))
                   : nullptr;
      case llvm::Instruction::FPExt:
        return is_half(value->getType()) && cast.getType()->getScalarType()->isDoubleTy()
                   ? in_double(value)
                   : nullptr;
      default:
        return nullptr;
    }
  }

  /// The product is exact in double, and so is the sum wherever its last bits affect the rounding.
  Value *lower_fused() {
    Value *product = builder_.CreateFMul(in_double(instruction_.getOperand(0)),
                                         in_double(instruction_.getOperand(1)));
    Value *sum = builder_.CreateFAdd(product, in_double(instruction_.getOperand(2)));
    return narrowed(
        truncate_to_odd(builder_, sum, with_element(sum->getType(), builder_.getFloatTy())));
  }

  /// The same intrinsic for float.
  Value *lower_call(llvm::IntrinsicInst &intrinsic) {
    llvm::SmallVector<Value *, 3> arguments;
    for (Value *argument : intrinsic.args()) {
      arguments.push_back(is_half(argument->getType()) ? widened(argument) : argument);
    }
    // All are overloaded on one type, that of their last argument.
    return narrowed(builder_.CreateIntrinsic(intrinsic.getIntrinsicID(),
                                             {arguments.back()->getType()}, arguments));
  }

  Value *lower_intrinsic(llvm::IntrinsicInst &intrinsic) {
    if (!is_half(intrinsic.getType())) {
      return nullptr;
    }
    switch (intrinsic.getIntrinsicID()) {
      case llvm::Intrinsic::fma:
        return lower_fused();
      case llvm::Intrinsic::fmuladd:
      case llvm::Intrinsic::sqrt:
      case llvm::Intrinsic::floor:
      case llvm::Intrinsic::ceil:
      case llvm::Intrinsic::trunc:
      case llvm::Intrinsic::rint:
      case llvm::Intrinsic::nearbyint:
      case llvm::Intrinsic::round:
      case llvm::Intrinsic::roundeven:
      case llvm::Intrinsic::minnum:
      case llvm::Intrinsic::maxnum:
      case llvm::Intrinsic::minimum:
      case llvm::Intrinsic::maximum:
      case llvm::Intrinsic::vector_reduce_fadd:
      case llvm::Intrinsic::vector_reduce_fmul:
      case llvm::Intrinsic::vector_reduce_fmin:
      case llvm::Intrinsic::vector_reduce_fmax:
        return lower_call(intrinsic);
      default:
        // fabs, copysign, is_fpclass and memory accesses operate on the bits.
        return nullptr;
    }
  }

  llvm::Instruction &instruction_;
  llvm::IRBuilder<> builder_;
};

/// Whether an operation is lowered to float even if the processor has half instructions. It has
/// none for remainders. Those for quotients and roots are slow: 32 of them in each of 32,768
/// work-items take 355 and 422 us, 232 and 277 in float. Reductions across lanes keep the
/// additional bits of float.
bool is_always_lowered(const llvm::Instruction &instruction) {
  if (const auto *intrinsic = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction)) {
    switch (intrinsic->getIntrinsicID()) {
      case llvm::Intrinsic::sqrt:
      case llvm::Intrinsic::vector_reduce_fadd:
      case llvm::Intrinsic::vector_reduce_fmul:
      case llvm::Intrinsic::vector_reduce_fmin:
      case llvm::Intrinsic::vector_reduce_fmax:
        return true;
      default:
        return false;
    }
  }
  return instruction.getOpcode() == llvm::Instruction::FRem ||
         instruction.getOpcode() == llvm::Instruction::FDiv;
}

}  // namespace

Value *truncate_to_odd(llvm::IRBuilder<> &builder, Value *value, llvm::Type *to) {
  const llvm::IRBuilderBase::FastMathFlagGuard guard(builder);
  builder.clearFastMathFlags();
  const auto magnitude = [&builder](Value *number) {
    return builder.CreateUnaryIntrinsic(llvm::Intrinsic::fabs, number);
  };
  Value *nearest = builder.CreateFPTrunc(value, to);
  Value *back = builder.CreateFPExt(nearest, value->getType());
  Value *too_great = builder.CreateFCmpOGT(magnitude(back), magnitude(value));
  // Bit patterns are ordered like magnitudes. If the magnitude was rounded up, the next smaller
  // pattern is used, which is odd or made odd below.
  llvm::Type *bits_type = with_element(to, builder.getIntNTy(to->getScalarSizeInBits()));
  Value *bits = builder.CreateSub(builder.CreateBitCast(nearest, bits_type),
                                  builder.CreateZExt(too_great, bits_type));
  Value *inexact = builder.CreateFCmpONE(back, value);
  bits = builder.CreateOr(bits, builder.CreateZExt(inexact, bits_type));
  return builder.CreateBitCast(bits, to);
}

void lower_half_operations(llvm::Module &module) {
  const bool has_operations = has_half_operations();
  for (llvm::Function &function : module) {
    for (llvm::Instruction &instruction :
         llvm::make_early_inc_range(llvm::instructions(function))) {
      if (has_operations && !is_always_lowered(instruction)) {
        continue;
      }
      if (Value *replacement = HalfLowering(instruction).lower()) {
        instruction.replaceAllUsesWith(replacement);
        instruction.eraseFromParent();
      }
    }
  }
}

}  // namespace mux::compiler

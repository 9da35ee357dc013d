#include "codegen/vectorize/widen/instructions/widen_division.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/PatternMatch.h>

#include "codegen/ir/guarded_divisor.h"
#include "codegen/target/processor_operations.h"
#include "codegen/vectorize/analysis/index_range.h"
#include "codegen/vectorize/widen/active_lanes.h"
#include "codegen/vectorize/widen/instructions/widen_products.h"
#include "codegen/vectorize/widen/widener.h"
#include "compiler/processor/host_target.h"

namespace mux::compiler {

namespace {

/// Divides integers by floating-point division, since processors have no integer division of
/// vectors.
///
/// An inexact quotient differs from the nearest integers by at least 1 / divisor, which is more
/// than 2^-n of it for a dividend of n bits. So if the dividend has fewer bits than the significand
/// and neither operand is rounded, rounding cannot carry the quotient to the next integer. A
/// divisor that is rounded is much larger than the dividend: the quotient is 0. The minimum value
/// divided by -1 is out of range: the conversion of the processor yields the minimum value itself,
/// as guarded divisions require.
class FloatDivision {
 public:
  FloatDivision(Widener &widener, llvm::BinaryOperator &division)
      : builder_(widener.builder()),
        division_(division),
        is_signed_(division.getOpcode() == llvm::Instruction::SDiv ||
                   division.getOpcode() == llvm::Instruction::SRem) {
    llvm::Type *scalar = division.getType()->getScalarType();
    switch (scalar->getIntegerBitWidth()) {
      case 8:
      case 16:
        integer_ = widener.vector_type(builder_.getInt32Ty());
        real_ = widener.vector_type(builder_.getFloatTy());
        break;
      case 32:
        integer_ = widener.vector_type(scalar);
        real_ = widener.vector_type(builder_.getDoubleTy());
        break;
      case 64:
        // The conversions between 64-bit integers and floating point exist for vectors only with
        // AVX512DQ.
        if (code_target().has_feature("avx512dq") && is_dividend_short()) {
          integer_ = widener.vector_type(scalar);
          real_ = widener.vector_type(builder_.getDoubleTy());
        }
        break;
      default:
        break;
    }
  }

  bool is_possible() const { return integer_ != nullptr; }

  /// Uses a reciprocal estimate and two steps of Newton's method, which take 0.7 of the time of a
  /// division of doubles (measured on a fifth-generation AMD EPYC).
  /// @param divisor may be 0: the result is unspecified then, and nothing traps.
  llvm::Value *build(llvm::Value *dividend, llvm::Value *divisor) {
    divisor = builder_.CreateFreeze(divisor);
    llvm::Value *real_divisor = to_real(divisor);
    llvm::Value *quotient =
        real_->getScalarType()->isDoubleTy() && has_processor_operations()
            ? builder_.CreateFMul(
                  to_real(dividend),
                  call_operation(builder_, ProcessorOperation::divisor_reciprocal_f64,
                                 {real_divisor}))
            : builder_.CreateFDiv(to_real(dividend), real_divisor);
    return builder_.CreateFreeze(finish(quotient, dividend, divisor));
  }

  /// Uses one division for all lanes, by a uniform divisor. The dividend is increased by a half, so
  /// that the exact quotient differs from the nearest integers by at least 1 / (2 * divisor), which
  /// is more than 2^-(n + 1) of it for a dividend of n bits. The relative error of the product with
  /// the reciprocal is at most 2^-(s - 1) with a significand of s bits: 24 for n up to 16, 53 for n
  /// up to 32.
  /// @param divisor uniform, not 0.
  llvm::Value *build_by_reciprocal(llvm::Value *dividend, llvm::Value *divisor, unsigned lanes) {
    llvm::Type *scalar = real_->getScalarType();
    llvm::Value *one = llvm::ConstantFP::get(scalar, 1.0);
    llvm::Value *real_divisor = is_signed_ ? builder_.CreateSIToFP(divisor, scalar)
                                           : builder_.CreateUIToFP(divisor, scalar);
    llvm::Value *reciprocal =
        builder_.CreateVectorSplat(lanes, builder_.CreateFDiv(one, real_divisor));
    llvm::Value *real_dividend = to_real(dividend);
    llvm::Value *half = llvm::ConstantFP::get(real_, 0.5);
    if (is_signed_) {
      half = builder_.CreateCopySign(half, real_dividend);
    }
    llvm::Value *quotient =
        builder_.CreateFMul(builder_.CreateFAdd(real_dividend, half), reciprocal);
    return builder_.CreateFreeze(
        finish(quotient, dividend, builder_.CreateVectorSplat(lanes, divisor)));
  }

 private:
  llvm::Value *finish(llvm::Value *quotient, llvm::Value *dividend, llvm::Value *divisor) {
    quotient = is_signed_ ? builder_.CreateFPToSI(quotient, integer_)
                          : builder_.CreateFPToUI(quotient, integer_);
    quotient = builder_.CreateTrunc(quotient, dividend->getType());
    if (division_.getOpcode() == llvm::Instruction::SDiv ||
        division_.getOpcode() == llvm::Instruction::UDiv) {
      return quotient;
    }
    return builder_.CreateSub(dividend, builder_.CreateMul(quotient, divisor));
  }

  bool is_dividend_short() const {
    const llvm::Value &dividend = *division_.getOperand(0);
    return dividend.getType()->isIntegerTy() &&
           IndexRanges(*division_.getFunction()).of(dividend).getActiveBits() <= 32;
  }

  llvm::Value *to_real(llvm::Value *value) {
    if (is_signed_) {
      return builder_.CreateSIToFP(builder_.CreateSExt(value, integer_), real_);
    }
    return builder_.CreateUIToFP(builder_.CreateZExt(value, integer_), real_);
  }

  llvm::IRBuilder<> &builder_;
  llvm::BinaryOperator &division_;
  bool is_signed_;
  llvm::Type *integer_ = nullptr;
  llvm::Type *real_ = nullptr;
};

/// Divides by a constant. LLVM multiplies by a reciprocal too, but 64-bit integers lane by lane.
llvm::Value *divide_by_known(llvm::IRBuilder<> &builder, const llvm::BinaryOperator &division,
                             llvm::Value *dividend, llvm::Value *divisor) {
  const llvm::APInt *constant = nullptr;
  if (dividend->getType()->getScalarSizeInBits() != 64 ||
      !llvm::PatternMatch::match(divisor, llvm::PatternMatch::m_APInt(constant)) ||
      constant->isZero() || constant->abs().isPowerOf2()) {
    return builder.CreateBinOp(division.getOpcode(), dividend, divisor);
  }
  const llvm::Instruction::BinaryOps opcode = division.getOpcode();
  const bool is_signed = opcode == llvm::Instruction::SDiv || opcode == llvm::Instruction::SRem;
  llvm::Value *quotient = divide_by_constant(builder, dividend, *constant, is_signed);
  if (opcode == llvm::Instruction::SDiv || opcode == llvm::Instruction::UDiv) {
    return quotient;
  }
  return builder.CreateSub(dividend, builder.CreateMul(quotient, divisor));
}

/// Divides 64-bit integers by a uniform divisor, with one scalar division for all lanes. Measured:
/// `i % n` and `i / n` in size_t take 50 us for 196,608 work-items, and 340 us lane by lane.
/// @param divisor not 0. The minimum value divided by -1 is unspecified, as in OpenCL C.
llvm::Value *divide_long(llvm::IRBuilder<> &builder, const llvm::BinaryOperator &division,
                         llvm::Value *dividend, llvm::Value *divisor) {
  const llvm::Instruction::BinaryOps opcode = division.getOpcode();
  const bool is_remainder = opcode == llvm::Instruction::SRem || opcode == llvm::Instruction::URem;
  // Frozen, since all expressions that use it must see the same value.
  dividend = builder.CreateFreeze(dividend);
  if (opcode == llvm::Instruction::UDiv || opcode == llvm::Instruction::URem) {
    const Quotient result = divide_by_one(builder, dividend, divisor);
    return is_remainder ? result.remainder : result.quotient;
  }
  const auto sign_of = [&](llvm::Value *value) {
    return builder.CreateAShr(value, value->getType()->getScalarSizeInBits() - 1);
  };
  const auto negated_where = [&](llvm::Value *sign, llvm::Value *value) {
    return builder.CreateSub(builder.CreateXor(value, sign), sign);
  };
  llvm::Value *sign = sign_of(dividend);
  llvm::Value *divisor_sign = sign_of(divisor);
  const Quotient result =
      divide_by_one(builder, negated_where(sign, dividend), negated_where(divisor_sign, divisor));
  if (is_remainder) {
    return negated_where(sign, result.remainder);
  }
  const auto lanes = llvm::cast<llvm::VectorType>(dividend->getType())->getElementCount();
  return negated_where(builder.CreateXor(sign, builder.CreateVectorSplat(lanes, divisor_sign)),
                       result.quotient);
}

}  // namespace

llvm::Value *divide(Widener &widener, llvm::BinaryOperator &division, unsigned part,
                    unsigned component) {
  llvm::IRBuilder<> &builder = widener.builder();
  llvm::Value *dividend = widener.vector(*division.getOperand(0), part, component);
  if (llvm::isa<llvm::Constant>(division.getOperand(1))) {
    return divide_by_known(builder, division, dividend,
                           widener.vector(*division.getOperand(1), part, component));
  }
  FloatDivision by_float(widener, division);
  llvm::Value *const unguarded = unguarded_divisor(*division.getOperand(1));
  if ((by_float.is_possible() || division.getType()->isIntegerTy(64)) &&
      division.getType()->isIntegerTy() && widener.shape(*unguarded).is_uniform()) {
    llvm::Value *one_divisor = builder.CreateFreeze(widener.first_lane(*unguarded, part));
    llvm::Constant *one = llvm::ConstantInt::get(one_divisor->getType(), 1);
    one_divisor = builder.CreateSelect(builder.CreateIsNull(one_divisor), one, one_divisor);
    return by_float.is_possible()
               ? by_float.build_by_reciprocal(dividend, one_divisor, widener.packet().lanes)
               : divide_long(builder, division, dividend, one_divisor);
  }
  if (by_float.is_possible()) {
    return by_float.build(dividend, widener.vector(*unguarded, part, component));
  }
  llvm::Value *divisor = widener.vector(*division.getOperand(1), part, component);
  const ActiveLanes running = active_lanes_of_sharing_parts(widener, division, part);
  if (!running.all()) {
    // A divisor of 0 would trap even in an inactive lane.
    llvm::Value *condition = running.each != nullptr ? running.each : running.together;
    llvm::Value *one = llvm::ConstantInt::get(divisor->getType(), 1);
    divisor = builder.CreateSelect(condition, divisor, one);
  }
  return builder.CreateBinOp(division.getOpcode(), dividend, divisor);
}

}  // namespace mux::compiler

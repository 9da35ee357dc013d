#include "codegen/pipeline/lower/use_rsqrt.h"

#include <llvm/Analysis/VectorUtils.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Operator.h>
#include <llvm/IR/PatternMatch.h>

#include "codegen/target/processor_operations.h"
#include "compiler/processor/host_target.h"

namespace mux::compiler {

namespace {

/// The error in ulp that a division must permit (`!fpmath`).
constexpr float needed_tolerance = 2.0F;

/// Number of elements; 1 for a scalar.
unsigned elements_of(const llvm::Type &type) {
  const auto *vector = llvm::dyn_cast<llvm::FixedVectorType>(&type);
  return vector == nullptr ? 1 : vector->getNumElements();
}

/// The argument of the square root that the divisor is; NULL if it is none. A scalar for a scalar
/// or a splat, or a vector.
llvm::Value *root_argument(llvm::Value *divisor) {
  if (llvm::Value *splat = llvm::getSplatValue(divisor)) {
    divisor = splat;
  }
  auto *call = llvm::dyn_cast<llvm::IntrinsicInst>(divisor);
  if (call == nullptr || call->getIntrinsicID() != llvm::Intrinsic::sqrt) {
    return nullptr;
  }
  const llvm::Type &type = *call->getType()->getScalarType();
  return type.isFloatTy() || type.isDoubleTy() ? call->getArgOperand(0) : nullptr;
}

llvm::Value *call_reciprocal_root(llvm::IRBuilder<> &builder, llvm::Value *value) {
  return call_operation(builder,
                        value->getType()->isDoubleTy() ? ProcessorOperation::reciprocal_root_f64
                                                       : ProcessorOperation::reciprocal_root,
                        {value});
}

/// Vectors of the program are scalarized, as for vectorization.
llvm::Value *build_calls(llvm::IRBuilder<> &builder, llvm::Value *argument, llvm::Type *type) {
  if (!type->isVectorTy()) {
    return call_reciprocal_root(builder, argument);
  }
  const unsigned elements = elements_of(*type);
  if (!argument->getType()->isVectorTy()) {
    return builder.CreateVectorSplat(elements, call_reciprocal_root(builder, argument));
  }
  llvm::Value *roots = llvm::PoisonValue::get(type);
  for (unsigned i = 0; i < elements; ++i) {
    llvm::Value *element = builder.CreateExtractElement(argument, i);
    roots = builder.CreateInsertElement(roots, call_reciprocal_root(builder, element), i);
  }
  return roots;
}

bool is_one(const llvm::Value *value) {
  using llvm::PatternMatch::m_FPOne;
  return llvm::PatternMatch::match(value, m_FPOne());
}

/// @return the replacement of the division; NULL if it stays.
llvm::Value *replace_division(llvm::BinaryOperator &division) {
  llvm::Value *argument = root_argument(division.getOperand(1));
  if (argument == nullptr ||
      llvm::cast<llvm::FPMathOperator>(division).getFPAccuracy() < needed_tolerance) {
    return nullptr;
  }
  llvm::IRBuilder<> builder(&division);
  llvm::Value *roots = build_calls(builder, argument, division.getType());
  if (is_one(division.getOperand(0))) {
    return roots;
  }
  builder.setFastMathFlags(division.getFastMathFlags());
  return builder.CreateFMul(division.getOperand(0), roots);
}

}  // namespace

void use_rsqrt(llvm::Function &function) {
  if (!has_processor_operations()) {
    return;
  }
  llvm::SmallVector<llvm::BinaryOperator *> divisions;
  for (llvm::Instruction &instruction : llvm::instructions(function)) {
    if (instruction.getOpcode() == llvm::Instruction::FDiv) {
      divisions.push_back(llvm::cast<llvm::BinaryOperator>(&instruction));
    }
  }
  for (llvm::BinaryOperator *division : divisions) {
    if (llvm::Value *replacement = replace_division(*division)) {
      division->replaceAllUsesWith(replacement);
      division->eraseFromParent();
    }
  }
}

}  // namespace mux::compiler

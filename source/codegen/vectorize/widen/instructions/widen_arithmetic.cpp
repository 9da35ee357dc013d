#include "codegen/vectorize/widen/instructions/widen_arithmetic.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Operator.h>

#include "codegen/vectorize/analysis/components.h"
#include "codegen/vectorize/widen/instructions/widen_division.h"
#include "codegen/vectorize/widen/instructions/widen_products.h"
#include "codegen/vectorize/widen/widener.h"

namespace mux::compiler {

namespace {

/// Widens one instruction, part by part.
class Arithmetic {
 public:
  Arithmetic(Widener &widener, llvm::Instruction &instruction)
      : widener_(widener), builder_(widener.builder()), instruction_(instruction) {}

  bool run() {
    if (!is_supported()) {
      return false;
    }
    for (const unsigned part : widener_.parts_of(instruction_)) {
      part_ = part;
      for (unsigned i = 0; i < component_count(instruction_.getType()); ++i) {
        widener_.set_vector(instruction_, part_, build(i), i);
      }
    }
    return true;
  }

 private:
  bool is_supported() const {
    switch (instruction_.getOpcode()) {
      case llvm::Instruction::ExtractElement:
      case llvm::Instruction::InsertElement:
      case llvm::Instruction::ShuffleVector:
      case llvm::Instruction::ExtractValue:
      case llvm::Instruction::InsertValue:
      case llvm::Instruction::Freeze:
      case llvm::Instruction::Select:
        return true;
      case llvm::Instruction::GetElementPtr:
        return !instruction_.getType()->isVectorTy();
      default:
        break;
    }
    if (llvm::isa<llvm::CastInst>(instruction_)) {
      // A bitcast may change the number of components.
      return component_count(instruction_.getType()) ==
             component_count(instruction_.getOperand(0)->getType());
    }
    return instruction_.isBinaryOp() || instruction_.isUnaryOp() ||
           llvm::isa<llvm::CmpInst>(instruction_);
  }

  llvm::Value *operand(unsigned index, unsigned component = 0) {
    return widener_.vector(*instruction_.getOperand(index), part_, component);
  }

  llvm::Value *build(unsigned component) {
    switch (instruction_.getOpcode()) {
      case llvm::Instruction::ExtractElement:
        return extract_element();
      case llvm::Instruction::InsertElement:
        return insert_element(component);
      case llvm::Instruction::ShuffleVector:
        return shuffle(component);
      case llvm::Instruction::ExtractValue: {
        const auto &extract = llvm::cast<llvm::ExtractValueInst>(instruction_);
        const llvm::Value &aggregate = *extract.getAggregateOperand();
        return operand(0, component + first_component(aggregate.getType(), extract.getIndices()));
      }
      case llvm::Instruction::InsertValue:
        return insert_value(component);
      case llvm::Instruction::GetElementPtr:
        return with_flags(address());
      case llvm::Instruction::Select:
        return with_flags(select(component));
      default:
        return with_flags(element_wise(component));
    }
  }

  llvm::Value *element_wise(unsigned component) {
    if (const auto *cut = llvm::dyn_cast<llvm::TruncInst>(&instruction_)) {
      if (llvm::Value *high = widen_mulhi(widener_, *cut, part_, component)) {
        return high;
      }
    }
    llvm::Value *first = operand(0, component);
    if (instruction_.isIntDivRem()) {
      return divide(widener_, llvm::cast<llvm::BinaryOperator>(instruction_), part_, component);
    }
    if (llvm::isa<llvm::FreezeInst>(instruction_)) {
      return builder_.CreateFreeze(first);
    }
    if (const auto *cast = llvm::dyn_cast<llvm::CastInst>(&instruction_)) {
      llvm::Type *type = widener_.vector_type(component_type(cast->getType(), component));
      return builder_.CreateCast(cast->getOpcode(), first, type);
    }
    if (instruction_.isUnaryOp()) {
      return builder_.CreateUnOp(llvm::cast<llvm::UnaryOperator>(instruction_).getOpcode(), first);
    }
    llvm::Value *second = operand(1, component);
    if (const auto *comparison = llvm::dyn_cast<llvm::CmpInst>(&instruction_)) {
      return builder_.CreateCmp(comparison->getPredicate(), first, second);
    }
    return builder_.CreateBinOp(llvm::cast<llvm::BinaryOperator>(instruction_).getOpcode(), first,
                                second);
  }

  /// The condition is one scalar for all components, one for each component, or uniform.
  llvm::Value *select(unsigned component) {
    llvm::Value &condition = *instruction_.getOperand(0);
    llvm::Value *chosen = nullptr;
    if (condition.getType()->isVectorTy()) {
      chosen = operand(0, component);
    } else if (widener_.shape(condition).is_uniform()) {
      chosen = widener_.first_lane(condition, part_);
    } else {
      chosen = operand(0);
    }
    return builder_.CreateSelect(chosen, operand(1, component), operand(2, component));
  }

  /// Uniform operands stay scalar, so that gathers have a scalar base.
  llvm::Value *address() {
    auto &step = llvm::cast<llvm::GetElementPtrInst>(instruction_);
    llvm::SmallVector<llvm::Value *> operands;
    for (llvm::Value *value : step.operand_values()) {
      operands.push_back(widener_.shape(*value).is_uniform() ? widener_.first_lane(*value, part_)
                                                             : widener_.vector(*value, part_));
    }
    return builder_.CreateGEP(step.getSourceElementType(), operands[0],
                              llvm::ArrayRef(operands).drop_front());
  }

  /// A varying index selects among all elements.
  llvm::Value *extract_element() {
    auto &extract = llvm::cast<llvm::ExtractElementInst>(instruction_);
    const unsigned count = component_count(extract.getVectorOperandType());
    if (const auto *index = llvm::dyn_cast<llvm::ConstantInt>(extract.getIndexOperand())) {
      return index->getValue().ult(count)
                 ? operand(0, static_cast<unsigned>(index->getZExtValue()))
                 : llvm::PoisonValue::get(widener_.vector_type(extract.getType()));
    }
    llvm::Value *result = operand(0, 0);
    for (unsigned i = 1; i < count; ++i) {
      result =
          builder_.CreateSelect(index_is(*extract.getIndexOperand(), i), operand(0, i), result);
    }
    return result;
  }

  llvm::Value *insert_element(unsigned component) {
    llvm::Value &index = *instruction_.getOperand(2);
    if (const auto *constant = llvm::dyn_cast<llvm::ConstantInt>(&index)) {
      return constant->getValue() == component ? operand(1) : operand(0, component);
    }
    return builder_.CreateSelect(index_is(index, component), operand(1), operand(0, component));
  }

  llvm::Value *index_is(llvm::Value &index, unsigned element) {
    llvm::Constant *constant = llvm::ConstantInt::get(index.getType(), element);
    return builder_.CreateICmpEQ(widener_.vector(index, part_), widener_.vector(*constant, part_));
  }

  llvm::Value *shuffle(unsigned component) {
    const auto &shuffle = llvm::cast<llvm::ShuffleVectorInst>(instruction_);
    const int source = shuffle.getMaskValue(component);
    if (source < 0) {
      llvm::Type *element = component_type(shuffle.getType(), component);
      return llvm::PoisonValue::get(widener_.vector_type(element));
    }
    const auto index = static_cast<unsigned>(source);
    const unsigned count = component_count(shuffle.getOperand(0)->getType());
    return index < count ? operand(0, index) : operand(1, index - count);
  }

  llvm::Value *insert_value(unsigned component) {
    const auto &insert = llvm::cast<llvm::InsertValueInst>(instruction_);
    const unsigned first = first_component(insert.getType(), insert.getIndices());
    const unsigned count = component_count(insert.getInsertedValueOperand()->getType());
    return component >= first && component < first + count ? operand(1, component - first)
                                                           : operand(0, component);
  }

  /// Copies IR flags: they hold for each lane on its own.
  llvm::Value *with_flags(llvm::Value *value) {
    auto *result = llvm::dyn_cast<llvm::Instruction>(value);
    if (result != nullptr && result->getOpcode() == instruction_.getOpcode()) {
      result->copyIRFlags(&instruction_);
      result->copyMetadata(instruction_, {llvm::LLVMContext::MD_fpmath});
    }
    return value;
  }

  Widener &widener_;
  llvm::IRBuilder<> &builder_;
  llvm::Instruction &instruction_;
  unsigned part_ = 0;
};

}  // namespace

bool widen_arithmetic(Widener &widener, llvm::Instruction &instruction) {
  return Arithmetic(widener, instruction).run();
}

}  // namespace mux::compiler

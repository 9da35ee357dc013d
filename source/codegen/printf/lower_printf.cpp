#include "codegen/printf/lower_printf.h"

#include <llvm/ADT/SetVector.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/PatternMatch.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

#include <algorithm>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "codegen/ir/work_item_functions.h"
#include "compiler/abi/printf_format.h"
#include "compiler/runtime/printf_runtime.h"

namespace mux::compiler {

namespace {

using builtins::PrintfArgument;
using builtins::PrintfSource;

/// One of the formats of a call.
struct Format {
  llvm::Value *literal = nullptr;
  std::string encoded;
};

struct Call {
  llvm::CallInst *call = nullptr;
  std::vector<PrintfArgument> arguments;
  /// Empty if not known at compile time.
  std::vector<Format> formats;
};

/// Limit of the values that are followed to find the formats of a call.
constexpr size_t most_choices = 64;

/// Finds the literals that a format may be: optimizers merge calls in several branches.
/// @return false if it may be anything else.
bool find_literals(llvm::Value *format, llvm::SmallSetVector<llvm::Value *, 4> &literals,
                   llvm::SmallPtrSetImpl<llvm::Value *> &seen) {
  format = format->stripPointerCasts();
  if (!seen.insert(format).second) {
    return true;
  }
  if (seen.size() > most_choices) {
    return false;
  }
  if (auto *choice = llvm::dyn_cast<llvm::SelectInst>(format)) {
    return find_literals(choice->getTrueValue(), literals, seen) &&
           find_literals(choice->getFalseValue(), literals, seen);
  }
  if (auto *merge = llvm::dyn_cast<llvm::PHINode>(format)) {
    return std::all_of(merge->incoming_values().begin(), merge->incoming_values().end(),
                       [&](llvm::Value *value) { return find_literals(value, literals, seen); });
  }
  llvm::StringRef text;
  if (!llvm::getConstantStringInfo(format, text)) {
    return false;
  }
  literals.insert(format);
  return true;
}

PrintfArgument describe(const llvm::CallInst &call, unsigned index) {
  const llvm::Type *type = call.getArgOperand(index)->getType();
  const llvm::Type *element = type->getScalarType();
  PrintfArgument argument;
  if (call.isByValArgument(index)) {
    return argument;
  }
  if (const auto *vector = llvm::dyn_cast<llvm::FixedVectorType>(type)) {
    constexpr unsigned max_lanes = std::numeric_limits<uint8_t>::max();
    if (vector->getNumElements() > max_lanes) {
      return argument;
    }
    argument.lanes = static_cast<uint8_t>(vector->getNumElements());
  }
  if (element->isIntegerTy()) {
    argument.source = PrintfSource::integer;
    argument.bits = static_cast<uint8_t>(std::min(element->getIntegerBitWidth(), 64U));
  } else if (element->isHalfTy() || element->isFloatTy() || element->isDoubleTy()) {
    argument.source = PrintfSource::real;
  } else if (element->isPointerTy()) {
    argument.source = PrintfSource::pointer;
  }
  return argument;
}

Call read_call(llvm::CallInst &instruction) {
  Call call;
  call.call = &instruction;
  for (unsigned index = 1; index < instruction.arg_size(); ++index) {
    call.arguments.push_back(describe(instruction, index));
  }
  llvm::SmallSetVector<llvm::Value *, 4> literals;
  llvm::SmallPtrSet<llvm::Value *, 8> seen;
  if (!find_literals(instruction.getArgOperand(0), literals, seen)) {
    return call;
  }
  for (llvm::Value *literal : literals) {
    llvm::StringRef text;
    llvm::getConstantStringInfo(literal, text);
    call.formats.push_back(
        {literal, builtins::encode_printf_format(
                      builtins::parse_printf_format({text.data(), text.size()}), call.arguments)});
  }
  return call;
}

uint64_t value_count(const Call &call) {
  uint64_t count = 0;
  for (const PrintfArgument &argument : call.arguments) {
    count += argument.source == PrintfSource::other ? 0 : argument.lanes;
  }
  return count;
}

class PrintfLowering {
 public:
  PrintfLowering(llvm::Function &function, uint64_t most_values)
      : module_(*function.getParent()), builder_(function.getContext()) {
    // The calls share one array of values, since these are not used after a call.
    builder_.SetInsertPoint(&function.getEntryBlock(), function.getEntryBlock().begin());
    values_ = builder_.CreateAlloca(
        llvm::ArrayType::get(builder_.getInt64Ty(), std::max<uint64_t>(most_values, 1)), nullptr,
        "printf_values");
  }

  void lower(const Call &call) {
    builder_.SetInsertPoint(call.call);
    store_arguments(call);
    llvm::Value *result = nullptr;
    if (call.formats.empty()) {
      result = print_any(call);
    } else if (call.formats.size() == 1) {
      result = print(call.formats.front());
    } else {
      result = print_one_of(call);
    }
    call.call->replaceAllUsesWith(result);
    call.call->eraseFromParent();
  }

 private:
  /// Compares the format with all literals but the last.
  llvm::Value *print_one_of(const Call &call) {
    llvm::BasicBlock *head = call.call->getParent();
    llvm::BasicBlock *end = llvm::SplitBlock(head, call.call);
    head->getTerminator()->eraseFromParent();
    llvm::PHINode *result = llvm::PHINode::Create(
        builder_.getInt32Ty(), static_cast<unsigned>(call.formats.size()), "", end->begin());
    for (const Format &format : call.formats) {
      builder_.SetInsertPoint(head);
      if (&format != &call.formats.back()) {
        if (auto *variable = llvm::dyn_cast<llvm::GlobalVariable>(format.literal)) {
          variable->setUnnamedAddr(llvm::GlobalValue::UnnamedAddr::None);
        }
        llvm::Value *is_this =
            builder_.CreateICmpEQ(call.call->getArgOperand(0)->stripPointerCasts(), format.literal);
        llvm::BasicBlock *here = new_block(*end);
        head = new_block(*end);
        builder_.CreateCondBr(is_this, here, head);
        builder_.SetInsertPoint(here);
      }
      result->addIncoming(print(format), builder_.GetInsertBlock());
      builder_.CreateBr(end);
    }
    return result;
  }

  static llvm::BasicBlock *new_block(llvm::BasicBlock &before) {
    return llvm::BasicBlock::Create(before.getContext(), "printf", before.getParent(), &before);
  }

  void store_arguments(const Call &call) {
    uint64_t next_value = 0;
    for (unsigned index = 0; index < call.arguments.size(); ++index) {
      const PrintfArgument &argument = call.arguments[index];
      llvm::Value *value = call.call->getArgOperand(index + 1);
      if (argument.source == PrintfSource::other) {
        continue;
      }
      if (!value->getType()->isVectorTy()) {
        store(widen(argument, value), next_value++);
        continue;
      }
      for (unsigned lane = 0; lane < argument.lanes; ++lane) {
        store(widen(argument, builder_.CreateExtractElement(value, lane)), next_value++);
      }
    }
  }

  void store(llvm::Value *value, uint64_t index) {
    builder_.CreateStore(
        value, builder_.CreateConstInBoundsGEP2_64(values_->getAllocatedType(), values_, 0, index));
  }

  llvm::Value *widen(const PrintfArgument &argument, llvm::Value *value) {
    switch (argument.source) {
      case PrintfSource::real:
        return builder_.CreateFPExt(value, builder_.getDoubleTy());
      case PrintfSource::pointer:
        return builder_.CreatePtrToInt(value, builder_.getInt64Ty());
      default:
        return builder_.CreateZExtOrTrunc(value, builder_.getInt64Ty());
    }
  }

  llvm::Value *print(const Format &format) {
    return builder_.CreateCall(declare(builtins::print_function, 2),
                               {constant(format.encoded, "printf_format"), values_});
  }

  llvm::Value *print_any(const Call &call) {
    llvm::Value *format = builder_.CreatePointerBitCastOrAddrSpaceCast(call.call->getArgOperand(0),
                                                                       builder_.getPtrTy());
    const std::string arguments = builtins::encode_printf_arguments(call.arguments);
    return builder_.CreateCall(declare(builtins::print_any_function, 3),
                               {format, constant(arguments, "printf_arguments"), values_});
  }

  /// Declares a runtime function with pointer parameters.
  llvm::FunctionCallee declare(const char *name, size_t parameters) {
    const llvm::SmallVector<llvm::Type *, 3> types(parameters, builder_.getPtrTy());
    auto *type = llvm::FunctionType::get(builder_.getInt32Ty(), types, false);
    llvm::FunctionCallee function = module_.getOrInsertFunction(name, type);
    llvm::cast<llvm::Function>(function.getCallee())->setDoesNotThrow();
    return function;
  }

  llvm::Constant *constant(const std::string &bytes, const char *name) {
    llvm::Constant *data = llvm::ConstantDataArray::getString(module_.getContext(), bytes, false);
    auto *variable = new llvm::GlobalVariable(module_, data->getType(), true,
                                              llvm::GlobalValue::PrivateLinkage, data, name);
    variable->setUnnamedAddr(llvm::GlobalValue::UnnamedAddr::Global);
    return variable;
  }

  llvm::Module &module_;
  llvm::IRBuilder<> builder_;
  llvm::AllocaInst *values_ = nullptr;
};

/// Whether a value depends on a work-item's id, other than through a remainder or mask; searched to
/// a limited depth.
bool depends_on_work_item_id(const llvm::Value &value, unsigned depth = 0) {
  constexpr unsigned deepest = 8;
  const auto *instruction = llvm::dyn_cast<llvm::Instruction>(&value);
  if (instruction == nullptr || depth == deepest) {
    return false;
  }
  if (const auto *call = llvm::dyn_cast<llvm::CallInst>(instruction)) {
    const llvm::Function *callee = call->getCalledFunction();
    const std::optional<WorkItemQuery> query =
        callee == nullptr ? std::nullopt : work_item_query(callee->getName());
    if (query.has_value()) {
      return query == WorkItemQuery::global_id || query == WorkItemQuery::local_id ||
             query == WorkItemQuery::global_linear_id || query == WorkItemQuery::local_linear_id;
    }
  }
  const unsigned opcode = instruction->getOpcode();
  return opcode != llvm::Instruction::URem && opcode != llvm::Instruction::SRem &&
         opcode != llvm::Instruction::And &&
         llvm::any_of(instruction->operand_values(), [&](const llvm::Value *operand) {
           return depends_on_work_item_id(*operand, depth + 1);
         });
}

/// Whether the condition, or its negation, is true only if something that depends on the
/// work-item's id equals another value.
bool implies_equality(llvm::Value &condition, bool holds) {
  using namespace llvm::PatternMatch;
  llvm::Value *one = nullptr;
  llvm::Value *other = nullptr;
  if (holds ? match(&condition, m_LogicalAnd(m_Value(one), m_Value(other)))
            : match(&condition, m_LogicalOr(m_Value(one), m_Value(other)))) {
    return implies_equality(*one, holds) || implies_equality(*other, holds);
  }
  const auto *comparison = llvm::dyn_cast<llvm::CmpInst>(&condition);
  return comparison != nullptr && depends_on_work_item_id(*comparison) &&
         (holds ? comparison->getPredicate() : comparison->getInversePredicate()) ==
             (comparison->isIntPredicate() ? llvm::CmpInst::ICMP_EQ : llvm::CmpInst::FCMP_OEQ);
}

/// Whether a block is only executed by work-items for which some value equals another.
bool is_guarded_by_equality(llvm::BasicBlock &block, const llvm::DominatorTree &dominators) {
  for (const auto *node = dominators.getNode(&block)->getIDom(); node != nullptr;
       node = node->getIDom()) {
    const auto *branch = llvm::dyn_cast<llvm::BranchInst>(node->getBlock()->getTerminator());
    if (branch == nullptr || !branch->isConditional()) {
      continue;
    }
    for (const unsigned successor : {0U, 1U}) {
      const llvm::BasicBlockEdge edge(node->getBlock(), branch->getSuccessor(successor));
      if (implies_equality(*branch->getCondition(), successor == 0) &&
          dominators.dominates(edge, &block)) {
        return true;
      }
    }
  }
  return false;
}

}  // namespace

void lower_printf(SourceKernel &kernel) {
  std::vector<Call> calls;
  uint64_t most_values = 0;
  for (llvm::Instruction &instruction : llvm::instructions(*kernel.function)) {
    auto *call = llvm::dyn_cast<llvm::CallInst>(&instruction);
    const llvm::Function *callee = call == nullptr ? nullptr : call->getCalledFunction();
    if (callee == nullptr || !is_printf(callee->getName())) {
      continue;
    }
    calls.push_back(read_call(*call));
    most_values = std::max(most_values, value_count(calls.back()));
  }
  if (calls.empty()) {
    return;
  }
  kernel.description.prints = true;
  const llvm::DominatorTree dominators(*kernel.function);
  kernel.many_work_items_print = !llvm::all_of(calls, [&](const Call &call) {
    return is_guarded_by_equality(*call.call->getParent(), dominators);
  });
  PrintfLowering lowering(*kernel.function, most_values);
  for (const Call &call : calls) {
    lowering.lower(call);
  }
}

}  // namespace mux::compiler

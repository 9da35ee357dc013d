#include "compiler/printf/lower_printf.h"

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
#include <optional>
#include <vector>

#include "compiler/abi/printf_format.h"
#include "compiler/ir/failure.h"
#include "compiler/ir/work_item_functions.h"
#include "compiler/runtime/printf_runtime.h"

namespace mux::compiler {

namespace {

using builtins::PrintfKind;
using builtins::PrintfPiece;

/// One of the formats that a call may have.
struct Format {
  llvm::Value *literal = nullptr;
  std::vector<PrintfPiece> pieces;
};

struct Call {
  llvm::CallInst *call = nullptr;
  std::vector<Format> formats;
};

/// A format as part of a message.
std::string quoted(llvm::StringRef format) {
  constexpr size_t longest = 60;
  std::string text = format.take_front(longest).str();
  std::replace_if(
      text.begin(), text.end(), [](char character) { return character >= 0 && character < ' '; },
      ' ');
  return "printf(\"" + text + (format.size() > longest ? "...\")" : "\")");
}

/// Literals, and choices between them, that are followed for one format.
constexpr size_t most_choices = 64;

/// The literals that a format may be: optimizers join calls in several branches.
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

unsigned lanes_of(const llvm::Type *type) {
  const auto *vector = llvm::dyn_cast<llvm::FixedVectorType>(type);
  return vector == nullptr ? 0 : vector->getNumElements();
}

bool takes(const PrintfPiece &piece, const llvm::Type *type) {
  const llvm::Type *scalar = type->getScalarType();
  // The front end may pass a vector of three elements as one of four.
  const unsigned lanes = lanes_of(type);
  if (lanes != piece.lanes && !(piece.lanes == 3 && lanes == 4)) {
    return false;
  }
  switch (piece.kind) {
    case PrintfKind::signed_integer:
    case PrintfKind::unsigned_integer:
    case PrintfKind::character:
      return scalar->isIntegerTy();
    case PrintfKind::real:
      return scalar->isHalfTy() || scalar->isFloatTy() || scalar->isDoubleTy();
    case PrintfKind::string:
    case PrintfKind::pointer:
      return scalar->isPointerTy();
    case PrintfKind::end:
    case PrintfKind::text:
      break;
  }
  return false;
}

const char *wanted(const PrintfPiece &piece) {
  switch (piece.kind) {
    case PrintfKind::real:
      return piece.lanes == 0 ? "a floating-point number" : "a vector of floating-point numbers";
    case PrintfKind::string:
      return "a string";
    case PrintfKind::pointer:
      return "a pointer";
    default:
      return piece.lanes == 0 ? "an integer" : "a vector of integers";
  }
}

llvm::Error check_arguments(const llvm::CallInst &call, const std::vector<PrintfPiece> &pieces) {
  unsigned next = 1;
  for (const PrintfPiece &piece : pieces) {
    if (piece.kind == PrintfKind::text) {
      continue;
    }
    if (next == call.arg_size()) {
      return failure("there is no argument for the conversion '" + piece.written + "'");
    }
    if (call.isByValArgument(next) || !takes(piece, call.getArgOperand(next)->getType())) {
      return failure(
          "argument " + std::to_string(next) + " is not " + wanted(piece) +
          (piece.lanes == 0 ? "" : " with " + std::to_string(piece.lanes) + " elements") +
          ", which the conversion '" + piece.written + "' takes");
    }
    ++next;
  }
  return llvm::Error::success();
}

llvm::Error read_call(llvm::CallInst &instruction, Call &call) {
  call.call = &instruction;
  const llvm::FunctionType *type = instruction.getFunctionType();
  if (!type->isVarArg() || type->getNumParams() != 1 || !type->getParamType(0)->isPointerTy() ||
      !type->getReturnType()->isIntegerTy(32)) {
    return failure("declares printf in another way than OpenCL C");
  }
  llvm::SmallSetVector<llvm::Value *, 4> literals;
  llvm::SmallPtrSet<llvm::Value *, 8> seen;
  if (!find_literals(instruction.getArgOperand(0), literals, seen) || literals.empty()) {
    return failure("uses printf with a format that is not a string literal");
  }
  for (llvm::Value *literal : literals) {
    llvm::StringRef text;
    llvm::getConstantStringInfo(literal, text);
    std::string why;
    auto pieces = builtins::parse_printf_format({text.data(), text.size()}, why);
    if (!pieces) {
      return failure("uses " + quoted(text) + ": " + why);
    }
    if (llvm::Error wrong = check_arguments(instruction, *pieces)) {
      return failure("uses " + quoted(text) + ": " + llvm::toString(std::move(wrong)));
    }
    call.formats.push_back({literal, std::move(*pieces)});
  }
  return llvm::Error::success();
}

uint64_t value_count(const Format &format) {
  uint64_t count = 0;
  for (const PrintfPiece &piece : format.pieces) {
    count += piece.kind == PrintfKind::text ? 0 : std::max(piece.lanes, 1U);
  }
  return count;
}

class Lowering {
 public:
  Lowering(llvm::Function &function, uint64_t most_values)
      : module_(*function.getParent()), builder_(function.getContext()) {
    auto *type = llvm::FunctionType::get(builder_.getInt32Ty(),
                                         {builder_.getPtrTy(), builder_.getPtrTy()}, false);
    print_ = module_.getOrInsertFunction(builtins::print_function, type);
    llvm::cast<llvm::Function>(print_.getCallee())->setDoesNotThrow();
    // All calls take turns to use one row of values: they do not outlive a call.
    builder_.SetInsertPoint(&function.getEntryBlock(), function.getEntryBlock().begin());
    values_ = builder_.CreateAlloca(
        llvm::ArrayType::get(builder_.getInt64Ty(), std::max<uint64_t>(most_values, 1)), nullptr,
        "printf_values");
  }

  void lower(const Call &call) {
    llvm::Value *result = nullptr;
    if (call.formats.size() == 1) {
      builder_.SetInsertPoint(call.call);
      result = print(call, call.formats.front());
    } else {
      result = print_one_of(call);
    }
    call.call->replaceAllUsesWith(result);
    call.call->eraseFromParent();
  }

 private:
  /// Compares the format with each literal but the last.
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
      result->addIncoming(print(call, format), builder_.GetInsertBlock());
      builder_.CreateBr(end);
    }
    return result;
  }

  static llvm::BasicBlock *new_block(llvm::BasicBlock &before) {
    return llvm::BasicBlock::Create(before.getContext(), "printf", before.getParent(), &before);
  }

  llvm::Value *print(const Call &call, const Format &format) {
    unsigned next_argument = 1;
    uint64_t next_value = 0;
    for (const PrintfPiece &piece : format.pieces) {
      if (piece.kind == PrintfKind::text) {
        continue;
      }
      llvm::Value *argument = call.call->getArgOperand(next_argument++);
      if (piece.lanes == 0) {
        store(widen(piece, argument), next_value++);
        continue;
      }
      for (unsigned lane = 0; lane < piece.lanes; ++lane) {
        store(widen(piece, builder_.CreateExtractElement(argument, lane)), next_value++);
      }
    }
    return builder_.CreateCall(print_, {encoded(format), values_});
  }

  void store(llvm::Value *value, uint64_t index) {
    builder_.CreateStore(
        value, builder_.CreateConstInBoundsGEP2_64(values_->getAllocatedType(), values_, 0, index));
  }

  llvm::Value *widen(const PrintfPiece &piece, llvm::Value *value) {
    llvm::Type *integer = builder_.getInt64Ty();
    switch (piece.kind) {
      case PrintfKind::real:
        return builder_.CreateFPExt(value, builder_.getDoubleTy());
      case PrintfKind::string:
      case PrintfKind::pointer:
        return builder_.CreatePtrToInt(value, integer);
      default:
        break;
    }
    if (piece.bits != 0 && piece.bits < value->getType()->getIntegerBitWidth()) {
      value = builder_.CreateTrunc(value, builder_.getIntNTy(piece.bits));
    }
    return piece.kind == PrintfKind::signed_integer ? builder_.CreateSExtOrTrunc(value, integer)
                                                    : builder_.CreateZExtOrTrunc(value, integer);
  }

  llvm::Constant *encoded(const Format &format) {
    const std::string bytes = builtins::encode_printf_format(format.pieces);
    llvm::Constant *data = llvm::ConstantDataArray::getString(module_.getContext(), bytes, false);
    auto *variable = new llvm::GlobalVariable(
        module_, data->getType(), true, llvm::GlobalValue::PrivateLinkage, data, "printf_format");
    variable->setUnnamedAddr(llvm::GlobalValue::UnnamedAddr::Global);
    return variable;
  }

  llvm::Module &module_;
  llvm::IRBuilder<> builder_;
  llvm::FunctionCallee print_;
  llvm::AllocaInst *values_ = nullptr;
};

/// Whether a value is calculated from an id of the work-item, or read from where an id says, other
/// than as what is left of a division; as far as is looked.
bool tells_work_items_apart(const llvm::Value &value, unsigned depth = 0) {
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
           return tells_work_items_apart(*operand, depth + 1);
         });
}

/// Whether a condition that holds, or does not, says that something has a certain value for this
/// work-item.
bool demands_value(llvm::Value &condition, bool holds) {
  using namespace llvm::PatternMatch;
  llvm::Value *one = nullptr;
  llvm::Value *other = nullptr;
  if (holds ? match(&condition, m_LogicalAnd(m_Value(one), m_Value(other)))
            : match(&condition, m_LogicalOr(m_Value(one), m_Value(other)))) {
    return demands_value(*one, holds) || demands_value(*other, holds);
  }
  const auto *comparison = llvm::dyn_cast<llvm::CmpInst>(&condition);
  return comparison != nullptr && tells_work_items_apart(*comparison) &&
         (holds ? comparison->getPredicate() : comparison->getInversePredicate()) ==
             (comparison->isIntPredicate() ? llvm::CmpInst::ICMP_EQ : llvm::CmpInst::FCMP_OEQ);
}

/// Whether a block is run only where something has a certain value for a work-item.
bool is_for_few(llvm::BasicBlock &block, const llvm::DominatorTree &dominators) {
  for (const auto *node = dominators.getNode(&block)->getIDom(); node != nullptr;
       node = node->getIDom()) {
    const auto *branch = llvm::dyn_cast<llvm::BranchInst>(node->getBlock()->getTerminator());
    if (branch == nullptr || !branch->isConditional()) {
      continue;
    }
    for (const unsigned successor : {0U, 1U}) {
      const llvm::BasicBlockEdge edge(node->getBlock(), branch->getSuccessor(successor));
      if (demands_value(*branch->getCondition(), successor == 0) &&
          dominators.dominates(edge, &block)) {
        return true;
      }
    }
  }
  return false;
}

}  // namespace

llvm::Error lower_printf(SourceKernel &kernel) {
  std::vector<Call> calls;
  uint64_t most_values = 0;
  for (llvm::Instruction &instruction : llvm::instructions(*kernel.function)) {
    auto *call = llvm::dyn_cast<llvm::CallInst>(&instruction);
    const llvm::Function *callee = call == nullptr ? nullptr : call->getCalledFunction();
    if (callee == nullptr || !is_printf(callee->getName())) {
      continue;
    }
    calls.emplace_back();
    if (llvm::Error why = read_call(*call, calls.back())) {
      return failure("kernel '" + kernel.description.name + "' " + llvm::toString(std::move(why)));
    }
    for (const Format &format : calls.back().formats) {
      most_values = std::max(most_values, value_count(format));
    }
  }
  if (calls.empty()) {
    return llvm::Error::success();
  }
  kernel.description.prints = true;
  const llvm::DominatorTree dominators(*kernel.function);
  kernel.many_print = !llvm::all_of(
      calls, [&](const Call &call) { return is_for_few(*call.call->getParent(), dominators); });
  Lowering lowering(*kernel.function, most_values);
  for (const Call &call : calls) {
    lowering.lower(call);
  }
  return llvm::Error::success();
}

}  // namespace mux::compiler

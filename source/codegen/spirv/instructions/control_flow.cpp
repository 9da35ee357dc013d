// Branches, phis, calls, and optimization hints.

#include <llvm/IR/Constants.h>

#include "codegen/spirv/instructions/table.h"

namespace mux::compiler::spirv {
namespace {

using llvm::Value;

Value *branch(Body &body, const Instruction &instruction) {
  body.builder.CreateBr(body.block(instruction.operands[0], instruction));
  return nullptr;
}

Value *branch_on_condition(Body &body, const Instruction &instruction) {
  body.builder.CreateCondBr(body.operand_of_type(instruction, 0, body.builder.getInt1Ty()),
                            body.block(instruction.operands[1], instruction),
                            body.block(instruction.operands[2], instruction));
  return nullptr;
}

Value *switch_on_integer(Body &body, const Instruction &instruction) {
  Value *selector = body.operand(instruction, 0);
  auto *type = llvm::dyn_cast<llvm::IntegerType>(selector->getType());
  instruction.require(type != nullptr && type->getBitWidth() != 1, "the selector is no integer");
  llvm::SwitchInst *choice =
      body.builder.CreateSwitch(selector, body.block(instruction.operands[1], instruction));
  const size_t words = type->getBitWidth() > 32 ? 2 : 1;
  auto rest = instruction.operands.subspan(2);
  while (!rest.empty()) {
    instruction.require(rest.size() > words, "ends before the label of a case");
    const uint64_t literal =
        words == 2 ? rest[0] | static_cast<uint64_t>(rest[1]) << 32 : uint64_t{rest[0]};
    auto *value = llvm::ConstantInt::get(type->getContext(),
                                         llvm::APInt(64, literal).zextOrTrunc(type->getBitWidth()));
    instruction.require(choice->findCaseValue(value) == choice->case_default(),
                        "has a duplicate case");
    instruction.require(rest[words] < body.context.source.bound(), "a label is out of range");
    choice->addCase(value, body.block(rest[words], instruction));
    rest = rest.subspan(words + 1);
  }
  return nullptr;
}

/// The incoming values are added when all blocks have been translated.
Value *phi(Body &body, const Instruction &instruction) {
  const Type &type = body.result_type(instruction);
  instruction.require(type.is_sized, "has an unsized type");
  const llvm::BasicBlock *block = body.builder.GetInsertBlock();
  instruction.require(block->empty() || llvm::isa<llvm::PHINode>(block->back()),
                      "is not at the beginning of its block");
  llvm::PHINode *phi =
      body.builder.CreatePHI(type.type, static_cast<unsigned>(instruction.operands.size() / 2));
  body.phis.push_back({phi, &instruction});
  return phi;
}

Value *return_nothing(Body &body, const Instruction &instruction) {
  instruction.require(body.function.getReturnType()->isVoidTy(), "the function returns a value");
  body.builder.CreateRetVoid();
  return nullptr;
}

Value *return_value(Body &body, const Instruction &instruction) {
  instruction.require(!body.function.getReturnType()->isVoidTy(), "the function returns nothing");
  body.builder.CreateRet(body.operand_of_type(instruction, 0, body.function.getReturnType()));
  return nullptr;
}

Value *unreachable(Body &body, const Instruction &) {
  body.builder.CreateUnreachable();
  return nullptr;
}

Value *call(Body &body, const Instruction &instruction) {
  const auto found = body.context.functions.find(instruction.operands[0]);
  if (found == body.context.functions.end()) {
    instruction.refuse("the id " + std::to_string(instruction.operands[0]) + " is no function");
  }
  llvm::Function *callee = found->second;
  const auto arguments = instruction.operands.subspan(1);
  instruction.require(arguments.size() == callee->arg_size(),
                      "the number of arguments differs from that of parameters");
  llvm::SmallVector<Value *> values;
  for (size_t i = 0; i < arguments.size(); ++i) {
    values.push_back(body.operand_of_type(instruction, i + 1,
                                          callee->getArg(static_cast<unsigned>(i))->getType()));
  }
  llvm::CallInst *call = body.builder.CreateCall(callee, values);
  call->setCallingConv(callee->getCallingConv());
  call->setAttributes(callee->getAttributes());
  call->setConvergent();
  return call;
}

/// Merge instructions are ignored: structured control flow and loop controls are hints.
Value *nothing(Body &, const Instruction &) {
  return nullptr;
}

Value *assume(Body &body, const Instruction &instruction) {
  body.builder.CreateAssumption(body.operand_of_type(instruction, 0, body.builder.getInt1Ty()));
  return nullptr;
}

/// The expected value is a hint and ignored.
Value *expect(Body &body, const Instruction &instruction) {
  return body.operand(instruction, 0);
}

constexpr TranslatedOpcode control_flow_table[] = {
    {Op::Branch, branch},
    {Op::BranchConditional, branch_on_condition},
    {Op::Switch, switch_on_integer},
    {Op::Phi, phi},
    {Op::Return, return_nothing},
    {Op::ReturnValue, return_value},
    {Op::Unreachable, unreachable},
    {Op::FunctionCall, call},
    {Op::LoopMerge, nothing},
    {Op::SelectionMerge, nothing},
    {Op::Nop, nothing},
    {Op::Line, nothing},
    {Op::NoLine, nothing},
    {Op::AssumeTrueKHR, assume},
    {Op::ExpectKHR, expect},
};

}  // namespace

std::span<const TranslatedOpcode> control_flow_instructions() {
  return control_flow_table;
}

}  // namespace mux::compiler::spirv

#include "codegen/pipeline/program/propagate_fast_math.h"

#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Operator.h>
#include <llvm/IR/PatternMatch.h>
#include <llvm/Transforms/Utils/Cloning.h>

#include <algorithm>
#include <map>
#include <utility>

#include "codegen/ir/builtin_attribute.h"

namespace mux::compiler {

namespace {

/// mix, smoothstep and dot of four elements have fewer operations; functions with range reduction
/// have more.
constexpr unsigned longest_formula = 10;

bool is_finite(const llvm::Value &operand) {
  using llvm::PatternMatch::m_Finite;
  using llvm::PatternMatch::match;
  const auto *constant = llvm::dyn_cast<llvm::Constant>(&operand);
  return constant == nullptr || !constant->getType()->isFPOrFPVectorTy() ||
         match(constant, m_Finite());
}

bool moves_values(const llvm::Instruction &instruction) {
  return llvm::isa<llvm::ReturnInst>(instruction) ||
         llvm::isa<llvm::ExtractElementInst>(instruction) ||
         llvm::isa<llvm::InsertElementInst>(instruction) ||
         llvm::isa<llvm::ShuffleVectorInst>(instruction);
}

bool calculates(const llvm::Instruction &instruction) {
  return llvm::isa<llvm::FPMathOperator>(instruction) && !instruction.mayReadOrWriteMemory() &&
         (!llvm::isa<llvm::CallBase>(instruction) || llvm::isa<llvm::IntrinsicInst>(instruction)) &&
         std::all_of(instruction.op_begin(), instruction.op_end(),
                     [](const llvm::Use &operand) { return is_finite(*operand); });
}

bool is_short_formula(const llvm::Function &function) {
  if (function.size() != 1) {
    return false;
  }
  unsigned operations = 0;
  for (const llvm::Instruction &instruction : function.front()) {
    if (calculates(instruction)) {
      ++operations;
    } else if (!moves_values(instruction)) {
      return false;
    }
  }
  return operations <= longest_formula;
}

llvm::Function *copy_with(llvm::Function &function, llvm::FastMathFlags flags) {
  llvm::ValueToValueMapTy map;
  llvm::Function *copy = llvm::CloneFunction(&function, map);
  copy->setName(function.getName() + ".fast");
  copy->setLinkage(llvm::GlobalValue::InternalLinkage);
  for (llvm::Instruction &instruction : copy->front()) {
    if (llvm::isa<llvm::FPMathOperator>(instruction)) {
      instruction.setFastMathFlags(flags);
    }
  }
  return copy;
}

/// The flags as an integer, as a key.
unsigned bits_of(llvm::FastMathFlags flags) {
  return (flags.allowReassoc() ? 1U : 0U) | (flags.noNaNs() ? 2U : 0U) |
         (flags.noInfs() ? 4U : 0U) | (flags.noSignedZeros() ? 8U : 0U) |
         (flags.allowReciprocal() ? 16U : 0U) | (flags.allowContract() ? 32U : 0U) |
         (flags.approxFunc() ? 64U : 0U);
}

}  // namespace

void propagate_fast_math(llvm::Module &module) {
  llvm::SmallVector<llvm::CallInst *> calls;
  for (llvm::Function &function : module) {
    for (llvm::Instruction &instruction : llvm::instructions(function)) {
      auto *call = llvm::dyn_cast<llvm::CallInst>(&instruction);
      const llvm::Function *callee = call == nullptr ? nullptr : call->getCalledFunction();
      if (callee != nullptr && llvm::isa<llvm::FPMathOperator>(call) &&
          call->getFastMathFlags().any() && callee->hasFnAttribute(builtin_attribute) &&
          is_short_formula(*callee)) {
        calls.push_back(call);
      }
    }
  }
  std::map<std::pair<llvm::Function *, unsigned>, llvm::Function *> copies;
  for (llvm::CallInst *call : calls) {
    const llvm::FastMathFlags flags = call->getFastMathFlags();
    llvm::Function *&copy = copies[{call->getCalledFunction(), bits_of(flags)}];
    if (copy == nullptr) {
      copy = copy_with(*call->getCalledFunction(), flags);
    }
    call->setCalledFunction(copy);
  }
}

}  // namespace mux::compiler

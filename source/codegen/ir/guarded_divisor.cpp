#include "codegen/ir/guarded_divisor.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/PatternMatch.h>

namespace mux::compiler {

namespace {

using namespace llvm::PatternMatch;

/// Whether a condition compares a value for equality with a given constant; any value if it is
/// NULL.
template <typename Constant>
bool says_equal(llvm::Value *condition, llvm::Value *value, Constant constant) {
  llvm::ICmpInst::Predicate predicate = llvm::ICmpInst::BAD_ICMP_PREDICATE;
  llvm::Value *compared = nullptr;
  return match(condition, m_ICmp(predicate, m_Value(compared), constant)) &&
         predicate == llvm::ICmpInst::ICMP_EQ && (value == nullptr || compared == value);
}

/// Whether a condition holds only where the division traps.
bool implies_trap(llvm::Value *condition, llvm::Value *divisor) {
  llvm::Value *first = nullptr;
  llvm::Value *second = nullptr;
  if (match(condition, m_LogicalOr(m_Value(first), m_Value(second)))) {
    return implies_trap(first, divisor) && implies_trap(second, divisor);
  }
  if (match(condition, m_LogicalAnd(m_Value(first), m_Value(second)))) {
    const auto overflows = [&](llvm::Value *dividend_is_least, llvm::Value *is_minus_one) {
      return says_equal(dividend_is_least, nullptr, m_SignMask()) &&
             says_equal(is_minus_one, divisor, m_AllOnes());
    };
    return overflows(first, second) || overflows(second, first);
  }
  return says_equal(condition, divisor, m_Zero());
}

}  // namespace

llvm::Value *unguarded_divisor(llvm::Value &divisor) {
  llvm::Value *condition = nullptr;
  llvm::Value *unguarded = nullptr;
  return match(&divisor, m_Select(m_Value(condition), m_One(), m_Value(unguarded))) &&
                 implies_trap(condition, unguarded)
             ? unguarded
             : &divisor;
}

}  // namespace mux::compiler

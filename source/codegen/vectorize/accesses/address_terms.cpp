#include "codegen/vectorize/accesses/address_terms.h"

#include <llvm/ADT/APInt.h>
#include <llvm/ADT/MapVector.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Operator.h>

#include "codegen/vectorize/analysis/shapes.h"

namespace mux::compiler {

namespace {

constexpr unsigned address_bits = 64;
constexpr unsigned most_terms = 16;

/// Strips an extension from at most 32 bits.
Term narrow(const Term &term) {
  const auto *extension = llvm::dyn_cast<llvm::CastInst>(term.index);
  llvm::Value *narrower = extension == nullptr ? nullptr : extension->getOperand(0);
  if (narrower == nullptr || !narrower->getType()->isIntegerTy() ||
      narrower->getType()->getIntegerBitWidth() > 32) {
    return term;
  }
  const bool keeps_sign = term.extension == Extension::sign ||
                          term.index->getType()->getIntegerBitWidth() == address_bits;
  if (extension->getOpcode() == llvm::Instruction::SExt) {
    return keeps_sign ? Term{narrower, term.scale, Extension::sign} : term;
  }
  if (extension->getOpcode() == llvm::Instruction::ZExt) {
    return {narrower, term.scale, extension->hasNonNeg() ? Extension::sign : Extension::zero};
  }
  return term;
}

/// Whether extending the sum equals the sum of the extended operands.
bool extends_over(const llvm::Value &sum, Extension extension) {
  if (sum.getType()->getIntegerBitWidth() == address_bits) {
    return true;
  }
  if (const auto *disjoint = llvm::dyn_cast<llvm::PossiblyDisjointInst>(&sum)) {
    return disjoint->isDisjoint();
  }
  const auto *add = llvm::dyn_cast<llvm::OverflowingBinaryOperator>(&sum);
  return add != nullptr &&
         (extension == Extension::sign ? add->hasNoSignedWrap() : add->hasNoUnsignedWrap());
}

struct Sum {
  /// The uniform operand.
  llvm::Value *same = nullptr;
  llvm::Value *rest = nullptr;
};

/// Returns the operands of a sum that may be split: one is a constant, or uniform while the other
/// one varies.
std::optional<Sum> sum_of(const Shapes &shapes, const Term &term) {
  auto *sum = llvm::dyn_cast<llvm::BinaryOperator>(term.index);
  const bool is_sum =
      sum != nullptr && (sum->getOpcode() == llvm::Instruction::Add ||
                         (sum->getOpcode() == llvm::Instruction::Or &&
                          llvm::cast<llvm::PossiblyDisjointInst>(sum)->isDisjoint()));
  if (!is_sum || !extends_over(*sum, term.extension)) {
    return std::nullopt;
  }
  llvm::Value *left = sum->getOperand(0);
  llvm::Value *right = sum->getOperand(1);
  if (llvm::isa<llvm::ConstantInt>(right)) {
    return Sum{right, left};
  }
  if (!shapes.of(*sum).is_varying()) {
    return std::nullopt;
  }
  if (shapes.of(*right).is_uniform()) {
    return Sum{right, left};
  }
  return shapes.of(*left).is_uniform() ? std::optional(Sum{left, right}) : std::nullopt;
}

void add_term(const Shapes &shapes, Term term, Address &address) {
  while (address.terms.size() < most_terms) {
    term = narrow(term);
    const std::optional<Sum> sum = sum_of(shapes, term);
    if (!sum.has_value()) {
      break;
    }
    if (const auto *constant = llvm::dyn_cast<llvm::ConstantInt>(sum->same)) {
      const llvm::APInt &value = constant->getValue();
      const llvm::APInt wide = term.extension == Extension::sign ? value.sextOrTrunc(address_bits)
                                                                 : value.zextOrTrunc(address_bits);
      address.constant += wide.getSExtValue() * term.scale;
    } else {
      address.terms.push_back({sum->same, term.scale, term.extension});
    }
    term.index = sum->rest;
  }
  address.terms.push_back(term);
}

}  // namespace

Address decompose_address(const Shapes &shapes, const llvm::DataLayout &layout,
                          llvm::Value &pointer) {
  Address address;
  address.base = &pointer;
  while (auto *step = llvm::dyn_cast<llvm::GEPOperator>(address.base)) {
    llvm::MapVector<llvm::Value *, llvm::APInt> variables;
    llvm::APInt constant(address_bits, 0);
    if (step->getType()->isVectorTy() || address.terms.size() >= most_terms ||
        !step->collectOffset(layout, address_bits, variables, constant)) {
      break;
    }
    address.constant += constant.getSExtValue();
    for (const auto &[index, scale] : variables) {
      add_term(shapes, {index, scale.getSExtValue(), Extension::sign}, address);
    }
    address.base = step->getPointerOperand();
  }
  return address;
}

std::optional<IndexedAddress> indexed_address(const Shapes &shapes, const llvm::DataLayout &layout,
                                              llvm::Value &pointer) {
  if (!shapes.of(pointer).is_varying()) {
    return std::nullopt;
  }
  IndexedAddress indexed{decompose_address(shapes, layout, pointer), {}};
  for (const Term &term : indexed.address.terms) {
    if (shapes.of(*term.index).is_uniform()) {
      continue;
    }
    if (indexed.index.index != nullptr) {
      return std::nullopt;
    }
    indexed.index = term;
  }
  if (indexed.index.index == nullptr || !shapes.of(*indexed.address.base).is_uniform()) {
    return std::nullopt;
  }
  return indexed;
}

std::optional<int64_t> distance(const Address &first, const Address &second) {
  if (first.base != second.base || first.terms != second.terms) {
    return std::nullopt;
  }
  return second.constant - first.constant;
}

}  // namespace mux::compiler

#include "codegen/vectorize/widen/memory/address_terms.h"

#include <llvm/ADT/APInt.h>
#include <llvm/ADT/MapVector.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Operator.h>

#include <algorithm>
#include <bit>

#include "codegen/vectorize/analysis/shapes.h"
#include "codegen/vectorize/widen/widener.h"

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

Address decompose_address(const Widener &widener, llvm::Value &pointer) {
  return decompose_address(widener.shapes(), widener.layout(), pointer);
}

llvm::Value *resize_index(Widener &widener, llvm::Value *index, Extension extension,
                          llvm::Type *integer) {
  llvm::IRBuilder<> &builder = widener.builder();
  llvm::Type *type = index->getType()->isVectorTy() ? widener.vector_type(integer) : integer;
  return extension == Extension::sign ? builder.CreateSExtOrTrunc(index, type)
                                      : builder.CreateZExtOrTrunc(index, type);
}

llvm::Value *uniform_address(Widener &widener, const Address &address, unsigned part) {
  llvm::IRBuilder<> &builder = widener.builder();
  llvm::Value *sum = builder.getInt64(static_cast<uint64_t>(address.constant));
  for (const Term &term : address.terms) {
    if (widener.shape(*term.index).is_uniform()) {
      llvm::Value *index = resize_index(widener, widener.first_lane(*term.index, part),
                                        term.extension, builder.getInt64Ty());
      llvm::Value *scale = builder.getInt64(static_cast<uint64_t>(term.scale));
      sum = builder.CreateAdd(sum, builder.CreateMul(index, scale));
    }
  }
  return builder.CreateGEP(builder.getInt8Ty(), widener.first_lane(*address.base, part), sum);
}

llvm::Align known_alignment(const Widener &widener, const Address &address) {
  const auto *masked = llvm::dyn_cast<llvm::IntrinsicInst>(address.base);
  const auto *mask = masked == nullptr || masked->getIntrinsicID() != llvm::Intrinsic::ptrmask
                         ? nullptr
                         : llvm::dyn_cast<llvm::ConstantInt>(masked->getArgOperand(1));
  if (mask == nullptr) {
    return {};
  }
  const auto zeros = [](int64_t integer) {
    return static_cast<unsigned>(std::countr_zero(static_cast<uint64_t>(integer)));
  };
  // Log2 of the largest alignment that any access needs.
  constexpr unsigned most_bits = 12;
  unsigned bits = std::min({most_bits, mask->getValue().countr_zero(), zeros(address.constant)});
  for (const Term &term : address.terms) {
    bits = std::min(bits, zeros(term.scale) + widener.aligned_bits(*term.index));
  }
  return llvm::Align(uint64_t{1} << bits);
}

std::optional<int64_t> distance(const Address &first, const Address &second) {
  if (first.base != second.base || first.terms != second.terms) {
    return std::nullopt;
  }
  return second.constant - first.constant;
}

}  // namespace mux::compiler

#include "codegen/ir/retried_exchange.h"

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Instructions.h>

namespace mux::compiler {

namespace {

/// Whether a value is a member of the exchange's result: 0 is the old value, 1 whether it
/// succeeded.
bool is_part(const llvm::Value &value, const llvm::AtomicCmpXchgInst &exchange, unsigned part) {
  const auto *extraction = llvm::dyn_cast<llvm::ExtractValueInst>(&value);
  return extraction != nullptr && extraction->getAggregateOperand() == &exchange &&
         extraction->getIndices().front() == part;
}

llvm::AtomicCmpXchgInst *exchange_of(llvm::Value &value) {
  auto *extraction = llvm::dyn_cast<llvm::ExtractValueInst>(&value);
  return extraction == nullptr
             ? nullptr
             : llvm::dyn_cast<llvm::AtomicCmpXchgInst>(extraction->getAggregateOperand());
}

/// Returns the exchange whose success decides whether a condition holds; NULL if there is none.
/// @param if_exchanged whether the condition holds on success or on failure.
llvm::AtomicCmpXchgInst *decisive_exchange(llvm::Value &condition, bool if_exchanged) {
  if (llvm::AtomicCmpXchgInst *exchange = exchange_of(condition)) {
    return if_exchanged && is_part(condition, *exchange, 1) ? exchange : nullptr;
  }
  const auto *comparison = llvm::dyn_cast<llvm::ICmpInst>(&condition);
  if (comparison == nullptr || !comparison->isEquality() ||
      (comparison->getPredicate() == llvm::CmpInst::ICMP_EQ) != if_exchanged) {
    return nullptr;
  }
  for (const unsigned found : {0U, 1U}) {
    llvm::AtomicCmpXchgInst *exchange = exchange_of(*comparison->getOperand(found));
    if (exchange != nullptr && is_part(*comparison->getOperand(found), *exchange, 0) &&
        comparison->getOperand(1 - found) == exchange->getCompareOperand()) {
      return exchange;
    }
  }
  return nullptr;
}

bool is_read_there(const llvm::Value &expected, const llvm::AtomicCmpXchgInst &exchange,
                   const llvm::Loop &loop) {
  if (const auto *load = llvm::dyn_cast<llvm::LoadInst>(&expected)) {
    return loop.contains(load) && load->getPointerOperand() == exchange.getPointerOperand();
  }
  const auto *phi = llvm::dyn_cast<llvm::PHINode>(&expected);
  return phi != nullptr && phi->getParent() == loop.getHeader() &&
         loop.isLoopInvariant(exchange.getPointerOperand()) &&
         is_part(*without_bit_casts(phi->getIncomingValueForBlock(loop.getLoopLatch())), exchange,
                 0);
}

}  // namespace

llvm::Value *without_bit_casts(llvm::Value *value) {
  while (auto *cast = llvm::dyn_cast<llvm::BitCastInst>(value)) {
    value = cast->getOperand(0);
  }
  return value;
}

bool RetriedExchange::is_old(llvm::Value &value) const {
  const llvm::Value *found = without_bit_casts(&value);
  return found == expected || is_part(*found, *exchange, 0);
}

std::optional<RetriedExchange> find_retried_exchange(const llvm::Loop &loop) {
  const llvm::BasicBlock *latch = loop.getLoopLatch();
  const auto *branch =
      latch == nullptr ? nullptr : llvm::dyn_cast<llvm::BranchInst>(latch->getTerminator());
  if (branch == nullptr || !branch->isConditional()) {
    return std::nullopt;
  }
  const bool ends_if_true = branch->getSuccessor(0) != loop.getHeader();
  // In an inner loop, work-items may wait for something else.
  if (!loop.isInnermost() || loop.contains(branch->getSuccessor(ends_if_true ? 0 : 1))) {
    return std::nullopt;
  }
  llvm::AtomicCmpXchgInst *exchange = decisive_exchange(*branch->getCondition(), ends_if_true);
  if (exchange == nullptr || exchange->getParent() != latch) {
    return std::nullopt;
  }
  llvm::Value *expected = without_bit_casts(exchange->getCompareOperand());
  return is_read_there(*expected, *exchange, loop)
             ? std::optional(RetriedExchange{exchange, expected})
             : std::nullopt;
}

}  // namespace mux::compiler

#include "codegen/vectorize/accesses/exchange_address.h"

#include <llvm/IR/DataLayout.h>
#include <llvm/IR/InstrTypes.h>

#include <utility>

#include "codegen/vectorize/accesses/memory_types.h"
#include "codegen/vectorize/analysis/shapes.h"

namespace mux::compiler {

namespace {

/// Matches `i ^ k`, and sets i and k.
bool find_operands(const Shapes &shapes, llvm::Value &index, ExchangeAddress &result) {
  auto *exclusive = llvm::dyn_cast<llvm::BinaryOperator>(&index);
  if (exclusive == nullptr || exclusive->getOpcode() != llvm::Instruction::Xor) {
    return false;
  }
  for (const unsigned side : {0U, 1U}) {
    llvm::Value *counter = exclusive->getOperand(side);
    llvm::Value *distance = exclusive->getOperand(1 - side);
    const Shape shape = shapes.of(*counter);
    if (shape.is_strided() && shape.stride == 1 && shapes.of(*distance).is_uniform()) {
      result.lane_index = counter;
      result.distance = distance;
      return true;
    }
  }
  return false;
}

}  // namespace

std::optional<ExchangeAddress> find_exchange(const Shapes &shapes, const llvm::DataLayout &layout,
                                             llvm::Value &pointer, llvm::Type *element) {
  // Narrower integers may have fewer bits than a lane's index.
  constexpr unsigned fewest_bits = 16;
  ExchangeAddress result;
  result.address = decompose_address(shapes, layout, pointer);
  if (!shapes.of(*result.address.base).is_uniform()) {
    return std::nullopt;
  }
  const int64_t size = size_in_memory(layout, element);
  bool found = false;
  for (const Term &term : result.address.terms) {
    if (shapes.of(*term.index).is_uniform()) {
      continue;
    }
    if (found || term.scale != size || term.index->getType()->getIntegerBitWidth() < fewest_bits ||
        !find_operands(shapes, *term.index, result)) {
      return std::nullopt;
    }
    result.index = term.index;
    result.extension = term.extension;
    found = true;
  }
  return found ? std::optional(std::move(result)) : std::nullopt;
}

}  // namespace mux::compiler

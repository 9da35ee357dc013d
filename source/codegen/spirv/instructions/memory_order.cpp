#include "codegen/spirv/instructions/memory_order.h"

#include <llvm/IR/Constants.h>

namespace mux::compiler::spirv {

using llvm::AtomicOrdering;

AtomicOrdering memory_order(Body &body, const Instruction &instruction, size_t index) {
  const auto *semantics =
      llvm::dyn_cast_or_null<llvm::ConstantInt>(body.constant_operand(instruction, index));
  if (semantics == nullptr) {
    return AtomicOrdering::SequentiallyConsistent;
  }
  const auto has = [mask = semantics->getZExtValue()](MemorySemantics bit) {
    return (mask & static_cast<uint32_t>(bit)) != 0;
  };
  const bool acquires = has(MemorySemantics::Acquire);
  const bool releases = has(MemorySemantics::Release);
  if (has(MemorySemantics::SequentiallyConsistent)) {
    return AtomicOrdering::SequentiallyConsistent;
  }
  if (has(MemorySemantics::AcquireRelease) || (acquires && releases)) {
    return AtomicOrdering::AcquireRelease;
  }
  return acquires   ? AtomicOrdering::Acquire
         : releases ? AtomicOrdering::Release
                    : AtomicOrdering::Monotonic;
}

AtomicOrdering order_of_load(AtomicOrdering order) {
  switch (order) {
    case AtomicOrdering::Release:
      return AtomicOrdering::Monotonic;
    case AtomicOrdering::AcquireRelease:
      return AtomicOrdering::Acquire;
    default:
      return order;
  }
}

AtomicOrdering order_of_store(AtomicOrdering order) {
  switch (order) {
    case AtomicOrdering::Acquire:
      return AtomicOrdering::Monotonic;
    case AtomicOrdering::AcquireRelease:
      return AtomicOrdering::Release;
    default:
      return order;
  }
}

}  // namespace mux::compiler::spirv

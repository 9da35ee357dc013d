// Barriers and fences.

#include <llvm/IR/Constants.h>

#include "codegen/spirv/instructions/memory_order.h"
#include "codegen/spirv/instructions/table.h"
#include "compiler/abi/address_space.h"

namespace mux::compiler::spirv {
namespace {

using llvm::Value;

/// CLK_LOCAL_MEM_FENCE, CLK_GLOBAL_MEM_FENCE and CLK_IMAGE_MEM_FENCE.
constexpr uint32_t local_fence = 1;
constexpr uint32_t global_fence = 2;
constexpr uint32_t image_fence = 4;

/// All fence flags if the semantics are not constant.
uint32_t fence_flags(Body &body, const Instruction &instruction, size_t index) {
  const auto *semantics =
      llvm::dyn_cast_or_null<llvm::ConstantInt>(body.constant_operand(instruction, index));
  if (semantics == nullptr) {
    return local_fence | global_fence | image_fence;
  }
  const auto has = [mask = semantics->getZExtValue()](MemorySemantics bit) {
    return (mask & static_cast<uint32_t>(bit)) != 0;
  };
  return (has(MemorySemantics::WorkgroupMemory) ? local_fence : 0) |
         (has(MemorySemantics::CrossWorkgroupMemory) ? global_fence : 0) |
         (has(MemorySemantics::ImageMemory) ? image_fence : 0);
}

Value *barrier(Body &body, const Instruction &instruction) {
  const auto scope = static_cast<Scope>(body.context.integer(instruction.operands[0], instruction));
  const BuiltinArgument flags =
      uint32_argument(body.builder.getInt32(fence_flags(body, instruction, 2)));
  llvm::Type *nothing = body.builder.getVoidTy();
  switch (scope) {
    case Scope::Workgroup:
      return call_builtin(body, instruction, "barrier", nothing, {&flags, 1},
                          BuiltinEffect::convergent);
    case Scope::Subgroup:
      return call_builtin(body, instruction, "sub_group_barrier", nothing, {&flags, 1},
                          BuiltinEffect::convergent);
    case Scope::Invocation:
      return nullptr;
    default:
      instruction.refuse("the execution scope is wider than a work-group");
  }
}

Value *fence(Body &body, const Instruction &instruction) {
  const llvm::AtomicOrdering order = memory_order(body, instruction, 1);
  if (order != llvm::AtomicOrdering::Monotonic) {
    body.builder.CreateFence(order);
  }
  return nullptr;
}

/// The memory semantics of the address space that a generic pointer points to.
Value *semantics_of_pointer(Body &body, const Instruction &instruction) {
  Value *pointer = body.operand(instruction, 0);
  instruction.require(pointer->getType()->isPointerTy() &&
                          pointer->getType()->getPointerAddressSpace() == address_space::generic,
                      "the operand is no generic pointer");
  llvm::IRBuilder<> &builder = body.builder;
  Value *flags = call_function(body, instruction, "_Z9get_fencePU3AS4v", builder.getInt32Ty(),
                               pointer, BuiltinEffect::none);
  const auto semantics = [&](MemorySemantics bit) {
    return builder.getInt32(static_cast<uint32_t>(bit));
  };
  return builder.CreateSelect(builder.CreateICmpEQ(flags, builder.getInt32(local_fence)),
                              semantics(MemorySemantics::WorkgroupMemory),
                              semantics(MemorySemantics::CrossWorkgroupMemory));
}

constexpr TranslatedOpcode synchronization_table[] = {
    {Op::ControlBarrier, barrier},
    {Op::MemoryBarrier, fence},
    {Op::GenericPtrMemSemantics, semantics_of_pointer},
};

}  // namespace

std::span<const TranslatedOpcode> synchronization_instructions() {
  return synchronization_table;
}

}  // namespace mux::compiler::spirv

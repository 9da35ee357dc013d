// Barriers, fences and the clock.

#include <llvm/IR/Constants.h>

#include <optional>

#include "codegen/tgsi/instructions/table.h"

namespace mux::compiler::tgsi {
namespace {

/// CLK_LOCAL_MEM_FENCE, CLK_GLOBAL_MEM_FENCE and CLK_IMAGE_MEM_FENCE.
constexpr uint32_t all_fences = 7;

void barrier(Body &body, const Instruction & /*instruction*/) {
  body.call_convergent("barrier", body.builder.getVoidTy(), {body.builder.getInt32(all_fences)},
                       builtins::Element::uint32);
}

/// The bits of MEMBAR that are constant; nothing if they are computed.
std::optional<uint32_t> fence_bits(const Body &body, const Instruction &instruction) {
  const Source &source = instruction.sources[0];
  if (source.place.file != File::immediate || source.place.index.is_indirect) {
    return std::nullopt;
  }
  return body.program.immediates[static_cast<size_t>(source.place.index.offset)][source.swizzle[0]];
}

/// All work-items share coherent memory, and those of a work-group a thread. So a fence is needed
/// only between work-groups.
void fence(Body &body, const Instruction &instruction) {
  constexpr uint32_t shared_memory = 8;
  constexpr uint32_t group_scope = 16;
  const std::optional<uint32_t> bits = fence_bits(body, instruction);
  if (bits && ((*bits & group_scope) != 0 || (*bits & ~shared_memory) == 0)) {
    return;
  }
  body.builder.CreateFence(llvm::AtomicOrdering::AcquireRelease);
}

/// The time in nanoseconds, low word first.
void clock(Body &body, const Instruction &instruction) {
  llvm::IRBuilder<> &builder = body.builder;
  llvm::Value *time = body.call_convergent("clock_read_device", builder.getInt64Ty(), {},
                                           builtins::Element::uint32);
  body.write(instruction, 0, builder.CreateTrunc(time, builder.getInt32Ty()));
  body.write(instruction, 1,
             builder.CreateTrunc(builder.CreateLShr(time, 32), builder.getInt32Ty()));
}

constexpr TranslatedOpcode synchronization_table[] = {
    {Opcode::BARRIER, barrier}, {Opcode::MEMBAR, fence}, {Opcode::CLOCK, clock}};

}  // namespace

std::span<const TranslatedOpcode> synchronization_instructions() {
  return synchronization_table;
}

}  // namespace mux::compiler::tgsi

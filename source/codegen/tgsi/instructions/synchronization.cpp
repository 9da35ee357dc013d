// Barriers, fences and the clock.

#include <llvm/IR/Constants.h>

#include "codegen/tgsi/instructions/table.h"

namespace mux::compiler::tgsi {
namespace {

/// CLK_LOCAL_MEM_FENCE, CLK_GLOBAL_MEM_FENCE and CLK_IMAGE_MEM_FENCE.
constexpr uint32_t all_fences = 7;

void barrier(Body &body, const Instruction & /*instruction*/) {
  body.call_convergent("barrier", body.builder.getVoidTy(), {body.builder.getInt32(all_fences)},
                       builtins::Element::uint32);
}

/// All work-items share coherent memory, so the kinds of memory and the scope do not matter.
void fence(Body &body, const Instruction & /*instruction*/) {
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

constexpr TranslatedOpcode table[] = {
    {Opcode::BARRIER, barrier}, {Opcode::MEMBAR, fence}, {Opcode::CLOCK, clock}};

}  // namespace

std::span<const TranslatedOpcode> synchronization_instructions() {
  return table;
}

}  // namespace mux::compiler::tgsi

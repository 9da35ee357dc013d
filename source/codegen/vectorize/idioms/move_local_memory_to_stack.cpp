#include "codegen/vectorize/idioms/move_local_memory_to_stack.h"

#include <llvm/IR/IRBuilder.h>

#include "codegen/ir/tuning.h"
#include "codegen/ir/work_item_context.h"
#include "compiler/abi/kernel_abi.h"

namespace mux::compiler {

void move_local_memory_to_stack(llvm::Function &packet, uint64_t size) {
  llvm::Value *scratch = WorkItemContext::of(packet).scratch;
  if (size == 0 || size > tuning::max_stack_local_memory || scratch->use_empty()) {
    return;
  }
  llvm::IRBuilder<> builder(&packet.getEntryBlock(), packet.getEntryBlock().begin());
  llvm::AllocaInst *memory =
      builder.CreateAlloca(llvm::ArrayType::get(builder.getInt8Ty(), size), nullptr, "local");
  memory->setAlignment(llvm::Align(local_memory_alignment));
  scratch->replaceAllUsesWith(memory);
}

}  // namespace mux::compiler

#include "compiler/vectorize/idioms/keep_local_memory.h"

#include <llvm/IR/IRBuilder.h>

#include "compiler/abi/kernel_abi.h"
#include "compiler/ir/work_item_context.h"

namespace mux::compiler {

namespace {

/// Local memory of a kernel that a packet keeps on the stack instead.
constexpr uint64_t largest_local_memory = 64 * 1024;

}  // namespace

void keep_local_memory(llvm::Function &packet, uint64_t size) {
  llvm::Value *scratch = WorkItemContext::of(packet).scratch;
  if (size == 0 || size > largest_local_memory || scratch->use_empty()) {
    return;
  }
  llvm::IRBuilder<> builder(&packet.getEntryBlock(), packet.getEntryBlock().begin());
  llvm::AllocaInst *memory =
      builder.CreateAlloca(llvm::ArrayType::get(builder.getInt8Ty(), size), nullptr, "local");
  memory->setAlignment(llvm::Align(local_memory_alignment));
  scratch->replaceAllUsesWith(memory);
}

}  // namespace mux::compiler

#include "codegen/pipeline/lower/move_large_private_memory.h"

#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/MathExtras.h>

#include "codegen/ir/stack_variables.h"
#include "codegen/ir/work_item_context.h"
#include "compiler/abi/kernel_abi.h"

namespace mux::compiler {

void move_large_private_memory(WorkItemKernel &kernel) {
  llvm::Function &function = *kernel.work_item;
  const llvm::SmallVector<llvm::AllocaInst *> variables = stack_variables(function);
  uint64_t end = 0;
  llvm::SmallVector<uint64_t> offsets;
  for (llvm::AllocaInst *variable : variables) {
    const uint64_t offset = llvm::alignTo(end, stack_variable_alignment(*variable));
    offsets.push_back(offset);
    end = offset + stack_variable_size(*variable);
  }
  if (end <= largest_stack_use) {
    return;
  }
  const WorkItemContext context = WorkItemContext::of(function);
  llvm::IRBuilder<> builder(&function.getEntryBlock(), function.getEntryBlock().begin());
  // All addresses are created first, since the builder's insertion point may be a variable that is
  // erased.
  llvm::SmallVector<llvm::Value *> addresses;
  for (size_t i = 0; i < variables.size(); ++i) {
    addresses.push_back(builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), context.storage,
                                                           offsets[i], variables[i]->getName()));
  }
  for (size_t i = 0; i < variables.size(); ++i) {
    replace_stack_variable(*variables[i], *addresses[i]);
  }
  kernel.description.storage_per_group = llvm::alignTo(end, local_memory_alignment);
}

}  // namespace mux::compiler

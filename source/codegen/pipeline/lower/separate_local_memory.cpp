#include "codegen/pipeline/lower/separate_local_memory.h"

#include <llvm/IR/IRBuilder.h>

#include "codegen/ir/work_item_context.h"

namespace mux::compiler {

namespace {

llvm::SmallVector<llvm::Use *> uses_of_local_memory(const WorkItemKernel &kernel) {
  llvm::Function &function = *kernel.work_item;
  llvm::SmallVector<llvm::Use *> uses;
  const auto add_uses = [&](llvm::Value &memory) {
    for (llvm::Use &use : memory.uses()) {
      uses.push_back(&use);
    }
  };
  add_uses(*WorkItemContext::of(function).scratch);
  for (size_t i = 0; i < kernel.description.arguments.size(); ++i) {
    if (kernel.description.arguments[i].kind == ArgumentKind::local_buffer) {
      add_uses(*function.getArg(i));
    }
  }
  return uses;
}

}  // namespace

void separate_local_memory(WorkItemKernel &kernel) {
  const llvm::SmallVector<llvm::Use *> uses = uses_of_local_memory(kernel);
  if (uses.empty()) {
    return;
  }
  llvm::Function &function = *kernel.work_item;
  const WorkItemContext context = WorkItemContext::of(function);
  llvm::BasicBlock &entry = function.getEntryBlock();
  llvm::IRBuilder<> builder(&entry, entry.getFirstInsertionPt());
  // The joined groups are neighbors in one dimension.
  llvm::Value *group = builder.getInt64(0);
  for (unsigned i = 0; i < 3; ++i) {
    llvm::Value *size = builder.getInt64((*kernel.joined_size)[i]);
    group = builder.CreateAdd(group, builder.CreateUDiv(context.local_id[i], size), "", true, true);
  }
  llvm::Type *integer = builder.getInt64Ty();
  llvm::Value *all = builder.CreateSub(builder.CreatePtrToInt(context.storage, integer),
                                       builder.CreatePtrToInt(context.scratch, integer));
  llvm::Value *each = builder.CreateUDiv(all, builder.getInt64(kernel.most_joined), "local_memory");
  llvm::Value *offset = builder.CreateMul(group, each, "group_memory", true, true);
  llvm::DenseMap<llvm::Value *, llvm::Value *> own;
  for (llvm::Use *use : uses) {
    llvm::Value *&address = own[use->get()];
    if (address == nullptr) {
      address = builder.CreateInBoundsGEP(builder.getInt8Ty(), use->get(), offset);
    }
    use->set(address);
  }
  // No local variable has a constant address any more.
  kernel.local_variables.clear();
}

}  // namespace mux::compiler

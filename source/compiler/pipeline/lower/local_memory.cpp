#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/ReplaceConstant.h>
#include <llvm/Support/MathExtras.h>

#include "compiler/abi/address_space.h"
#include "compiler/ir/failure.h"
#include "compiler/ir/work_item_context.h"
#include "compiler/pipeline/lower/work_item_function.h"

namespace mux::compiler {

namespace {

/// The uses of a variable by instructions of one function.
llvm::SmallVector<llvm::Use *> uses_in(llvm::GlobalVariable &variable,
                                       const llvm::Function &function) {
  llvm::SmallVector<llvm::Use *> uses;
  for (llvm::Use &use : variable.uses()) {
    const auto *user = llvm::dyn_cast<llvm::Instruction>(use.getUser());
    if (user != nullptr && user->getFunction() == &function) {
      uses.push_back(&use);
    }
  }
  return uses;
}

/// Puts blocks of local memory where they are known to be, as if the kernel had declared them.
void place_blocks(WorkItemKernel &kernel, const LocalBlocks &blocks) {
  llvm::Function &function = *kernel.work_item;
  constexpr uint64_t unit = local_memory_alignment;
  // Code may need fewer variables than the kernel declares, and never more. Too much altogether
  // would keep the variables from registers, too.
  if (blocks[0] * unit < kernel.description.local_memory_size ||
      blocks.back() * unit > largest_kept_local_memory) {
    return;
  }
  llvm::IRBuilder<> builder(&function.getEntryBlock(),
                            function.getEntryBlock().getFirstInsertionPt());
  llvm::Value *scratch = WorkItemContext::of(function).scratch;
  const std::vector<KernelArgument> &arguments = kernel.description.arguments;
  size_t block = 0;
  for (size_t i = 0; i < arguments.size() && block + 1 < blocks.size(); ++i) {
    if (arguments[i].kind != ArgumentKind::local_buffer) {
      continue;
    }
    const uint64_t offset = blocks[block] * unit;
    const uint64_t end = blocks[++block] * unit;
    kernel.local_variables.push_back({offset, end - offset});
    llvm::Argument *argument = function.getArg(i);
    argument->replaceAllUsesWith(
        builder.CreateAddrSpaceCast(builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), scratch,
                                                                       offset, argument->getName()),
                                    argument->getType()));
  }
}

}  // namespace

llvm::Error lower_local_memory(WorkItemKernel &kernel) {
  llvm::Function &function = *kernel.work_item;
  const llvm::DataLayout &layout = function.getParent()->getDataLayout();
  const WorkItemContext context = WorkItemContext::of(function);
  llvm::BasicBlock &entry = function.getEntryBlock();
  uint64_t end = 0;
  for (llvm::GlobalVariable &variable : function.getParent()->globals()) {
    if (variable.getAddressSpace() != address_space::local) {
      continue;
    }
    llvm::convertUsersOfConstantsToInstructions({&variable}, &function);
    const llvm::SmallVector<llvm::Use *> uses = uses_in(variable, function);
    if (uses.empty()) {
      continue;
    }
    const uint64_t alignment =
        variable.getAlign().value_or(layout.getABITypeAlign(variable.getValueType())).value();
    if (alignment > local_memory_alignment) {
      return failure("the local variable '" + variable.getName().str() + "' is aligned to " +
                     std::to_string(alignment) + " bytes; local memory is aligned to " +
                     std::to_string(local_memory_alignment));
    }
    const uint64_t offset = llvm::alignTo(end, alignment);
    const uint64_t size = layout.getTypeAllocSize(variable.getValueType());
    end = offset + size;
    kernel.local_variables.push_back({offset, size});
    // Before the instructions that constants have just become.
    llvm::IRBuilder<> builder(&entry, entry.getFirstInsertionPt());
    llvm::Value *address = builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), context.scratch,
                                                              offset, variable.getName());
    address = builder.CreateAddrSpaceCast(address, variable.getType());
    for (llvm::Use *use : uses) {
      use->set(address);
    }
  }
  kernel.description.local_memory_size = llvm::alignTo(end, local_memory_alignment);
  if (kernel.fixed_range.has_value() && kernel.fixed_range->local_blocks != LocalBlocks()) {
    place_blocks(kernel, kernel.fixed_range->local_blocks);
  }
  return llvm::Error::success();
}

}  // namespace mux::compiler

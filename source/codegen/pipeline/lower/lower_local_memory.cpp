#include "codegen/pipeline/lower/lower_local_memory.h"

#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/ReplaceConstant.h>
#include <llvm/Support/MathExtras.h>

#include "codegen/ir/failure.h"
#include "codegen/ir/tuning.h"
#include "codegen/ir/work_item_context.h"
#include "codegen/pipeline/lower/private_pointers.h"
#include "compiler/abi/address_space.h"
#include "compiler/abi/kernel_abi.h"
#include "compiler/abi/kernel_description.h"
#include "compiler/abi/specialization.h"

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

/// Whether groups of one work-item are joined, so that local memory becomes private.
bool privatizes_local_memory(const WorkItemTraits &kernel) {
  return kernel.joined_size.has_value() && kernel.most_joined == 0;
}

/// Allocates local variables and local-buffer arguments.
class LocalMemory {
 public:
  explicit LocalMemory(WorkItemKernel &kernel)
      : kernel_(kernel), scratch_(WorkItemContext::of(*kernel.work_item).scratch) {}

  /// @param builder in the entry block.
  /// @return a pointer to local memory.
  llvm::Value *place(llvm::IRBuilder<> &builder, const LocalVariable &variable, llvm::Type *type,
                     llvm::Align alignment, const llvm::Twine &name) {
    llvm::Type *pointer = builder.getPtrTy(address_space::local);
    if (!privatizes_local_memory(kernel_)) {
      kernel_.local_variables.push_back(variable);
      llvm::Value *address =
          builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), scratch_, variable.offset, name);
      return builder.CreateAddrSpaceCast(address, pointer);
    }
    llvm::AllocaInst *own = builder.CreateAlloca(type, nullptr, name);
    own->setAlignment(alignment);
    if (kernel_.initializes_local_memory) {
      builder.CreateMemSet(own, builder.getInt8(0), variable.size, alignment);
    }
    own_.push_back(llvm::cast<llvm::AddrSpaceCastInst>(builder.CreateAddrSpaceCast(own, pointer)));
    return own_.back();
  }

  /// Rewrites private copies to private pointers. To be called after all uses are replaced.
  void finish() const { use_private_pointers(own_); }

 private:
  WorkItemKernel &kernel_;
  llvm::Value *scratch_;
  /// Private copies of local variables.
  llvm::SmallVector<llvm::AddrSpaceCastInst *> own_;
};

/// Allocates local-buffer arguments of known sizes as if the kernel had declared them.
void place_blocks(WorkItemKernel &kernel, const LocalBlocks &blocks, LocalMemory &memory) {
  llvm::Function &function = *kernel.work_item;
  constexpr uint64_t unit = local_memory_alignment;
  // Specialized code may use fewer variables than the kernel declares, never more. If the blocks
  // exceed the limit, the variables could not be kept in registers either.
  if (!privatizes_local_memory(kernel) &&
      (blocks[0] * unit < kernel.description.local_memory_size ||
       blocks.back() * unit > tuning::max_stack_local_memory)) {
    return;
  }
  llvm::IRBuilder<> builder(&function.getEntryBlock(),
                            function.getEntryBlock().getFirstInsertionPt());
  const std::vector<KernelArgument> &arguments = kernel.description.arguments;
  size_t block = 0;
  for (size_t i = 0; i < arguments.size() && block + 1 < blocks.size(); ++i) {
    if (arguments[i].kind != ArgumentKind::local_buffer) {
      continue;
    }
    const uint64_t offset = blocks[block] * unit;
    const uint64_t end = blocks[++block] * unit;
    llvm::Argument *argument = function.getArg(i);
    if (argument->use_empty()) {
      continue;
    }
    llvm::Type *type = llvm::ArrayType::get(builder.getInt8Ty(), end - offset);
    argument->replaceAllUsesWith(memory.place(builder, {offset, end - offset}, type,
                                              llvm::Align(local_memory_alignment),
                                              argument->getName()));
  }
}

}  // namespace

llvm::Error lower_local_memory(WorkItemKernel &kernel) {
  llvm::Function &function = *kernel.work_item;
  const llvm::DataLayout &layout = function.getParent()->getDataLayout();
  LocalMemory memory(kernel);
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
    // Before the instructions that constant expressions were converted to.
    llvm::IRBuilder<> builder(&entry, entry.getFirstInsertionPt());
    llvm::Value *address = memory.place(builder, {offset, size}, variable.getValueType(),
                                        llvm::Align(alignment), variable.getName());
    for (llvm::Use *use : uses) {
      use->set(address);
    }
  }
  kernel.description.local_memory_size = llvm::alignTo(end, local_memory_alignment);
  if (kernel.fixed_range.has_value() && kernel.fixed_range->local_blocks != LocalBlocks()) {
    place_blocks(kernel, kernel.fixed_range->local_blocks, memory);
  }
  memory.finish();
  return llvm::Error::success();
}

}  // namespace mux::compiler

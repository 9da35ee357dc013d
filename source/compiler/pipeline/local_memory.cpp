#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/ReplaceConstant.h>
#include <llvm/Support/MathExtras.h>

#include "compiler/address_space.h"
#include "compiler/pipeline/work_item_context.h"
#include "compiler/pipeline/work_item_function.h"

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

}  // namespace

bool lower_local_memory(Kernel &kernel, std::string &error) {
  llvm::Function &function = *kernel.function;
  const llvm::DataLayout &layout = function.getParent()->getDataLayout();
  const WorkItemContext context = WorkItemContext::of(function);
  llvm::IRBuilder<> builder(&function.getEntryBlock(),
                            function.getEntryBlock().getFirstInsertionPt());
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
      error = "the local variable '" + variable.getName().str() + "' is aligned to " +
              std::to_string(alignment) + " bytes; local memory is aligned to " +
              std::to_string(local_memory_alignment);
      return false;
    }
    const uint64_t offset = llvm::alignTo(end, alignment);
    const uint64_t size = layout.getTypeAllocSize(variable.getValueType());
    end = offset + size;
    kernel.local_variables.push_back({offset, size});
    llvm::Value *place = builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), context.scratch,
                                                            offset, variable.getName());
    place = builder.CreateAddrSpaceCast(place, variable.getType());
    for (llvm::Use *use : uses) {
      use->set(place);
    }
  }
  kernel.description.local_memory_size = llvm::alignTo(end, local_memory_alignment);
  return true;
}

}  // namespace mux::compiler

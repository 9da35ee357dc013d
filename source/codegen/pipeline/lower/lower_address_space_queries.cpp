#include "codegen/pipeline/lower/lower_address_space_queries.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>

#include "codegen/ir/stack_variables.h"
#include "codegen/ir/work_item_context.h"
#include "codegen/pipeline/lower/address_space_query_calls.h"
#include "compiler/abi/address_space.h"

namespace mux::compiler {

namespace {

/// The address ranges of a work-item function's memory, as integers computed at the start of the
/// function.
class MemoryMap {
 public:
  explicit MemoryMap(llvm::Function &function)
      : function_(function), builder_(&function_.getEntryBlock(), after_variables(function_)) {
    const WorkItemContext context = WorkItemContext::of(function_);
    llvm::Value *local = integer_address(context.scratch);
    local_ = {local, builder_.CreateSub(integer_address(context.storage), local)};
    for (llvm::AllocaInst *variable : stack_variables(function_)) {
      private_.push_back(
          {integer_address(variable), builder_.getInt64(stack_variable_size(*variable))});
    }
  }

  llvm::Value *is_in(llvm::Value *pointer, llvm::Instruction &where, unsigned space) const {
    llvm::IRBuilder<> builder(&where);
    llvm::Value *address = builder.CreatePtrToInt(pointer, builder.getInt64Ty());
    if (space == address_space::local) {
      return is_in(builder, address, local_);
    }
    llvm::Value *is_private = builder.getFalse();
    for (const Stretch &stretch : private_) {
      is_private = builder.CreateOr(is_private, is_in(builder, address, stretch));
    }
    if (space == address_space::private_memory) {
      return is_private;
    }
    return builder.CreateNot(builder.CreateOr(is_private, is_in(builder, address, local_)));
  }

 private:
  struct Stretch {
    llvm::Value *begin = nullptr;
    llvm::Value *size = nullptr;
  };

  /// Moves the variables to the start of the entry block, so that their addresses dominate all
  /// uses.
  static llvm::BasicBlock::iterator after_variables(llvm::Function &function) {
    llvm::BasicBlock &entry = function.getEntryBlock();
    const llvm::SmallVector<llvm::AllocaInst *> variables = stack_variables(function);
    for (llvm::AllocaInst *variable : variables) {
      variable->moveBefore(entry, entry.begin());
    }
    return std::next(entry.begin(), static_cast<std::ptrdiff_t>(variables.size()));
  }

  llvm::Value *integer_address(llvm::Value *pointer) {
    return builder_.CreatePtrToInt(pointer, builder_.getInt64Ty());
  }

  static llvm::Value *is_in(llvm::IRBuilder<> &builder, llvm::Value *address,
                            const Stretch &stretch) {
    return builder.CreateICmpULT(builder.CreateSub(address, stretch.begin), stretch.size);
  }

  llvm::Function &function_;
  llvm::IRBuilder<> builder_;
  Stretch local_;
  llvm::SmallVector<Stretch> private_;
};

}  // namespace

void lower_address_space_queries(WorkItemKernel &kernel) {
  llvm::Function &work_item_function = *kernel.work_item;
  const llvm::SmallVector<AddressSpaceQueryCall> queries =
      address_space_queries_in(work_item_function);
  if (queries.empty()) {
    return;
  }
  // Addresses are compared with the scratch memory, so no part of it may be moved to the stack.
  kernel.local_variables.clear();
  const MemoryMap map(work_item_function);
  for (const AddressSpaceQueryCall &query : queries) {
    replace_query(query, map.is_in(query.call->getArgOperand(0), *query.call,
                                   wanted_address_space(query.kind)));
  }
}

}  // namespace mux::compiler

#include "codegen/pipeline/lower/lower_address_space_queries.h"

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

#include "codegen/ir/stack_variables.h"
#include "codegen/ir/work_item_context.h"
#include "codegen/ir/work_item_functions.h"
#include "compiler/abi/address_space.h"

namespace mux::compiler {

namespace {

/// CLK_LOCAL_MEM_FENCE and CLK_GLOBAL_MEM_FENCE. The specification requires a valid flag, so
/// private memory, which needs no fence, gets that of global memory.
constexpr uint32_t local_fence = 1;
constexpr uint32_t global_fence = 2;

struct Query {
  llvm::CallInst *call = nullptr;
  AddressSpaceQuery kind = AddressSpaceQuery::to_global;
};

llvm::SmallVector<Query> queries_in(llvm::Function &function) {
  llvm::SmallVector<Query> queries;
  for (llvm::Instruction &instruction : llvm::instructions(function)) {
    auto *call = llvm::dyn_cast<llvm::CallInst>(&instruction);
    const llvm::Function *callee = call == nullptr ? nullptr : call->getCalledFunction();
    if (callee == nullptr || call->arg_size() != 1 ||
        !call->getArgOperand(0)->getType()->isPointerTy()) {
      continue;
    }
    const auto kind = address_space_query(callee->getName());
    // Functions with other types are not the built-ins, and are reported as undefined later.
    if (kind && (*kind == AddressSpaceQuery::get_fence ? call->getType()->isIntegerTy()
                                                       : call->getType()->isPointerTy())) {
      queries.push_back({call, *kind});
    }
  }
  return queries;
}

/// The address space of all objects that a pointer may be based on; nothing if unknown or not the
/// same.
std::optional<unsigned> known_address_space(const llvm::Value *pointer) {
  llvm::SmallVector<const llvm::Value *> objects;
  llvm::getUnderlyingObjects(pointer, objects, nullptr, 0);
  std::optional<unsigned> known;
  for (const llvm::Value *object : objects) {
    const unsigned space = object->getType()->getPointerAddressSpace();
    if (space == address_space::generic || (known && *known != space)) {
      return std::nullopt;
    }
    known = space;
  }
  return known;
}

/// The address space that a query tests for.
unsigned wanted_address_space(AddressSpaceQuery kind) {
  switch (kind) {
    case AddressSpaceQuery::to_global:
      return address_space::global;
    case AddressSpaceQuery::to_private:
      return address_space::private_memory;
    case AddressSpaceQuery::to_local:
    case AddressSpaceQuery::get_fence:
      break;
  }
  return address_space::local;
}

void replace(const Query &query, llvm::Value *is_wanted) {
  llvm::IRBuilder<> builder(query.call);
  llvm::Type *type = query.call->getType();
  llvm::Value *result = nullptr;
  if (query.kind == AddressSpaceQuery::get_fence) {
    result = builder.CreateSelect(is_wanted, llvm::ConstantInt::get(type, local_fence),
                                  llvm::ConstantInt::get(type, global_fence));
  } else {
    result = builder.CreateSelect(is_wanted,
                                  builder.CreateAddrSpaceCast(query.call->getArgOperand(0), type),
                                  llvm::Constant::getNullValue(type));
  }
  query.call->replaceAllUsesWith(result);
  query.call->eraseFromParent();
}

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

void fold_address_space_queries(llvm::Function &kernel) {
  for (const Query &query : queries_in(kernel)) {
    const std::optional<unsigned> space = known_address_space(query.call->getArgOperand(0));
    if (space) {
      // Constant memory is global memory that is never written.
      const unsigned found = *space == address_space::constant ? address_space::global : *space;
      replace(query, llvm::ConstantInt::getBool(kernel.getContext(),
                                                found == wanted_address_space(query.kind)));
    }
  }
}

void lower_address_space_queries(WorkItemKernel &kernel) {
  llvm::Function &work_item_function = *kernel.work_item;
  const llvm::SmallVector<Query> queries = queries_in(work_item_function);
  if (queries.empty()) {
    return;
  }
  // Addresses are compared with the scratch memory, so no part of it may be moved to the stack.
  kernel.local_variables.clear();
  const MemoryMap map(work_item_function);
  for (const Query &query : queries) {
    replace(query,
            map.is_in(query.call->getArgOperand(0), *query.call, wanted_address_space(query.kind)));
  }
}

}  // namespace mux::compiler

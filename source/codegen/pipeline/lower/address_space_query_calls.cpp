#include "codegen/pipeline/lower/address_space_query_calls.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

#include "compiler/abi/address_space.h"

namespace mux::compiler {

namespace {

/// CLK_LOCAL_MEM_FENCE and CLK_GLOBAL_MEM_FENCE. The specification requires a valid flag, so
/// private memory, which needs no fence, gets that of global memory.
constexpr uint32_t local_fence = 1;
constexpr uint32_t global_fence = 2;

}  // namespace

llvm::SmallVector<AddressSpaceQueryCall> address_space_queries_in(llvm::Function &function) {
  llvm::SmallVector<AddressSpaceQueryCall> queries;
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

void replace_query(const AddressSpaceQueryCall &query, llvm::Value *is_wanted) {
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

}  // namespace mux::compiler

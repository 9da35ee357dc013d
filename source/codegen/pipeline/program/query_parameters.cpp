#include "codegen/pipeline/program/query_parameters.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

#include "codegen/ir/function_calls.h"
#include "codegen/ir/work_item_functions.h"

namespace mux::compiler {

namespace {

using QueryCalls = llvm::SmallVector<llvm::CallInst *>;

/// A query, and all calls in one function that make it.
struct UsedQuery {
  llvm::Function *asked;
  /// NULL if the query has no dimension.
  llvm::Value *dimension;
  QueryCalls calls;
};

llvm::Value *dimension_of(const llvm::CallInst &call) {
  return call.arg_size() == 0 ? nullptr : call.getArgOperand(0);
}

/// The queries of a function with a constant dimension, or none.
llvm::SmallVector<UsedQuery> queries_of(llvm::Function &function) {
  llvm::SmallVector<UsedQuery> queries;
  for (llvm::Instruction &instruction : llvm::instructions(function)) {
    llvm::Function *asked = called_function(instruction);
    if (asked == nullptr || !work_item_query(asked->getName()).has_value()) {
      continue;
    }
    auto &call = llvm::cast<llvm::CallInst>(instruction);
    llvm::Value *dimension = dimension_of(call);
    if (dimension != nullptr && !llvm::isa<llvm::ConstantInt>(dimension)) {
      continue;
    }
    auto *known = llvm::find_if(queries, [&](const UsedQuery &query) {
      return query.asked == asked && query.dimension == dimension;
    });
    if (known == queries.end()) {
      queries.push_back({asked, dimension, {}});
      known = &queries.back();
    }
    known->calls.push_back(&call);
  }
  return queries;
}

/// All calls of a function; empty if it has other uses, or none.
QueryCalls all_calls(llvm::Function &function) {
  QueryCalls calls;
  for (const llvm::Use &use : function.uses()) {
    auto *call = llvm::dyn_cast<llvm::CallInst>(use.getUser());
    if (call == nullptr || !call->isCallee(&use) ||
        call->getFunctionType() != function.getFunctionType()) {
      return {};
    }
    calls.push_back(call);
  }
  return calls;
}

/// The function with an additional parameter for each query.
llvm::Function &with_parameters(llvm::Function &function, llvm::ArrayRef<UsedQuery> queries) {
  llvm::SmallVector<llvm::Type *> types;
  for (const UsedQuery &query : queries) {
    types.push_back(query.asked->getReturnType());
  }
  llvm::Function &changed = add_parameters(function, types);
  for (const auto &[index, query] : llvm::enumerate(queries)) {
    llvm::Argument *answer = changed.getArg(function.arg_size() + static_cast<unsigned>(index));
    for (llvm::CallInst *call : query.calls) {
      call->replaceAllUsesWith(answer);
    }
  }
  return changed;
}

/// Replaces a call of the original function by one of the changed function.
void replace_call(llvm::CallInst &call, llvm::Function &changed,
                  llvm::ArrayRef<UsedQuery> queries) {
  llvm::SmallVector<llvm::Value *> arguments(call.args());
  for (const UsedQuery &query : queries) {
    llvm::Instruction *asks = query.calls.front()->clone();
    asks->setDebugLoc(call.getDebugLoc());
    asks->insertBefore(call.getIterator());
    arguments.push_back(asks);
  }
  llvm::CallInst *instead = llvm::CallInst::Create(&changed, arguments, "", call.getIterator());
  instead->setCallingConv(call.getCallingConv());
  instead->setAttributes(call.getAttributes());
  instead->copyMetadata(call);
  if (llvm::isa<llvm::FPMathOperator>(instead)) {
    instead->copyFastMathFlags(&call);
  }
  call.replaceAllUsesWith(instead);
  instead->takeName(&call);
  call.eraseFromParent();
}

bool pass_queries(llvm::Function &function) {
  const QueryCalls calls = all_calls(function);
  if (calls.empty() || function.isVarArg()) {
    return false;
  }
  const llvm::SmallVector<UsedQuery> queries = queries_of(function);
  if (queries.empty()) {
    return false;
  }
  llvm::Function &changed = with_parameters(function, queries);
  for (llvm::CallInst *call : calls) {
    replace_call(*call, changed, queries);
  }
  for (const UsedQuery &query : queries) {
    for (llvm::CallInst *call : query.calls) {
      call->eraseFromParent();
    }
  }
  function.eraseFromParent();
  return true;
}

}  // namespace

bool pass_queries_as_arguments(llvm::ArrayRef<llvm::Function *> functions) {
  bool changed = false;
  for (llvm::Function *function : functions) {
    changed |= pass_queries(*function);
  }
  return changed;
}

}  // namespace mux::compiler

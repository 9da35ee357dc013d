#include "codegen/pipeline/lower/lower_work_item_queries.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

#include <algorithm>

#include "codegen/ir/function_calls.h"
#include "codegen/ir/work_item_context.h"
#include "codegen/ir/work_item_functions.h"

namespace mux::compiler {

namespace {

/// A vector's element of a dimension that need not be constant; `outside` beyond the third.
llvm::Value *select_dimension(llvm::IRBuilder<> &builder, const WorkItemContext::Vector &vector,
                              llvm::Value *dimension, uint64_t outside) {
  if (const auto *constant = llvm::dyn_cast<llvm::ConstantInt>(dimension)) {
    const uint64_t index = constant->getLimitedValue(vector.size());
    return index < vector.size() ? vector[index] : builder.getInt64(outside);
  }
  llvm::Value *result = builder.getInt64(outside);
  for (unsigned i = 3; i-- > 0;) {
    llvm::Value *matches = builder.CreateICmpEQ(dimension, builder.getInt32(i));
    result = builder.CreateSelect(matches, vector[i], result);
  }
  return result;
}

WorkItemContext::Vector global_ids(llvm::IRBuilder<> &builder, const WorkItemContext &context) {
  WorkItemContext::Vector ids{};
  for (unsigned i = 0; i < 3; ++i) {
    // In a valid ND-range, no global id exceeds the largest size_t.
    ids[i] = builder.CreateAdd(context.first_global_id[i], context.local_id[i], "global_id", true);
  }
  return ids;
}

llvm::Value *global_linear_id(llvm::IRBuilder<> &builder, const WorkItemContext &context) {
  const WorkItemContext::Vector ids = global_ids(builder, context);
  WorkItemContext::Vector relative{};
  for (unsigned i = 0; i < 3; ++i) {
    relative[i] = builder.CreateSub(ids[i], context.global_offset[i]);
  }
  llvm::Value *result = builder.CreateMul(relative[2], context.global_size[1]);
  result = builder.CreateAdd(result, relative[1]);
  result = builder.CreateMul(result, context.global_size[0]);
  return builder.CreateAdd(result, relative[0]);
}

/// The answers to group queries: those of the context, or, where groups are joined, computed for
/// the original group.
struct GroupNames {
  explicit GroupNames(const WorkItemContext &context)
      : local_size(context.local_size),
        group_id(context.group_id),
        local_id(context.local_id),
        local_index(context.local_index) {}

  /// @param joined_size of each of the joined groups.
  GroupNames(llvm::IRBuilder<> &builder, const WorkItemContext &context,
             const std::array<uint64_t, 3> &joined_size)
      : local_index(builder.getInt64(0)) {
    for (unsigned i = 0; i < 3; ++i) {
      local_size[i] = builder.getInt64(joined_size[i]);
      llvm::Value *group = builder.CreateUDiv(context.local_id[i], local_size[i]);
      group_id[i] = builder.CreateAdd(context.group_id[i], group, "group_id", true, true);
      local_id[i] = builder.CreateURem(context.local_id[i], local_size[i], "id_in_group");
    }
    for (unsigned i = 3; i-- > 0;) {
      local_index = builder.CreateMul(local_index, local_size[i], "", true, true);
      local_index = builder.CreateAdd(local_index, local_id[i], "index_in_group", true, true);
    }
  }

  WorkItemContext::Vector local_size{};
  WorkItemContext::Vector group_id{};
  WorkItemContext::Vector local_id{};
  llvm::Value *local_index = nullptr;
};

llvm::Value *lower_query(llvm::CallBase &call, WorkItemQuery query, const WorkItemContext &context,
                         const GroupNames &group) {
  llvm::IRBuilder<> builder(&call);
  const auto of_dimension = [&](const WorkItemContext::Vector &vector, uint64_t outside) {
    return select_dimension(builder, vector, call.getArgOperand(0), outside);
  };
  switch (query) {
    case WorkItemQuery::work_dim:
      return builder.CreateTrunc(context.dimensions, builder.getInt32Ty());
    case WorkItemQuery::global_size:
      return of_dimension(context.global_size, 1);
    case WorkItemQuery::global_id:
      return of_dimension(global_ids(builder, context), 0);
    case WorkItemQuery::local_size:
      return of_dimension(group.local_size, 1);
    case WorkItemQuery::enqueued_local_size:
      return of_dimension(context.enqueued_local_size, 1);
    case WorkItemQuery::local_id:
      return of_dimension(group.local_id, 0);
    case WorkItemQuery::num_groups:
      return of_dimension(context.group_count, 1);
    case WorkItemQuery::group_id:
      return of_dimension(group.group_id, 0);
    case WorkItemQuery::global_offset:
      return of_dimension(context.global_offset, 0);
    case WorkItemQuery::global_linear_id:
      return global_linear_id(builder, context);
    case WorkItemQuery::local_linear_id:
      return group.local_index;
  }
  return nullptr;
}

/// The query that an instruction makes, if any.
std::optional<WorkItemQuery> query_of(const llvm::Instruction &instruction) {
  const llvm::Function *callee = called_function(instruction);
  return callee == nullptr ? std::nullopt : work_item_query(callee->getName());
}

bool differs_between_groups(WorkItemQuery query) {
  switch (query) {
    case WorkItemQuery::local_size:
    case WorkItemQuery::local_id:
    case WorkItemQuery::group_id:
    case WorkItemQuery::local_linear_id:
      return true;
    case WorkItemQuery::work_dim:
    case WorkItemQuery::global_size:
    case WorkItemQuery::global_id:
    case WorkItemQuery::enqueued_local_size:
    case WorkItemQuery::num_groups:
    case WorkItemQuery::global_offset:
    case WorkItemQuery::global_linear_id:
      return false;
  }
  return true;
}

}  // namespace

bool depends_on_group(const llvm::Function &work_item_function) {
  return std::any_of(llvm::inst_begin(work_item_function), llvm::inst_end(work_item_function),
                     [](const llvm::Instruction &instruction) {
                       const std::optional<WorkItemQuery> query = query_of(instruction);
                       return query.has_value() && differs_between_groups(*query);
                     });
}

void lower_work_item_queries(llvm::Function &work_item_function,
                             const std::optional<std::array<uint64_t, 3>> &joined_size) {
  const WorkItemContext context = WorkItemContext::of(work_item_function);
  llvm::BasicBlock &entry = work_item_function.getEntryBlock();
  llvm::IRBuilder<> builder(&entry, entry.getFirstInsertionPt());
  const GroupNames group =
      joined_size.has_value() ? GroupNames(builder, context, *joined_size) : GroupNames(context);
  for (llvm::Instruction &instruction :
       llvm::make_early_inc_range(llvm::instructions(work_item_function))) {
    if (const std::optional<WorkItemQuery> query = query_of(instruction)) {
      auto &call = llvm::cast<llvm::CallInst>(instruction);
      call.replaceAllUsesWith(lower_query(call, *query, context, group));
      call.eraseFromParent();
    }
  }
}

}  // namespace mux::compiler

#include "codegen/ir/work_item_context.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/DerivedTypes.h>
#include <llvm/IR/Function.h>

namespace mux::compiler {

namespace {

constexpr size_t vector_count = std::tuple_size_v<decltype(WorkItemContext().vectors())>;
/// In the order of WorkItemContext::vectors().
constexpr std::array<const char *, vector_count> vector_names = {
    "global_size", "enqueued_local_size", "local_size", "global_offset", "group_count",
    "group_id",    "first_global_id",     "local_id"};
constexpr size_t integer_count = 3 * vector_count + 3;
constexpr size_t pointer_count = 2;

/// Calls `visit` with each member, in the order of the parameters: integers first.
template <typename Visitor>
void for_each_member(WorkItemContext &context, Visitor visit) {
  visit(context.dimensions);
  for (WorkItemContext::Vector *vector : context.vectors()) {
    for (llvm::Value *&member : *vector) {
      visit(member);
    }
  }
  visit(context.local_index);
  visit(context.context_items);
  visit(context.scratch);
  visit(context.storage);
}

}  // namespace

llvm::SmallVector<llvm::Value *, 32> WorkItemContext::values() const {
  llvm::SmallVector<llvm::Value *, 32> result;
  WorkItemContext members = *this;
  for_each_member(members, [&result](llvm::Value *value) { result.push_back(value); });
  return result;
}

llvm::SmallVector<llvm::Type *, 32> WorkItemContext::types(llvm::LLVMContext &context) {
  llvm::SmallVector<llvm::Type *, 32> result(integer_count, llvm::Type::getInt64Ty(context));
  result.append(pointer_count, llvm::PointerType::get(context, 0));
  return result;
}

WorkItemContext WorkItemContext::of(llvm::Function &work_item_function) {
  WorkItemContext context;
  unsigned next = work_item_function.arg_size() - (integer_count + pointer_count);
  for_each_member(context, [&](llvm::Value *&member) {
    member = work_item_function.getArg(next);
    ++next;
  });
  return context;
}

void WorkItemContext::name_parameters(llvm::Function &work_item_function) {
  WorkItemContext context = of(work_item_function);
  context.dimensions->setName("dimensions");
  for (const auto &[name, vector] : llvm::zip_equal(vector_names, context.vectors())) {
    for (size_t i = 0; i < vector->size(); ++i) {
      (*vector)[i]->setName(llvm::Twine(name) + "." + llvm::Twine("xyz"[i]));
    }
  }
  context.local_index->setName("local_index");
  context.context_items->setName("context_items");
  context.scratch->setName("scratch");
  context.storage->setName("storage");
}

}  // namespace mux::compiler

#include "codegen/ir/work_item_functions.h"

#include <llvm/ADT/StringSwitch.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

#include "codegen/ir/function_calls.h"

namespace mux::compiler {

std::optional<WorkItemQuery> work_item_query(llvm::StringRef mangled_name) {
  return llvm::StringSwitch<std::optional<WorkItemQuery>>(mangled_name)
      .Case("_Z12get_work_dimv", WorkItemQuery::work_dim)
      .Case("_Z15get_global_sizej", WorkItemQuery::global_size)
      .Case("_Z13get_global_idj", WorkItemQuery::global_id)
      .Case("_Z14get_local_sizej", WorkItemQuery::local_size)
      .Case("_Z23get_enqueued_local_sizej", WorkItemQuery::enqueued_local_size)
      .Case("_Z12get_local_idj", WorkItemQuery::local_id)
      .Case("_Z14get_num_groupsj", WorkItemQuery::num_groups)
      .Case("_Z12get_group_idj", WorkItemQuery::group_id)
      .Case("_Z17get_global_offsetj", WorkItemQuery::global_offset)
      .Case("_Z20get_global_linear_idv", WorkItemQuery::global_linear_id)
      .Case("_Z19get_local_linear_idv", WorkItemQuery::local_linear_id)
      .Default(std::nullopt);
}

bool is_collective(llvm::StringRef name) {
  return name.starts_with(collective_prefix);
}

bool is_sub_group_function(llvm::StringRef name) {
  return name.starts_with(sub_group_prefix);
}

bool is_barrier(llvm::StringRef mangled_name) {
  return llvm::StringSwitch<bool>(mangled_name)
      .Cases("_Z7barrierj", "_Z18work_group_barrierj", "_Z18work_group_barrierj12memory_scope",
             true)
      .Default(is_collective(mangled_name));
}

bool is_barrier_call(const llvm::Instruction &instruction) {
  const llvm::Function *callee = called_function(instruction);
  return callee != nullptr && is_barrier(callee->getName());
}

unsigned barrier_count(const llvm::Function &function) {
  return std::count_if(llvm::inst_begin(function), llvm::inst_end(function), is_barrier_call);
}

bool has_barrier(const llvm::Function &function) {
  return barrier_count(function) != 0;
}

std::optional<AddressSpaceQuery> address_space_query(llvm::StringRef name) {
  return llvm::StringSwitch<std::optional<AddressSpaceQuery>>(name)
      .Case("__to_global", AddressSpaceQuery::to_global)
      .Case("__to_local", AddressSpaceQuery::to_local)
      .Case("__to_private", AddressSpaceQuery::to_private)
      .Cases("_Z9get_fencePU3AS4v", "_Z9get_fencePU3AS4Kv", AddressSpaceQuery::get_fence)
      .Default(std::nullopt);
}

bool is_printf(llvm::StringRef name) {
  return name == "printf";
}

}  // namespace mux::compiler

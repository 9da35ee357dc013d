#include "codegen/pipeline/lower/join_groups.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

#include <algorithm>

#include "codegen/ir/collectives.h"
#include "codegen/ir/function_calls.h"
#include "codegen/ir/joined_collectives.h"
#include "codegen/ir/noinline_functions.h"
#include "codegen/ir/set_sub_group_size.h"
#include "codegen/ir/sub_group_functions.h"
#include "codegen/ir/work_item_functions.h"
#include "compiler/abi/address_space.h"
#include "compiler/abi/kernel_abi.h"
#include "compiler/abi/kernel_description.h"
#include "compiler/abi/specialization.h"
#include "compiler/abi/tiny_groups.h"

namespace mux::compiler {

namespace {

/// CLK_LOCAL_MEM_FENCE of cl_mem_fence_flags.
constexpr uint64_t local_memory_flag = 1;
/// memory_scope of OpenCL C.
constexpr uint64_t scope_of_work_item = 0;
constexpr uint64_t scope_of_work_group = 1;
constexpr uint64_t scope_of_sub_group = 4;

/// Limit of the local memory in bytes of all joined groups: as much as packets have on the stack
/// (private_layout.h), which fits the caches of one core.
constexpr uint64_t most_joined_memory = 512 * 1024;
/// Lanes of the widest vectors of float.
constexpr uint64_t lanes_of_floats = 16;

bool calls_any(const llvm::Function &function, bool (*is_called)(llvm::StringRef name)) {
  return llvm::any_of(llvm::instructions(function), [&](const llvm::Instruction &instruction) {
    const llvm::Function *callee = called_function(instruction);
    return callee != nullptr && is_called(callee->getName());
  });
}

bool is_address_space_query(llvm::StringRef name) {
  return address_space_query(name).has_value();
}

/// Whether the function uses the variable, directly or through constant expressions.
bool is_used_in(const llvm::Value &variable, const llvm::Function &function) {
  return llvm::any_of(variable.users(), [&](const llvm::User *user) {
    const auto *instruction = llvm::dyn_cast<llvm::Instruction>(user);
    return instruction != nullptr ? instruction->getFunction() == &function
                                  : is_used_in(*user, function);
  });
}

/// Bytes of the local variables that the function uses.
uint64_t local_variables_size(const llvm::Function &function) {
  const llvm::DataLayout &layout = function.getParent()->getDataLayout();
  uint64_t size = 0;
  for (const llvm::GlobalVariable &variable : function.getParent()->globals()) {
    if (variable.getAddressSpace() == address_space::local && is_used_in(variable, function)) {
      size += layout.getTypeAllocSize(variable.getValueType());
    }
  }
  return size;
}

/// Bytes of local memory per group, as far as known.
uint64_t local_memory_size(const WorkItemKernel &kernel) {
  const LocalBlocks &blocks = kernel.fixed_range->local_blocks;
  return local_variables_size(*kernel.work_item) +
         uint64_t{blocks.back()} * local_memory_alignment -
         uint64_t{blocks.front()} * local_memory_alignment;
}

/// Whether the function uses local-buffer arguments.
bool uses_blocks(const WorkItemKernel &kernel) {
  const std::vector<KernelArgument> &arguments = kernel.description.arguments;
  for (size_t i = 0; i < arguments.size(); ++i) {
    if (arguments[i].kind == ArgumentKind::local_buffer &&
        !kernel.work_item->getArg(i)->use_empty()) {
      return true;
    }
  }
  return false;
}

/// Address space queries are answered by comparing addresses with the group's local memory, so it
/// must not be private then. Arguments must have known sizes.
bool can_privatize_local_memory(const WorkItemKernel &kernel) {
  return !calls_any(*kernel.work_item, is_address_space_query) &&
         (!uses_blocks(kernel) || kernel.fixed_range->local_blocks != LocalBlocks());
}

bool uses_no_group_memory(const WorkItemKernel &kernel) {
  const llvm::Function &function = *kernel.work_item;
  return !has_barrier(function) && !uses_blocks(kernel) && local_variables_size(function) == 0;
}

/// Four work-items along one dimension suffice for vectors, and a group that runs as a single
/// packet keeps its local memory in registers: neighbors that exchange elements 50 times took 0.9
/// ms so, and 11 ms when 16 groups were joined. Groups of two took 63 ms one work-item at a time.
bool prefer_unjoined_groups(const uint64_t (&size)[3]) {
  return *std::max_element(std::begin(size), std::end(size)) == longest_tiny_group;
}

/// In a group of one, only a barrier's memory ordering remains: with a wide scope it is a fence.
/// With a narrow scope no other work-item could observe an order, but programs that count the
/// groups whose results are written rely on it.
void lower_barrier(llvm::CallInst &call) {
  llvm::IRBuilder<> builder(&call);
  const auto *flags = llvm::dyn_cast<llvm::ConstantInt>(call.getArgOperand(0));
  const auto *scope = call.arg_size() < 2
                          ? builder.getInt32(scope_of_work_group)
                          : llvm::dyn_cast<llvm::ConstantInt>(call.getArgOperand(1));
  const bool is_narrow = scope != nullptr && (scope->getZExtValue() == scope_of_work_item ||
                                              scope->getZExtValue() == scope_of_work_group ||
                                              scope->getZExtValue() == scope_of_sub_group);
  if (flags == nullptr || (flags->getZExtValue() & ~local_memory_flag) != 0) {
    builder.CreateFence(llvm::AtomicOrdering::AcquireRelease,
                        is_narrow ? llvm::SyncScope::SingleThread : llvm::SyncScope::System);
  }
}

/// Replaces barriers and collectives by their meaning in a group of one.
void lower_single_work_item_groups(llvm::Function &function) {
  for (llvm::Instruction &instruction : llvm::make_early_inc_range(llvm::instructions(function))) {
    if (!is_barrier_call(instruction)) {
      continue;
    }
    auto &call = llvm::cast<llvm::CallInst>(instruction);
    const std::optional<Collective> collective = collective_of(*call.getCalledFunction());
    if (!collective.has_value()) {
      lower_barrier(call);
    } else if (collective->kind == CollectiveKind::scan_exclusive) {
      call.replaceAllUsesWith(identity_of(collective->operation, call.getType()));
    } else {
      call.replaceAllUsesWith(call.getArgOperand(0));
    }
    call.eraseFromParent();
  }
}

}  // namespace

void join_groups(WorkItemKernel &kernel, uint32_t sub_group_size) {
  llvm::Function &function = *kernel.work_item;
  if (!kernel.fixed_range.has_value() || calls_noinline_functions(function)) {
    return;
  }
  const uint64_t(&size)[3] = kernel.fixed_range->local_size;
  if (!are_tiny_groups(size)) {
    return;
  }
  const bool has_sub_groups = kernel.wanted_sub_group_size != 0 || uses_sub_groups(function);
  const bool is_one = std::all_of(std::begin(size), std::end(size),
                                  [](uint64_t work_items) { return work_items == 1; });
  const uint64_t copies = is_one ? lanes_of_floats : most_joined_groups(size);
  if (copies * local_memory_size(kernel) > most_joined_memory) {
    return;
  }
  if (is_one ? !can_privatize_local_memory(kernel) || (has_sub_groups && sub_group_size == 0)
             : has_sub_groups) {
    return;
  }
  if (!is_one && !uses_no_group_memory(kernel)) {
    if (prefer_unjoined_groups(size) && !has_collective(function)) {
      return;
    }
    kernel.most_joined = most_joined_groups(size);
    if (kernel.most_joined == 1) {
      kernel.most_joined = 0;
      return;
    }
  }
  kernel.joined_size = std::to_array(size);
  if (is_one) {
    // Code for larger groups has the larger sub-groups.
    set_sub_group_size(function, sub_group_size);
    make_sub_groups_of_one(function);
    kernel.wanted_sub_group_size = 0;
    lower_single_work_item_groups(function);
  } else {
    mark_joined_groups(function);
  }
}

}  // namespace mux::compiler

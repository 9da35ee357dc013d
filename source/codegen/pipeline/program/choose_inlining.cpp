#include "codegen/pipeline/program/choose_inlining.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/Cloning.h>

#include <cstdint>

#include "codegen/ir/call_order.h"
#include "codegen/ir/function_calls.h"
#include "codegen/ir/noinline_functions.h"
#include "codegen/ir/sub_group_functions.h"
#include "codegen/pipeline/program/inline_texture_calls.h"
#include "codegen/pipeline/program/inlined_sizes.h"
#include "codegen/pipeline/program/query_parameters.h"
#include "codegen/pipeline/program/size_limits.h"
#include "codegen/target/processor_operations.h"
#include "compiler/abi/address_space.h"
#include "compiler/runtime/runtime_functions.h"

namespace mux::compiler {

namespace {

/// Minimum instructions of a function that is not inlined: a call and the optimizations that it
/// prevents cost no more than a part of such a function.
constexpr uint64_t smallest_kept_function = 200;
/// Limit of a function's private variables in bytes: they are on the thread's stack, together with
/// those of its callers.
constexpr uint64_t largest_frame = 8 * 1024;

/// Whether a value is, or contains, the address of a kernel's local variable.
bool names_local_memory(const llvm::Value &value) {
  const auto *constant = llvm::dyn_cast<llvm::Constant>(&value);
  if (constant == nullptr) {
    return false;
  }
  if (const auto *variable = llvm::dyn_cast<llvm::GlobalVariable>(constant)) {
    return variable->getAddressSpace() == address_space::local;
  }
  return llvm::isa<llvm::ConstantExpr>(constant) &&
         llvm::any_of(constant->operand_values(),
                      [](const llvm::Value *operand) { return names_local_memory(*operand); });
}

/// Whether a declared function may be called from a function that is not inlined.
bool may_be_called(const llvm::Function &declaration) {
  const llvm::StringRef name = declaration.getName();
  return declaration.isIntrinsic() || is_runtime_function(name) || is_undefined_operation(name);
}

/// Whether the function itself contains nothing that is valid only in a kernel.
bool is_callable_function(const llvm::Function &function) {
  if (function.isVarArg()) {
    return false;
  }
  const llvm::DataLayout &layout = function.getParent()->getDataLayout();
  uint64_t frame = 0;
  for (const llvm::Instruction &instruction : llvm::instructions(function)) {
    if (const auto *variable = llvm::dyn_cast<llvm::AllocaInst>(&instruction)) {
      const auto size = variable->getAllocationSize(layout);
      frame += size.has_value() && variable->isStaticAlloca() ? size->getFixedValue()
                                                              : largest_frame + 1;
    } else if (const auto *call = llvm::dyn_cast<llvm::CallBase>(&instruction)) {
      const llvm::Function *callee = called_function(*call);
      if (callee == nullptr || (callee->isDeclaration() && !may_be_called(*callee))) {
        return false;
      }
    }
    if (llvm::any_of(instruction.operand_values(),
                     [](const llvm::Value *operand) { return names_local_memory(*operand); })) {
      return false;
    }
  }
  return frame <= largest_frame;
}

bool calls_only(const llvm::Function &function,
                const llvm::SmallPtrSetImpl<const llvm::Function *> &functions) {
  return llvm::all_of(llvm::instructions(function), [&](const llvm::Instruction &instruction) {
    const llvm::Function *callee = called_function(instruction);
    return callee == nullptr || callee->isDeclaration() || functions.contains(callee);
  });
}

using Functions = llvm::SmallPtrSet<const llvm::Function *, 32>;

/// The functions that use sub-groups, transitively.
Functions functions_with_sub_groups(const CallOrder &order) {
  Functions result;
  for (const llvm::Function *function : order.functions()) {
    const bool calls_one =
        llvm::any_of(llvm::instructions(*function), [&](const llvm::Instruction &instruction) {
          return result.contains(called_function(instruction));
        });
    if (calls_one || uses_sub_groups(*function)) {
      result.insert(function);
    }
  }
  return result;
}

/// All functions that kernels call, transitively. Precondition: no recursion.
CallOrder order_of_calls(const std::vector<SourceKernel> &kernels) {
  CallOrder order;
  for (const SourceKernel &kernel : kernels) {
    order.add(*kernel.function);
  }
  return order;
}

/// Chooses large functions that are called at several places and need nothing that
/// only a kernel has, such as barriers and local variables. Work-item ids are passed to them as
/// arguments (query_parameters.h). Precondition: no recursion.
/// @param[in,out] order order_of_calls() of all kernels, whose functions may be replaced.
void choose_called_functions(std::vector<SourceKernel> &kernels, CallOrder &order) {
  InlinedSizes sizes;
  for (const llvm::Function *function : order.functions()) {
    sizes.add(*function, /*keeps=*/false);
  }
  const auto is_large = [&](const SourceKernel &kernel) {
    return sizes.of(*kernel.function) > most_fully_inlined_instructions;
  };
  if (llvm::none_of(kernels, is_large)) {
    return;
  }
  if (pass_queries_as_arguments(order.functions())) {
    order = order_of_calls(kernels);
  }
  const Functions with_sub_groups = functions_with_sub_groups(order);
  CallOrder called;
  for (SourceKernel &kernel : kernels) {
    // Sub-groups require vectorization.
    kernel.calls_functions = is_large(kernel) && kernel.description.required_sub_group_size == 0 &&
                             !with_sub_groups.contains(kernel.function);
    if (kernel.calls_functions) {
      called.add(*kernel.function);
    }
  }
  InlinedSizes kept_sizes;
  Functions independent;
  for (llvm::Function *function : called.functions()) {
    const uint64_t size = kept_sizes.add(*function, /*keeps=*/true);
    if (!is_callable_function(*function) || !calls_only(*function, independent)) {
      continue;
    }
    independent.insert(function);
    if (function->hasNUsesOrMore(2) && size >= smallest_kept_function) {
      mark_noinline(*function);
    }
  }
}

/// Clones kernels that are called by functions: they are lowered as kernels, the clones as
/// functions.
void copy_called_kernels(const std::vector<SourceKernel> &kernels) {
  for (const SourceKernel &kernel : kernels) {
    if (kernel.function->use_empty()) {
      continue;
    }
    llvm::ValueToValueMapTy map;
    llvm::Function *copy = llvm::CloneFunction(kernel.function, map);
    copy->setName(kernel.function->getName() + ".called");
    copy->setLinkage(llvm::GlobalValue::InternalLinkage);
    copy->setVisibility(llvm::GlobalValue::DefaultVisibility);
    kernel.function->replaceAllUsesWith(copy);
  }
}

}  // namespace

llvm::Error choose_inlining(std::vector<SourceKernel> &kernels) {
  copy_called_kernels(kernels);
  inline_texture_calls(order_of_calls(kernels).functions());
  CallOrder order = order_of_calls(kernels);
  choose_called_functions(kernels, order);
  return check_inlined_size(kernels, order);
}

}  // namespace mux::compiler

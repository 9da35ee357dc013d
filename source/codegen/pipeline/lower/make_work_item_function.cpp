#include "codegen/pipeline/lower/make_work_item_function.h"

#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

#include <algorithm>

#include "codegen/ir/work_item_context.h"
#include "codegen/target/retarget.h"
#include "compiler/abi/kernel_abi.h"

namespace mux::compiler {

namespace {

/// Copies a struct passed by value here instead of in the caller, where the optimizer sees that
/// most kernels never write to it.
void copy_struct_argument(llvm::Function &function, llvm::Argument &argument, llvm::Type *type,
                          llvm::Align alignment) {
  llvm::IRBuilder<> builder(&function.getEntryBlock(), function.getEntryBlock().begin());
  llvm::AllocaInst *copy = builder.CreateAlloca(type);
  copy->setAlignment(alignment);
  argument.replaceAllUsesWith(copy);
  const llvm::Align packed(std::min<uint64_t>(alignment.value(), packed_argument_alignment));
  builder.CreateMemCpy(copy, alignment, &argument, packed,
                       function.getParent()->getDataLayout().getTypeAllocSize(type));
  llvm::AttrBuilder attributes(function.getContext());
  attributes.addAttribute(llvm::Attribute::NoAlias);
  attributes.addAttribute(llvm::Attribute::ReadOnly);
  attributes.addAlignmentAttr(packed);
  argument.removeAttr(llvm::Attribute::Alignment);
  argument.addAttrs(attributes);
}

/// Copies the attributes of the kernel's parameters, and adds `noundef` to all parameters, since
/// the runtime supplies them.
void describe_parameters(llvm::Function &function, const llvm::Function &kernel) {
  for (const llvm::Argument &argument : kernel.args()) {
    llvm::AttrBuilder attributes(function.getContext(),
                                 kernel.getAttributes().getParamAttrs(argument.getArgNo()));
    attributes.removeAttribute(llvm::Attribute::ByVal);
    function.addParamAttrs(argument.getArgNo(), attributes);
  }
  for (llvm::Argument &argument : function.args()) {
    argument.addAttr(llvm::Attribute::NoUndef);
  }
}

}  // namespace

WorkItemKernel make_work_item_function(SourceKernel kernel) {
  llvm::Function &old = *kernel.function;
  llvm::LLVMContext &context = old.getContext();

  llvm::SmallVector<llvm::Type *, 40> types;
  for (llvm::Argument &argument : old.args()) {
    types.push_back(argument.getType());
  }
  types.append(WorkItemContext::types(context));
  auto *type = llvm::FunctionType::get(llvm::Type::getInt32Ty(context), types, false);
  auto *function = llvm::Function::Create(type, llvm::GlobalValue::InternalLinkage,
                                          "work_item." + old.getName(), old.getParent());
  set_target_attributes(*function);
  kernel.flushes_denormals =
      old.getFnAttribute("denormal-fp-math-f32").getValueAsString().starts_with("preserve-sign");
  function->splice(function->end(), &old);
  describe_parameters(*function, old);
  WorkItemContext::name_parameters(*function);

  for (llvm::Argument &argument : old.args()) {
    llvm::Argument &replacement = *function->getArg(argument.getArgNo());
    argument.replaceAllUsesWith(&replacement);
    replacement.takeName(&argument);
    if (llvm::Type *struct_type = argument.getParamByValType()) {
      const llvm::Align alignment(kernel.description.arguments[argument.getArgNo()].alignment);
      copy_struct_argument(*function, replacement, struct_type, alignment);
    }
  }
  for (llvm::BasicBlock &block : *function) {
    if (auto *end = llvm::dyn_cast<llvm::ReturnInst>(block.getTerminator())) {
      llvm::IRBuilder<> builder(end);
      builder.CreateRet(builder.getInt32(-1));
      end->eraseFromParent();
    }
  }
  old.eraseFromParent();
  WorkItemKernel result;
  static_cast<KernelTraits &>(result) = std::move(kernel);
  result.work_item = function;
  return result;
}

}  // namespace mux::compiler

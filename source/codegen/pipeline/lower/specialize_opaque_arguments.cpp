#include "codegen/pipeline/lower/specialize_opaque_arguments.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/Cloning.h>

#include <cstddef>
#include <optional>

#include "codegen/ir/known_image_functions.h"
#include "compiler/abi/kernel_abi.h"
#include "compiler/abi/kernel_description.h"
#include "compiler/abi/specialization.h"

namespace mux::compiler {

namespace {

/// The kernel's image and sampler arguments, up to the number that code can be specialized for.
llvm::SmallVector<llvm::Argument *, 8> opaque_arguments(const SourceKernel &kernel) {
  llvm::SmallVector<llvm::Argument *, 8> opaque;
  for (llvm::Argument &argument : kernel.function->args()) {
    const ArgumentKind kind = kernel.description.arguments[argument.getArgNo()].kind;
    if ((kind == ArgumentKind::image || kind == ArgumentKind::sampler) &&
        opaque.size() < OpaqueArguments().size()) {
      opaque.push_back(&argument);
    }
  }
  return opaque;
}

/// A load of an ImageView's member that the image's format determines.
struct FormatQuestion {
  llvm::LoadInst *load;
  const llvm::Argument *image;
  bool is_order;
};

std::optional<FormatQuestion> format_question(llvm::Instruction &instruction,
                                              const llvm::DataLayout &layout) {
  auto *load = llvm::dyn_cast<llvm::LoadInst>(&instruction);
  if (load == nullptr || !load->getType()->isIntegerTy(32)) {
    return std::nullopt;
  }
  llvm::APInt offset(layout.getIndexTypeSizeInBits(load->getPointerOperandType()), 0);
  const auto *image = llvm::dyn_cast<llvm::Argument>(
      load->getPointerOperand()->stripAndAccumulateConstantOffsets(layout, offset, true));
  const bool is_order = offset == offsetof(ImageView, channel_order);
  if (image == nullptr || (!is_order && offset != offsetof(ImageView, channel_type))) {
    return std::nullopt;
  }
  return FormatQuestion{load, image, is_order};
}

llvm::SmallVector<FormatQuestion> format_questions(llvm::Function &function) {
  const llvm::DataLayout &layout = function.getParent()->getDataLayout();
  llvm::SmallVector<FormatQuestion> questions;
  for (llvm::Instruction &instruction : llvm::instructions(function)) {
    if (const auto question = format_question(instruction, layout)) {
      questions.push_back(*question);
    }
  }
  return questions;
}

void replace(llvm::Value &value, uint64_t known) {
  value.replaceAllUsesWith(llvm::ConstantInt::get(value.getType(), known));
}

/// Replaces loads by constants, and records whether there are any to replace.
void fix(SourceKernel &kernel) {
  const llvm::SmallVector<llvm::Argument *, 8> arguments = opaque_arguments(kernel);
  if (arguments.empty()) {
    return;
  }
  const llvm::SmallVector<FormatQuestion> questions = format_questions(*kernel.function);
  const OpaqueArguments known =
      kernel.shape.has_value() ? kernel.shape->opaque_arguments : OpaqueArguments();
  for (size_t i = 0; i < arguments.size(); ++i) {
    const bool is_image =
        kernel.description.arguments[arguments[i]->getArgNo()].kind == ArgumentKind::image;
    for (const FormatQuestion &question : questions) {
      if (!is_image || question.image != arguments[i]) {
        continue;
      }
      kernel.description.opaque_arguments_matter = true;
      if (known[i] != 0) {
        replace(*question.load,
                question.is_order ? channel_order_of(known[i]) : channel_type_of(known[i]));
      }
    }
    // Sampler values only matter where pixels are accessed inline.
    if (!is_image && known[i] != 0 && !questions.empty()) {
      replace(*arguments[i], known[i]);
    }
  }
}

/// The functions' parameters include order and type, in sequence.
bool has_known_format(const llvm::CallInst &call) {
  constexpr unsigned order = 4;
  return llvm::isa<llvm::ConstantInt>(call.getArgOperand(order)) &&
         llvm::isa<llvm::ConstantInt>(call.getArgOperand(order + 1));
}

/// Inlines the calls of a function for known formats where the format is constant, and replaces
/// other calls by false.
void resolve_calls(llvm::Function &function) {
  for (llvm::User *user : llvm::make_early_inc_range(function.users())) {
    auto *call = llvm::cast<llvm::CallInst>(user);
    llvm::InlineFunctionInfo inlined;
    if (!has_known_format(*call) || !llvm::InlineFunction(*call, inlined).isSuccess()) {
      call->replaceAllUsesWith(llvm::ConstantInt::getFalse(call->getContext()));
      call->eraseFromParent();
    }
  }
}

}  // namespace

bool specialize_opaque_arguments(llvm::Module &module, std::vector<SourceKernel> &kernels) {
  for (SourceKernel &kernel : kernels) {
    fix(kernel);
  }
  bool changed = false;
  for (llvm::Function &function : llvm::make_early_inc_range(module)) {
    if (is_known_image_function(function)) {
      resolve_calls(function);
      function.eraseFromParent();
      changed = true;
    }
  }
  return changed;
}

}  // namespace mux::compiler

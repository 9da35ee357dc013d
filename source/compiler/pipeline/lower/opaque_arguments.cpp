#include "compiler/pipeline/lower/opaque_arguments.h"

#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

#include <cstddef>
#include <optional>

namespace mux::compiler {

namespace {

/// The kernel's images and samplers, as many as may be known.
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

/// A member of an image that its format tells.
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

}  // namespace

void fix_opaque_arguments(SourceKernel &kernel) {
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
    // Of use where pixels are accessed here.
    if (!is_image && known[i] != 0 && !questions.empty()) {
      replace(*arguments[i], known[i]);
    }
  }
}

}  // namespace mux::compiler

#include "codegen/pipeline/lower/hoist_constants.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

#include <optional>

#include "codegen/ir/function_calls.h"
#include "codegen/ir/robust_access.h"

namespace mux::compiler {

namespace {

/// Each is a parameter of the functions of work-items, also where these are not inlined.
constexpr size_t most_constants = 64;

/// Describes a read at a constant index of a buffer that is an argument.
std::optional<HoistedConstant> as_hoisted(const llvm::CallInst &read) {
  const auto *memory = llvm::dyn_cast<llvm::Argument>(read.getArgOperand(0));
  const auto *size = llvm::dyn_cast<llvm::Argument>(read.getArgOperand(1));
  const auto *index = llvm::dyn_cast<llvm::ConstantInt>(read.getArgOperand(2));
  const auto *component = llvm::dyn_cast<llvm::ConstantInt>(read.getArgOperand(3));
  if (memory == nullptr || size == nullptr || index == nullptr || component == nullptr) {
    return std::nullopt;
  }
  return HoistedConstant{memory->getArgNo(), size->getArgNo(),
                         static_cast<uint32_t>(index->getZExtValue()),
                         static_cast<uint32_t>(component->getZExtValue())};
}

}  // namespace

void hoist_constants(SourceKernel &kernel) {
  std::vector<std::pair<llvm::CallInst *, size_t>> hoisted;
  for (llvm::Instruction &instruction :
       llvm::make_early_inc_range(llvm::instructions(*kernel.function))) {
    if (!is_constant_read(instruction)) {
      continue;
    }
    auto &read = llvm::cast<llvm::CallInst>(instruction);
    const std::optional<HoistedConstant> constant = as_hoisted(read);
    const auto found =
        constant ? llvm::find(kernel.hoisted_constants, *constant) : kernel.hoisted_constants.end();
    const auto place = static_cast<size_t>(std::distance(kernel.hoisted_constants.begin(), found));
    if (!constant || place == most_constants) {
      lower_constant_read(read);
      continue;
    }
    if (place == kernel.hoisted_constants.size()) {
      kernel.hoisted_constants.push_back(*constant);
    }
    hoisted.emplace_back(&read, place);
  }
  if (hoisted.empty()) {
    return;
  }
  const size_t arguments = kernel.function->arg_size();
  const llvm::SmallVector<llvm::Type *> types(
      kernel.hoisted_constants.size(), llvm::Type::getInt32Ty(kernel.function->getContext()));
  llvm::Function &old = *kernel.function;
  kernel.function = &add_parameters(old, types);
  old.eraseFromParent();
  for (const auto &[read, place] : hoisted) {
    llvm::Argument *parameter = kernel.function->getArg(static_cast<unsigned>(arguments + place));
    parameter->setName("constant");
    read->replaceAllUsesWith(parameter);
    read->eraseFromParent();
  }
}

void note_hoisted_reads(SourceKernel &kernel) {
  for (const HoistedConstant &constant : kernel.hoisted_constants) {
    kernel.description.arguments[constant.memory].reads = true;
  }
}

}  // namespace mux::compiler

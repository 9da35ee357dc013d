#include "codegen/pipeline/lower/add_unchecked_versions.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/Transforms/Utils/Cloning.h>
#include <llvm/Transforms/Utils/ValueMapper.h>

#include <algorithm>
#include <optional>

#include "codegen/ir/explanations.h"
#include "codegen/ir/robust_access.h"
#include "codegen/pipeline/lower/group_ranges.h"
#include "codegen/target/retarget.h"

namespace mux::compiler {

namespace {

/// Limit of the instructions of a kernel that gets another form.
constexpr unsigned most_copied_instructions = 4000;

using Checks = llvm::SmallVector<llvm::CallInst *>;

Checks checks_in(llvm::Function &function) {
  Checks checks;
  for (llvm::Instruction &instruction : llvm::instructions(function)) {
    if (is_bounds_check(instruction)) {
      checks.push_back(llvm::cast<llvm::CallInst>(&instruction));
    }
  }
  return checks;
}

void lower_checks(llvm::Function &function) {
  for (llvm::CallInst *check : checks_in(function)) {
    lower_bounds_check(*check);
  }
}

/// Builds the test of a kernel's accesses.
class GroupTest {
 public:
  explicit GroupTest(llvm::Function &work_item)
      : work_item_(work_item),
        function_(create()),
        builder_(llvm::BasicBlock::Create(work_item.getContext(), "", function_)),
        ranges_(work_item, *function_, builder_),
        all_(builder_.getTrue()) {}

  /// Includes a check in the test.
  /// @return whether it is not needed where the test holds.
  bool add(const llvm::CallInst &check) {
    const llvm::BasicBlock &block = *check.getParent();
    const std::optional<GroupRange> address = ranges_.of(*check.getArgOperand(0), block);
    const std::optional<GroupRange> limit =
        address ? ranges_.of(*check.getArgOperand(1), block) : std::nullopt;
    if (!limit) {
      return false;
    }
    RangeArithmetic arithmetic(builder_);
    llvm::Value *is_inside = builder_.CreateAnd(
        builder_.CreateAnd(address->is_valid, arithmetic.is_exact(*limit, false)),
        builder_.CreateAnd(builder_.CreateICmpSGE(address->low, builder_.getInt64(0)),
                           builder_.CreateICmpSLT(address->high, limit->low)));
    const auto *constant = llvm::dyn_cast<llvm::ConstantInt>(is_inside);
    if (constant != nullptr && constant->isZero()) {
      return false;
    }
    all_ = builder_.CreateAnd(all_, is_inside);
    return true;
  }

  llvm::Function *finish() {
    builder_.CreateRet(all_);
    return function_;
  }

  void discard() { function_->eraseFromParent(); }

 private:
  llvm::Function *create() {
    auto *type = llvm::FunctionType::get(llvm::Type::getInt1Ty(work_item_.getContext()),
                                         work_item_.getFunctionType()->params(), false);
    llvm::Function *function = llvm::Function::Create(type, llvm::GlobalValue::InternalLinkage,
                                                      "accesses_are_inside." + work_item_.getName(),
                                                      work_item_.getParent());
    set_target_attributes(*function);
    WorkItemContext::name_parameters(*function);
    return function;
  }

  llvm::Function &work_item_;
  llvm::Function *function_;
  llvm::IRBuilder<> builder_;
  GroupRanges ranges_;
  llvm::Value *all_;
};

/// Clones the kernel without the checks that the test includes.
WorkItemKernel unchecked_form(const WorkItemKernel &kernel, const Checks &included) {
  WorkItemKernel result = kernel;
  llvm::ValueToValueMapTy map;
  result.work_item = llvm::CloneFunction(kernel.work_item, map);
  result.work_item->setName(kernel.work_item->getName() + ".unchecked");
  for (const llvm::CallInst *check : included) {
    auto *copy = llvm::cast<llvm::CallInst>(map.lookup(check));
    copy->replaceAllUsesWith(llvm::ConstantInt::getTrue(copy->getContext()));
    copy->eraseFromParent();
  }
  lower_checks(*result.work_item);
  result.alternative_to.reset();
  result.description.name += ".unchecked";
  return result;
}

std::optional<WorkItemKernel> add_unchecked_version(WorkItemKernel &kernel, size_t index) {
  llvm::Function &work_item = *kernel.work_item;
  const Checks checks = checks_in(work_item);
  if (checks.empty() || work_item.getInstructionCount() > most_copied_instructions) {
    return std::nullopt;
  }
  GroupTest test(work_item);
  Checks included;
  llvm::copy_if(checks, std::back_inserter(included),
                [&](const llvm::CallInst *check) { return test.add(*check); });
  llvm::Function *function = test.finish();
  if (included.empty()) {
    test.discard();
    return std::nullopt;
  }
  WorkItemKernel result = unchecked_form(kernel, included);
  result.unchecked_form = UncheckedForm{index, function};
  return result;
}

}  // namespace

void add_unchecked_versions(std::vector<WorkItemKernel> &kernels) {
  const size_t count = kernels.size();
  for (size_t i = 0; i < count; ++i) {
    std::optional<WorkItemKernel> unchecked = add_unchecked_version(kernels[i], i);
    lower_checks(*kernels[i].work_item);
    if (unchecked) {
      kernels.push_back(std::move(*unchecked));
    }
  }
}

void describe_unchecked_form(KernelDescription &kernel, const KernelDescription &unchecked) {
  kernel.has_scalar_code |= unchecked.has_scalar_code;
  kernel.is_loop_baseline |= unchecked.is_loop_baseline;
  kernel.vectorization_failed &= unchecked.vectorization_failed;
  kernel.storage_per_work_item =
      std::max(kernel.storage_per_work_item, unchecked.storage_per_work_item);
  kernel.storage_per_group = std::max(kernel.storage_per_group, unchecked.storage_per_group);
  kernel.sub_group_size = unchecked.sub_group_size;
  for (unsigned i = 0; i < 3; ++i) {
    kernel.packet_size[i] = std::max(kernel.packet_size[i], unchecked.packet_size[i]);
    kernel.lanes[i] = std::max(kernel.lanes[i], unchecked.lanes[i]);
  }
  for (const VectorizationStrategy strategy : unchecked.alternative_strategies) {
    if (!llvm::is_contained(kernel.alternative_strategies, strategy)) {
      kernel.alternative_strategies.push_back(strategy);
    }
  }
  const std::string checked = std::move(kernel.vectorization);
  const size_t line = std::min(checked.find('\n'), checked.size());
  kernel.vectorization = unchecked.vectorization;
  add_to_summary(kernel.vectorization,
                 "; groups with accesses that may be out of range: " + checked.substr(0, line));
  kernel.vectorization += checked.substr(line);
}

}  // namespace mux::compiler

#include "codegen/pipeline/dimensions/merge_order_versions.h"

#include <llvm/IR/IRBuilder.h>

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <string>

#include "codegen/ir/explanations.h"
#include "compiler/abi/kernel_abi.h"

namespace mux::compiler {

namespace {

constexpr const char *dimension_names[] = {"x", "y", "z"};

/// Builds the test whether an ND-range has enough work-items along the lanes' dimension.
llvm::Value *test_sizes(llvm::IRBuilder<> &builder, llvm::Value *range,
                        const WorkItemTraits &kernel) {
  const size_t sizes =
      kernel.is_group_independent ? offsetof(NdRange, global_size) : offsetof(NdRange, local_size);
  const auto size = [&](unsigned dimension) {
    llvm::Value *address = builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), range,
                                                              sizes + dimension * sizeof(uint64_t));
    return builder.CreateAlignedLoad(builder.getInt64Ty(), address, llvm::Align(8), "size");
  };
  llvm::Value *lanes = size(kernel.order[0]);
  return builder.CreateOr(builder.CreateICmpUGE(lanes, builder.getInt64(min_lane_dimension_size)),
                          builder.CreateICmpUGE(lanes, size(0)));
}

/// Builds an entry point that calls one of the two entry points.
llvm::Function *join_entries(const EntryKernel &kernel, const EntryKernel &alternative) {
  llvm::Function &own = *kernel.entry;
  llvm::Function *entry =
      llvm::Function::Create(own.getFunctionType(), own.getLinkage(), "", own.getParent());
  entry->copyAttributesFrom(&own);
  entry->takeName(&own);
  own.setName(entry->getName() + ".along_" + dimension_names[kernel.order[0]]);
  llvm::IRBuilder<> builder(llvm::BasicBlock::Create(own.getContext(), "entry", entry));
  llvm::BasicBlock *blocks[] = {llvm::BasicBlock::Create(own.getContext(), "usual", entry),
                                llvm::BasicBlock::Create(own.getContext(), "short", entry)};
  builder.CreateCondBr(test_sizes(builder, entry->getArg(1), kernel), blocks[0], blocks[1]);
  llvm::Function *forms[] = {&own, alternative.entry};
  llvm::SmallVector<llvm::Value *> arguments;
  for (llvm::Argument &argument : entry->args()) {
    arguments.push_back(&argument);
  }
  for (size_t i = 0; i < std::size(forms); ++i) {
    forms[i]->setLinkage(llvm::GlobalValue::InternalLinkage);
    builder.SetInsertPoint(blocks[i]);
    builder.CreateRet(builder.CreateCall(forms[i], arguments));
  }
  return entry;
}

void join(EntryKernel &kernel, const EntryKernel &alternative) {
  if (kernel.entry != nullptr) {
    kernel.entry = join_entries(kernel, alternative);
  }
  KernelDescription &description = kernel.description;
  const KernelDescription &other = alternative.description;
  description.has_scalar_code |= other.has_scalar_code;
  description.vectorization_failed &= other.vectorization_failed;
  description.storage_per_work_item =
      std::max(description.storage_per_work_item, other.storage_per_work_item);
  if (description.vectorization != other.vectorization) {
    const size_t line = std::min(other.vectorization.find('\n'), other.vectorization.size());
    add_to_summary(description.vectorization, std::string("; for ND-ranges short in ") +
                                                  dimension_names[kernel.order[0]] + ", " +
                                                  other.vectorization.substr(0, line));
    description.vectorization += other.vectorization.substr(line);
  }
}

}  // namespace

void merge_order_versions(std::vector<EntryKernel> &kernels) {
  while (!kernels.empty()) {
    const std::optional<size_t> first = kernels.back().alternative_to;
    if (!first.has_value()) {
      return;
    }
    join(kernels[*first], kernels.back());
    kernels.pop_back();
  }
}

}  // namespace mux::compiler

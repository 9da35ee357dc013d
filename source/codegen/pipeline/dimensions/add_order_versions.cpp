#include "codegen/pipeline/dimensions/add_order_versions.h"
#include "codegen/pipeline/dimensions/dimension_order.h"
#include "compiler/abi/kernel_abi.h"
#include "compiler/abi/kernel_description.h"
#include "compiler/abi/specialization.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/Cloning.h>

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <string>

#include "codegen/ir/collectives.h"
#include "codegen/ir/explanations.h"

namespace mux::compiler {

namespace {

constexpr const char *dimension_names[] = {"x", "y", "z"};

/// The same order with `dimension` moved to the front.
DimensionOrder with_first(const DimensionOrder &order, unsigned dimension) {
  DimensionOrder result = order;
  auto *const found = std::find(result.begin(), result.end(), dimension);
  std::rotate(result.begin(), found, found + 1);
  return result;
}

using Sizes = uint64_t[3];

/// The local size if it is known; otherwise NULL.
const Sizes *known_local_size(const WorkItemKernel &kernel) {
  if (kernel.fixed_range.has_value()) {
    return &kernel.fixed_range->local_size;
  }
  const Sizes &required = kernel.description.required_local_size;
  return required[0] == 0 || kernel.is_group_independent ? nullptr : &required;
}

/// The dimension of the lanes, given what is known of the ND-range.
unsigned lane_dimension(const WorkItemKernel &kernel, unsigned best) {
  if (kernel.shape.has_value()) {
    return kernel.shape->lane_dimension;
  }
  const Sizes *size = known_local_size(kernel);
  return size == nullptr ? best : choose_lane_dimension(*size, best);
}

WorkItemKernel alternative_to(const WorkItemKernel &kernel, size_t index) {
  WorkItemKernel result = kernel;
  llvm::ValueToValueMapTy map;
  result.work_item = llvm::CloneFunction(kernel.work_item, map);
  result.order = with_first(kernel.order, 0);
  result.alternative_to = index;
  result.description.name += ".along_x";
  DimensionOrder positions{};
  for (unsigned i = 0; i < positions.size(); ++i) {
    positions[i] = position_of(kernel.order, result.order[i]);
  }
  reorder_dimensions(*result.work_item, positions);
  return result;
}

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

/// A scan visits the work-items of a group in the program's order, and sums must be equal in all
/// code of a kernel. So the order changes only for a group that is known to be a column: the
/// dimensions before the column have one work-item.
void choose_order_of_scans(WorkItemKernel &kernel) {
  const Sizes *size = known_local_size(kernel);
  if (size == nullptr) {
    return;
  }
  const auto *first = std::find_if(std::begin(*size), std::end(*size),
                                   [](uint64_t work_items) { return work_items > 1; });
  if (first != std::end(*size)) {
    const auto dimension = static_cast<unsigned>(first - std::begin(*size));
    kernel.description.row_dimension = dimension;
    kernel.order = with_first(natural_order, dimension);
  }
}

}  // namespace

void choose_dimension_order(WorkItemKernel &kernel) {
  if (has_collective(*kernel.work_item)) {
    choose_order_of_scans(kernel);
    return;
  }
  const DimensionOrder order = choose_dimension_order(*kernel.work_item);
  kernel.description.row_dimension = order[0];
  kernel.description.has_flexible_lane_dimension = true;
  kernel.order = with_first(order, lane_dimension(kernel, order[0]));
}

void reorder_dimensions(WorkItemKernel &kernel) {
  reorder_dimensions(*kernel.work_item, kernel.order);
  if (kernel.fixed_range.has_value()) {
    const FixedRange range = *kernel.fixed_range;
    for (unsigned i = 0; i < kernel.order.size(); ++i) {
      kernel.fixed_range->local_size[i] = range.local_size[kernel.order[i]];
    }
  }
}

void add_order_versions(std::vector<WorkItemKernel> &kernels) {
  const size_t count = kernels.size();
  for (size_t i = 0; i < count; ++i) {
    if (kernels[i].order[0] != 0 && !kernels[i].shape.has_value() &&
        known_local_size(kernels[i]) == nullptr) {
      kernels.push_back(alternative_to(kernels[i], i));
    }
  }
}

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

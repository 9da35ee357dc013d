#include "codegen/pipeline/program/work_group_sizes.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/Metadata.h>

#include <algorithm>
#include <bit>
#include <optional>

#include "codegen/ir/failure.h"
#include "compiler/abi/sub_group_sizes.h"

namespace mux::compiler {

namespace {

// Measured on two cores of a Xeon with 2 MB of level 2 cache each: a kernel that carries 32 bytes
// per work-item across 32 barriers takes 8.7 ms with groups of 16, 2.5 ms with 128 and 1.9 ms with
// 256, since each region has a cost per group; larger groups gain little, and leave small ND-ranges
// with too few groups to distribute. For kernels that carry 260 bytes, any size from 32 on is as
// good.

/// Limit of a group's context array in bytes: little more than the level 1 cache.
constexpr uint64_t storage_budget = 64 * 1024;
/// Smaller groups do not fill two of the widest vectors.
constexpr uint64_t fewest_work_items = 32;
constexpr uint64_t most_work_items = 256;

/// The integer at an index of a function's metadata; 0 if there is none.
uint64_t integer_at(const llvm::MDNode &node, unsigned index) {
  const auto *integer =
      llvm::mdconst::dyn_extract_or_null<llvm::ConstantInt>(node.getOperand(index));
  return integer == nullptr ? 0 : integer->getValue().getLimitedValue();
}

/// The value of an attribute with one integer; nothing if the function does not have it.
std::optional<uint64_t> read_integer(const llvm::Function &function, const char *attribute) {
  const llvm::MDNode *node = function.getMetadata(attribute);
  return node == nullptr || node->getNumOperands() != 1 ? std::nullopt
                                                        : std::optional(integer_at(*node, 0));
}

/// Does not change the sizes if the function does not have the attribute.
void read_sizes(const llvm::Function &function, const char *attribute, uint64_t (&sizes)[3]) {
  const llvm::MDNode *node = function.getMetadata(attribute);
  if (node == nullptr || node->getNumOperands() != std::size(sizes)) {
    return;
  }
  for (unsigned dimension = 0; dimension < std::size(sizes); ++dimension) {
    sizes[dimension] = integer_at(*node, dimension);
  }
}

}  // namespace

llvm::Error read_work_group_sizes(const llvm::Function &function, SourceKernel &kernel) {
  KernelDescription &description = kernel.description;
  read_sizes(function, "reqd_work_group_size", description.required_local_size);
  read_sizes(function, "work_group_size_hint", description.local_size_hint);
  std::copy(std::begin(description.local_size_hint), std::end(description.local_size_hint),
            std::begin(description.preferred_local_size));
  description.required_sub_group_count =
      static_cast<uint32_t>(read_integer(function, "reqd_sub_group_count").value_or(0));
  const std::optional<uint64_t> wanted = read_integer(function, "intel_reqd_sub_group_size");
  if (!wanted) {
    return llvm::Error::success();
  }
  if (std::find(std::begin(sub_group_sizes), std::end(sub_group_sizes), *wanted) ==
      std::end(sub_group_sizes)) {
    return failure("kernel '" + description.name + "' requires sub-groups of " +
                   std::to_string(*wanted) +
                   " work-items; supported sizes are powers of two up to " +
                   std::to_string(*std::rbegin(sub_group_sizes)));
  }
  kernel.wanted_sub_group_size = static_cast<uint32_t>(*wanted);
  description.required_sub_group_size = static_cast<uint32_t>(*wanted);
  return llvm::Error::success();
}

void choose_local_size(WorkItemTraits &kernel) {
  KernelDescription &description = kernel.description;
  uint64_t(&preferred)[3] = description.preferred_local_size;
  if (description.required_local_size[0] != 0) {
    std::copy(std::begin(description.required_local_size),
              std::end(description.required_local_size), std::begin(preferred));
  }
  if (std::find(std::begin(preferred), std::end(preferred), uint64_t{0}) == std::end(preferred)) {
    return;
  }
  const uint64_t kept = std::max<uint64_t>(description.storage_per_work_item, 1);
  std::fill(std::begin(preferred), std::end(preferred), uint64_t{1});
  preferred[kernel.order[0]] =
      std::clamp(std::bit_floor(storage_budget / kept), fewest_work_items, most_work_items);
}

}  // namespace mux::compiler

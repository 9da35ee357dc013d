/// @file
/// The representation of a kernel in the pipeline: one type for each stage.

#pragma once

#include <array>
#include <optional>
#include <vector>

#include "codegen/ir/dimension_names.h"
#include "codegen/ir/region.h"
#include "compiler/abi/kernel_description.h"
#include "compiler/abi/specialization.h"

namespace llvm {
class Function;
}

namespace mux::compiler {

/// A variable or an argument's block in local memory: offset in scratch memory, and size in bytes.
struct LocalVariable {
  uint64_t offset = 0;
  uint64_t size = 0;
};

/// A word of a constant buffer that is read in the entry point (pipeline/lower/hoist_constants.h):
/// what `mux.read_constant` reads (robust_access.h).
struct HoistedConstant {
  /// Indices of the arguments that are the buffer and its size in bytes.
  uint32_t memory = 0;
  uint32_t size = 0;
  /// Index of the 16 bytes, and the word of these.
  uint32_t index = 0;
  uint32_t component = 0;

  bool operator==(const HoistedConstant &) const = default;
};

/// Properties of a kernel at every stage of the pipeline.
struct KernelTraits {
  KernelDescription description;
  /// The program was built with -cl-denorms-are-zero.
  bool flushes_denormals = false;
  /// Local memory holds zeros when a group starts.
  bool initializes_local_memory = false;
  /// Set if the kernel is specialized for these local and global sizes.
  std::optional<FixedRange> fixed_range;
  /// Properties of the ND-ranges it is specialized for, in the program's dimensions.
  std::optional<RangeShape> shape;
  /// Values of arguments that the kernel is specialized for.
  std::vector<FixedArgument> fixed_arguments;
  /// Requested size of sub-groups; 0 if none is requested.
  uint32_t wanted_sub_group_size = 0;
  /// Whether printf is called elsewhere than under a condition that only a few work-items fulfill,
  /// such as `if (get_global_id(0) == 0)`.
  bool many_work_items_print = false;
  /// The parameters of the kernel's function after those of its arguments.
  std::vector<HoistedConstant> hoisted_constants;

  /// Whether the kernel is compiled for ND-ranges whose ids may be 2^31 and more.
  bool has_large_ids() const { return shape.has_value() && !shape->has_small_ids; }
};

/// A kernel as the program defines it: from find_kernels() to make_work_item_function().
struct SourceKernel : KernelTraits {
  /// Owned by the module.
  llvm::Function *function = nullptr;
  /// The kernel calls kept functions (noinline_functions.h), since it would be too large with them
  /// inlined.
  bool calls_functions = false;
};

/// What makes a kernel the unchecked form of another one.
struct UncheckedForm {
  /// Index of the checked form.
  size_t of = 0;
  /// Whether the unchecked form may run a group: a function with the parameters of the work-item
  /// function, called with local ids of 0, that returns an i1. Owned by the module.
  llvm::Function *test = nullptr;
};

/// Properties of a kernel once it is a work-item function.
struct WorkItemTraits : KernelTraits {
  /// The variables that the kernel declares, and the blocks passed as arguments if their offsets
  /// are known, sorted by offset.
  std::vector<LocalVariable> local_variables;
  /// The kernel queries sub-groups, exchanges values within them, or requests their size.
  bool uses_sub_groups = false;
  /// The kernel cannot distinguish one work-group from another, so neighboring groups may run as
  /// one.
  bool is_group_independent = false;
  /// Size of the groups that run joined although the kernel distinguishes them
  /// (pipeline/lower/join_groups.h): tiny, and all full. In the program's dimensions.
  std::optional<std::array<uint64_t, 3>> joined_size;
  /// Maximum number of joined groups, where their local memory limits it (most_joined_groups()); 0
  /// for no limit.
  uint64_t most_joined = 0;
  /// Number of barriers inserted where the program lacks them
  /// (pipeline/barriers/add_missing_barriers.h).
  unsigned added_barriers = 0;
  /// The dimensions that the code calls x, y and z.
  DimensionOrder order = natural_order;
  /// Index of the kernel that this is an alternative form of
  /// (pipeline/dimensions/add_order_versions.h).
  std::optional<size_t> alternative_to;
  /// Set if this is the unchecked form of a kernel (pipeline/lower/add_unchecked_versions.h).
  std::optional<UncheckedForm> unchecked_form;
};

/// A kernel as a work-item function (work_item_context.h): until split_at_barriers().
struct WorkItemKernel : WorkItemTraits {
  /// Owned by the module.
  llvm::Function *work_item = nullptr;
};

/// How much of the optimization and vectorization pipeline runs (pipeline/program/size_limits.h).
enum class Effort {
  full,
  /// Optimized but not vectorized.
  no_vectors,
  /// Only what is needed to generate code.
  least
};

/// A kernel split into regions between barriers: until build_kernel_entry().
struct SplitKernel : WorkItemTraits {
  /// Indexed by the barrier that the region starts at.
  std::vector<Region> regions;
  /// Barriers may diverge: work-items of a group may reach different ones, or end while others
  /// wait.
  bool barriers_diverge = false;
  /// A copy of the work-item function that still has its barriers, for vectorize(), which erases it
  /// (vectorize/lockstep.h). NULL if a group of the kernel cannot run as one packet.
  llvm::Function *unsplit = nullptr;
  /// Runs all work-items of a group whose size is known: a function with the parameters of the
  /// work-item function, called with local id 0. NULL if there is none.
  llvm::Function *group = nullptr;
  Effort effort = Effort::full;
};

/// A kernel as its entry point, which the runtime calls (KernelFunction of kernel_abi.h).
struct EntryKernel : WorkItemTraits {
  /// Owned by the module, named kernel_symbol(). NULL if only the description is requested.
  llvm::Function *entry = nullptr;
};

}  // namespace mux::compiler
